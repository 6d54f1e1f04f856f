from __future__ import annotations

import codecs
import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import newsbody.page.decode
from newsbody.page.decode import CHECKED_BYTES, decode, transcode

SIMPLIFIED = "江城的老桥在洪水之后关闭了两个月，今天上午重新通车。市民说，他们每天都要从桥上走过。" * 3
TRADITIONAL = "江城的老橋在洪水之後關閉了兩個月，今天上午重新通車。市民說，他們每天都要從橋上走過。" * 3
JAPANESE = "川の町の古い橋は洪水のあと二か月のあいだ閉じられていたが、きょう午前にふたたび開通した。" * 3
KOREAN = "강마을의 오래된 다리는 홍수 뒤 두 달 동안 닫혀 있었지만 오늘 오전 다시 열렸다. " * 3
RUSSIAN = "Старый мост в речном городе был закрыт два месяца после наводнения и сегодня открылся снова. " * 3
GREEK = "Η παλιά γέφυρα της πόλης έκλεισε για δύο μήνες μετά την πλημμύρα και άνοιξε ξανά σήμερα. " * 3
GERMAN = "Die alte Brücke über den Fluß wurde nach der Überschwemmung geschlossen und öffnet heute für Fußgänger. " * 3
POLISH = "Stary most został zamknięty po powodzi, a dziś rano znów go otwarto. Mieszkańcy są szczęśliwi. " * 3
QUOTES = "The bridge “reopens” today – the city’s engineers say it is safe… for now. " * 3


def document(text: str, charset: str = "") -> str:
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={charset}">' if charset else ""
    return f"<html><head>{meta}<title>{text[:12]}</title></head><body><p>{text}</p></body></html>"


@pytest.mark.parametrize(
    ("text", "codec", "declared", "expected"),
    [
        # the declaration is wrong
        (SIMPLIFIED, "utf-8", "gbk", "utf-8"),
        (SIMPLIFIED, "utf-8", "gb2312", "utf-8"),
        (TRADITIONAL, "utf-8", "big5", "utf-8"),
        (GERMAN, "utf-8", "iso-8859-1", "utf-8"),
        (SIMPLIFIED, "gb18030", "utf-8", "gb18030"),
        (TRADITIONAL, "big5", "gb2312", "big5"),
        (RUSSIAN, "cp1251", "utf-8", "cp1251"),
        # it is right, or a part of what it should be
        (SIMPLIFIED, "gb18030", "gb2312", "gb18030"),
        (SIMPLIFIED, "gbk", "gbk", "gb18030"),
        (TRADITIONAL, "big5", "big5", "big5"),
        (JAPANESE, "shift_jis", "shift_jis", "shift_jis"),
        (RUSSIAN, "koi8-r", "koi8-r", "koi8-r"),
        (POLISH, "iso8859-2", "iso-8859-2", "iso8859-2"),
        # there is none
        (SIMPLIFIED, "gb18030", "", "gb18030"),
        (TRADITIONAL, "big5", "", "big5"),
        (JAPANESE, "euc-jp", "", "euc_jp"),
        (KOREAN, "euc-kr", "", "euc_kr"),
        (RUSSIAN, "cp1251", "", "cp1251"),
        (GREEK, "cp1253", "", "cp1253"),
        (GERMAN, "cp1252", "", "cp1252"),
        (QUOTES, "cp1252", "", "cp1252"),
        (SIMPLIFIED, "utf-8", "", "utf-8"),
    ],
)
def test_the_text_decides(text: str, codec: str, declared: str, expected: str) -> None:
    source = document(text, declared)
    decoded, name = decode(source.encode(codec))
    assert decoded == source
    assert name == expected or "日本".encode(name, "replace") == "日本".encode(expected, "replace")


@pytest.mark.parametrize("charset", ["gbk", "utf-8", "", "nonsense"])
def test_the_transport_is_no_more_believed_than_the_page(charset: str) -> None:
    source = document(SIMPLIFIED)
    assert decode(source.encode(), charset) == (source, "utf-8")
    assert decode(source.encode("gb18030"), charset)[0] == source


