"""Sentences of our own in five languages. What they say is made up; how long they are and what marks they have is not."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Language:
    """What is written in a language: sentences with places for words, and the words of a site."""

    code: str
    people: tuple[str, ...]
    places: tuple[str, ...]
    things: tuple[str, ...]
    sentences: tuple[str, ...]
    headlines: tuple[str, ...]
    menu: tuple[str, ...]
    related: str
    by: str
    comments: str
    remarks: tuple[str, ...]
    copyright: str
    cookies: str
    between: str = " "

    def sentence(self, chance: random.Random) -> str:
        """One sentence."""
        return self._filled(chance.choice(self.sentences), chance)

    def paragraph(self, chance: random.Random, least: int = 2, most: int = 4) -> str:
        """Some different sentences."""
        chosen = chance.sample(self.sentences, chance.randint(least, most))
        return self.between.join(self._filled(sentence, chance) for sentence in chosen)

    def headline(self, chance: random.Random) -> str:
        """A headline."""
        return self._filled(chance.choice(self.headlines), chance)

    def _filled(self, text: str, chance: random.Random) -> str:
        return text.format(
            who=chance.choice(self.people), where=chance.choice(self.places), what=chance.choice(self.things),
            number=chance.randint(3, 97), year=chance.randint(1974, 2024),
        )  # fmt: skip


ENGLISH = Language(
    "en",
    ("Ada Moreau", "Tom Hollis", "Ruth Kemp", "Ben Ashdown", "Ines Cole"),
    ("Harwick", "the lower harbour", "Northgate", "Marsh Lane", "the old mill"),
    ("the footbridge", "the ferry", "the town archive", "the swimming pool", "the night bus"),
    (
        "{who} has watched {what} near {where} for {number} years and has never seen it so quiet.",
        "Nobody in {where} expected that {what} would be closed again before the end of the month.",
        "The council set aside {number} thousand for {what}, but the work has not begun.",
        "“We were told to wait,” says {who}, “and so we waited, and then we stopped asking.”",
        "In {year}, when {what} was opened, {number} people came to {where} to see it.",
        "A letter that {who} found in the archive shows that the plan for {what} is much older.",
        "Those who live close to {where} say that the noise begins at five in the morning, every day but Sunday.",
        "Of the {number} families that were asked, most would rather keep {what} as it is.",
        "There is a simpler way, says {who}: open {what} at night, and let the buses turn at {where}.",
        "The report, which runs to {number} pages, names three reasons and gives none of them much weight.",
        "On Monday the doors stayed shut; on Tuesday a note hung there that nobody had signed.",
        "What happens to {what} now will be decided in spring, after the vote in {where}.",
        "It rained for {number} days, and the water stood in the cellars of {where} until the pumps came.",
        "{who} does not believe that the figures are right, and has asked for the sheets they were made from.",
    ),
    ("Why {what} in {where} stays closed", "{who} and the long quarrel over {what}", "{number} days without {what}"),
    ("Home", "Town", "Region", "Sport", "Culture", "Archive", "Contact", "Subscribe"),
    "More on this", "By", "Comments",
    ("I was there on Monday and it was just as you write, only louder.", "Thank you for keeping at it, nobody else does.",
     "This was known {year} already.", "Has anybody asked the people at the ferry? They saw all of it from the other side."),
    "All rights reserved. No part of this page may be copied without leave of the publisher.",
    "We use cookies to measure how many people read these pages. You may change your mind at any time in the settings.",
)  # fmt: skip
CHINESE = Language(
    "zh",
    ("李明远", "王秀兰", "陈思齐", "赵国平", "周晓雨"),
    ("清河镇", "老码头", "北门街", "柳树湾", "旧纺织厂"),
    ("人行桥", "渡船", "县档案馆", "游泳馆", "夜班公交"),
    (
        "{who}在{where}附近住了{number}年，说从来没有见过{what}这样安静。",
        "谁也没有料到，{where}的{what}会在月底之前再次关闭。",
        "镇里为{what}准备了{number}万元，可是工程到现在还没有动工。",
        "“他们叫我们等，”{who}说，“我们就等，等到后来也不问了。”",
        "{year}年{what}启用的时候，有{number}个人专门赶到{where}来看。",
        "{who}在档案里找到一封信，说明修建{what}的想法要早得多。",
        "住在{where}旁边的居民反映，每天早上五点就开始有响声，只有星期天例外。",
        "在接受询问的{number}户人家里，大多数宁愿{what}保持原来的样子。",
        "{who}认为有一个更简单的办法：夜里开放{what}，让公交车在{where}掉头。",
        "这份{number}页的报告列出了三条理由，却没有说清哪一条最重要。",
        "星期一大门没有开，星期二门上贴了一张没有署名的纸条。",
        "{what}以后怎么办，要等到春天{where}投票以后才能决定。",
        "雨一连下了{number}天，{where}的地下室里积满了水，直到水泵运来。",
        "{who}不相信这些数字，已经要求查看原始的记录。",
    ),
    ("{where}的{what}为什么迟迟不开", "{who}与{what}的多年之争", "没有{what}的{number}天"),
    ("首页", "城市", "地方", "体育", "文化", "资料库", "联系我们", "订阅"),
    "相关阅读", "记者", "网友评论",
    ("我星期一也在那里，和文章写的一样，只是更吵。", "谢谢你们一直关注，别人早就不管了。", "这件事{year}年就有人说过了。",
     "有没有人问过渡口的师傅？他们在对岸看得一清二楚。"),
    "版权所有，未经书面授权不得转载。", "本站使用缓存文件统计阅读人数，您可以随时在设置中修改您的选择。", "",
)  # fmt: skip
GERMAN = Language(
    "de",
    ("Anna Brandt", "Jonas Keller", "Ute Sommer", "Karl Lindner", "Mia Vogt"),
    ("Altenried", "am Unteren Hafen", "in der Nordvorstadt", "am Mühlteich", "bei der Ziegelei"),
    ("der Fußgängersteg", "die Fähre", "das Stadtarchiv", "das Hallenbad", "der Nachtbus"),
    (
        "{who} lebt seit {number} Jahren hier und hat so eine Stille noch nie gehört.",
        "Dass {what} noch vor Monatsende wieder schließt, hatte hier {where} niemand erwartet.",
        "Der Rat hat {number} Tausend Euro zurückgelegt, aber begonnen wurde mit den Arbeiten bisher nicht.",
        "„Man hat uns gesagt, wir sollen warten“, sagt {who}, „und irgendwann haben wir nicht mehr gefragt.“",
        "Im Jahr {year}, als alles eröffnet wurde, kamen {number} Leute, um es zu sehen.",
        "Ein Brief, den {who} im Archiv fand, zeigt, dass der Plan viel älter ist.",
        "Wer {where} wohnt, hört den Lärm ab fünf Uhr morgens, jeden Tag außer am Sonntag.",
        "Von den {number} befragten Familien möchten die meisten, dass alles bleibt, wie es ist.",
        "Es gehe auch einfacher, meint {who}: nachts öffnen und die Busse {where} wenden lassen.",
        "Der Bericht hat {number} Seiten, nennt drei Gründe und gewichtet keinen davon.",
        "Am Montag blieb die Tür zu; am Dienstag hing dort ein Zettel ohne Unterschrift.",
        "Wie es weitergeht, entscheidet sich im Frühjahr nach der Abstimmung.",
        "Es regnete {number} Tage, und das Wasser stand {where} in den Kellern, bis die Pumpen kamen.",
        "{who} hält die Zahlen für falsch und hat um die Unterlagen gebeten, auf denen sie beruhen.",
    ),
    ("Warum {where} nichts vorangeht", "{who} und der lange Streit", "{number} Tage ohne Antwort"),
    ("Start", "Stadt", "Land", "Sport", "Kultur", "Archiv", "Kontakt", "Abo"),
    "Mehr zum Thema", "Von", "Kommentare",
    ("Ich war am Montag auch dort, es war genau so, nur lauter.", "Danke, dass Sie dranbleiben, sonst tut es keiner.",
     "Das wusste man schon {year}.", "Hat jemand die Leute an der Fähre gefragt? Die haben alles von drüben gesehen."),
    "Alle Rechte vorbehalten. Nachdruck nur mit schriftlicher Genehmigung des Verlags.",
    "Wir verwenden Cookies, um zu zählen, wie viele Menschen diese Seiten lesen. Sie können Ihre Wahl jederzeit ändern.",
)  # fmt: skip
SPANISH = Language(
    "es",
    ("Lucía Serrano", "Pablo Vidal", "Carmen Rojas", "Diego Luna", "Elena Prado"),
    ("Villaserena", "el puerto viejo", "la puerta norte", "la calle del molino", "la antigua fábrica"),
    ("la pasarela", "el transbordador", "el archivo municipal", "la piscina", "el autobús nocturno"),
    (
        "{who} vive cerca de {where} desde hace {number} años y nunca lo había visto tan tranquilo.",
        "Nadie en {where} esperaba que {what} volviera a cerrar antes de fin de mes.",
        "El ayuntamiento reservó {number} mil euros para {what}, pero las obras no han empezado.",
        "«Nos dijeron que esperáramos», cuenta {who}, «y esperamos, y después dejamos de preguntar».",
        "En {year}, cuando se abrió {what}, llegaron {number} personas a {where} para verlo.",
        "Una carta que {who} encontró en el archivo demuestra que la idea es mucho más antigua.",
        "Quienes viven junto a {where} dicen que el ruido empieza a las cinco de la mañana, todos los días menos el domingo.",
        "De las {number} familias consultadas, la mayoría prefiere que {what} siga como está.",
        "Hay una solución más sencilla, según {who}: abrir {what} de noche y que los autobuses den la vuelta en {where}.",
        "El informe, de {number} páginas, enumera tres motivos y no da mucho peso a ninguno.",
        "El lunes las puertas no se abrieron; el martes apareció una nota que nadie había firmado.",
        "Lo que ocurra con {what} se decidirá en primavera, después de la votación de {where}.",
        "Llovió durante {number} días, y el agua llenó los sótanos de {where} hasta que llegaron las bombas.",
        "{who} no cree que las cifras sean correctas y ha pedido las hojas de las que salieron.",
    ),
    ("Por qué {what} de {where} sigue cerrado", "{who} y la larga disputa por {what}", "{number} días sin {what}"),
    ("Inicio", "Ciudad", "Región", "Deportes", "Cultura", "Archivo", "Contacto", "Suscripción"),
    "Más sobre el tema", "Por", "Comentarios",
    ("Estuve allí el lunes y fue tal como lo cuentan, solo que con más ruido.", "Gracias por insistir, nadie más lo hace.",
     "Esto ya se sabía en {year}.", "¿Alguien preguntó a los del transbordador? Lo vieron todo desde la otra orilla."),
    "Todos los derechos reservados. Prohibida la reproducción sin permiso escrito de la editorial.",
    "Usamos cookies para contar cuántas personas leen estas páginas. Puede cambiar de opinión en cualquier momento.",
)  # fmt: skip
RUSSIAN = Language(
    "ru",
    ("Анна Громова", "Пётр Лыков", "Вера Соснина", "Иван Белов", "Ольга Крюкова"),
    ("Заречье", "старый причал", "Северная слобода", "Мельничная улица", "бывшая фабрика"),
    ("пешеходный мост", "паром", "городской архив", "бассейн", "ночной автобус"),
    (
        "{who} живёт здесь уже {number} лет и никогда не видела такой тишины.",
        "Никто не ожидал, что {what} снова закроют до конца месяца.",
        "Совет выделил {number} тысяч, но работы так и не начались.",
        "«Нам сказали ждать, — говорит {who}, — мы ждали, а потом перестали спрашивать».",
        "В {year} году, когда всё открывали, посмотреть пришли {number} человек.",
        "Письмо, которое {who} нашла в архиве, показывает, что план гораздо старше.",
        "Жители рассказывают, что шум начинается в пять утра каждый день, кроме воскресенья.",
        "Из {number} опрошенных семей большинство хочет, чтобы {what} остался таким, как есть.",
        "Есть способ проще, считает {who}: открыть {what} ночью, а автобусы пусть разворачиваются у площади.",
        "В отчёте {number} страниц, названы три причины, и ни одна не признана главной.",
        "В понедельник двери не открылись, во вторник на них появилась записка без подписи.",
        "Что будет дальше, решат весной, после голосования.",
        "Дождь шёл {number} дней, и вода стояла в подвалах, пока не привезли насосы.",
        "{who} не верит этим цифрам и попросила показать листы, по которым их считали.",
    ),
    ("Почему {what} до сих пор закрыт", "{who} и долгий спор о старом причале", "{number} дней без ответа"),
    ("Главная", "Город", "Область", "Спорт", "Культура", "Архив", "Контакты", "Подписка"),
    "Читайте также", "Автор:", "Комментарии",
    ("Я был там в понедельник, всё так и было, только громче.", "Спасибо, что не бросаете эту тему.",
     "Об этом говорили ещё в {year} году.", "Кто-нибудь спрашивал паромщиков? Они всё видели с другого берега."),
    "Все права защищены. Перепечатка только с письменного разрешения редакции.",
    "Мы используем файлы cookie, чтобы считать читателей этих страниц. Вы можете изменить выбор в любое время.",
)  # fmt: skip

LANGUAGES = (ENGLISH, CHINESE, GERMAN, SPANISH, RUSSIAN)