@pytest.mark.parametrize("codec", ["utf-8", "gb18030", "big5", "euc-kr"])
@pytest.mark.parametrize("cut", range(1, 5))
def test_half_a_page_is_decoded_up_to_where_it_was_cut(codec: str, cut: int) -> None:
    text = KOREAN if codec == "euc-kr" else TRADITIONAL if codec == "big5" else SIMPLIFIED
    source = document(text, "utf-8" if codec == "utf-8" else "")
    data = source.encode(codec)[: -len("</p></body></html>") - cut]
    decoded, _ = decode(data)
    assert decoded.rstrip("\ufffd")[:-1] == source[: len(decoded.rstrip("\ufffd")) - 1]
    assert len(decoded) > len(source) - 30


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_wide_encodings_and_byte_order_marks(codec: str) -> None:
    source = document(SIMPLIFIED, "gb2312")
    assert decode(source.encode(codec))[0] == source


def test_escape_sequences_are_only_read_when_declared() -> None:
    source = document(JAPANESE, "iso-2022-jp")
    assert decode(source.encode("iso2022_jp"))[0] == source
    assert decode(b"a \x1b$B b") == ("a \x1b$B b", "utf-8")


@pytest.mark.parametrize("declared", ["", "utf-8", "iso-8859-1", "gb2312", "windows-1251"])
@pytest.mark.parametrize(("codec", "text"), [("koi8-r", RUSSIAN), ("hz", SIMPLIFIED), ("iso2022_jp", JAPANESE)])
def test_encodings_of_seven_bits_and_koi8_without_a_true_declaration(codec: str, text: str, declared: str) -> None:
    source = document(text, declared)
    assert decode(source.encode(codec))[0] == source
    assert transcode(source.encode(codec))[0].decode() == source


@pytest.mark.parametrize(
    "text",
    ["~{name~} and ~{value~}, ~{first~}, ~{second~}, ~{third~}", "ls ~{a,b}~ ~{c,d}~", "\x1b$Bold\x1b(B red \x1b[31m"],
)
def test_what_only_looks_like_an_encoding_of_seven_bits_is_ascii(text: str) -> None:
    assert decode(document(text * 5).encode()) == (document(text * 5), "utf-8")


@pytest.mark.parametrize("text", [GERMAN, QUOTES, RUSSIAN, SIMPLIFIED, POLISH, "5\xb0 \xa9 \U0001f44d"])
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("windows", ["cp1252", "latin-1"])
def test_a_page_that_was_saved_again_in_utf8_is_read_as_it_was(text: str, times: int, windows: str) -> None:
    source = document(text, "utf-8")
    data = source.encode()
    for _ in range(times):
        data = "".join(bytes((octet,)).decode(windows, "ignore") or chr(octet) for octet in data).encode()
    assert decode(data, "utf-8") == (source, "utf-8")
    assert transcode(data) == (source.encode(), "utf-8")


@pytest.mark.parametrize(
    "text", ["NESTLÉ®", "der große „Preuß“", "«À»", "They write â€™ for ’", "SÃO PAULO", "ein „Maß“"]
)
def test_what_was_saved_once_stays(text: str) -> None:
    source = document(text)
    assert decode(source.encode()) == (source, "utf-8")


def test_declared_utf8_with_few_letters_beside_ascii_may_have_a_cut_one() -> None:
    source = document("The bridge is “open”", "utf-8")
    data = source.encode() + b" \xe2"
    assert decode(data) == (source + " \ufffd", "utf-8")
    assert decode(document("The bridge is “open”").encode() + b" \xe2", "UTF-8")[1] == "utf-8"
    # Fewer good ones than broken ones are chance.
    assert decode(document("Über “é” für Ärzte", "utf-8").encode("cp1252") + "é".encode())[1] == "cp1252"


def test_what_was_broken_before_stays_broken_and_utf8() -> None:
    source = document("\ufffd\ufffd Brücke \ufffd" * 10)
    assert decode(source.encode(), "cp1252") == (source, "utf-8")


@pytest.mark.parametrize(
    "charset",
    ["rot13", "rot_13", "hex", "base64", "zlib", "idna", "punycode", "undefined", "unicode_escape", "utf-7", "x\0y"],
)
def test_declarations_of_no_encoding_of_text_are_ignored(charset: str) -> None:
    for text in (SIMPLIFIED, "plain"):
        source = document(text, charset if charset.isprintable() else "")
        for codec in ("utf-8", "gb18030"):
            assert decode(source.encode(codec), charset)[0] == source


@given(st.binary(max_size=400), st.none() | st.text(max_size=20))
def test_any_bytes_give_a_text(data: bytes, declared: str | None) -> None:
    text, name = decode(data, declared)
    assert isinstance(text, str)
    data.decode(name, "replace")


@given(
    st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.sampled_from([None, "gbk", "big5", "iso-8859-1", "iso-2022-jp"]),
    st.integers(4, 9),
)
def test_transcoded_is_the_decoded_text_in_utf8(data: bytes, declared: str | None, checked_bytes: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(newsbody.page.decode, "CHECKED_BYTES", checked_bytes)
        text, name = decode(data, declared)
        assert transcode(data, declared) == (text.encode("utf-8", "replace"), name)


def test_bytes_in_utf8_are_not_copied() -> None:
    data = document(SIMPLIFIED * 400, "gbk").encode()
    assert len(data) > 2 * CHECKED_BYTES
    assert transcode(data)[0] is data


@given(st.text(st.characters(codec="utf-8"), max_size=200), st.sampled_from([None, "gbk", "big5", "iso-8859-1"]))
def test_utf8_is_always_found(text: str, declared: str | None) -> None:
    source = "<p>x\u20ac" + text  # a page with one character that was saved once was saved once
    assert decode(source.encode(), declared)[0] == source


@given(st.text(st.characters(max_codepoint=127, exclude_characters="\x1b\0"), max_size=200))
def test_ascii_is_ascii(text: str) -> None:
    assert decode(text.encode()) == (text, "utf-8")


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff" * 5_000_000, b"\0" * 1_000_000, "桥".encode("gb18030") * 2_000_000, bytes(range(256)) * 10_000],
)
def test_time_is_bounded_by_a_sample(data: bytes) -> None:
    begin = time.process_time()
    decode(data)
    assert time.process_time() - begin < 2


@pytest.mark.corpus
def test_encodings_of_the_corpus(corpus: Path) -> None:
    """One page of 7,333 is wrong; it mixes UTF-8 and Windows-1252."""
    wrong, total = [], 0
    for gold in sorted(corpus.glob("*/*/gold.jsonl")):
        for line in gold.read_text("utf-8").split("\n"):
            row = json.loads(line) if line else {}
            if row.get("encoding"):
                total += 1
                _, name = decode((gold.parent / "pages" / f"{row['id']}.html").read_bytes())
                if name != codecs.lookup(row["encoding"].removesuffix("-sig")).name:
                    wrong.append((row["id"], row["encoding"], name))
    assert len(wrong) <= 0.001 * total, wrong


def test_utf8_that_nobody_declares_has_eleven_good_sequences_for_a_broken_one() -> None:
    assert decode("é".encode() * 11 + b" \xe9t")[1] == "utf-8"
    assert decode("é".encode() * 10 + b" \xe9t")[1] != "utf-8"


@pytest.mark.parametrize("name", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_no_text(name: str) -> None:
    assert decode("<p>é</p>".encode(name), "windows-1252")[0] == "<p>é</p>"
    assert transcode("<p>é</p>".encode(name), "windows-1252")[0] == "<p>é</p>".encode()
