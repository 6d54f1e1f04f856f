// What the report says, in two languages. A key is the English text itself, or the name of a longer one.
const ZH = {
  "Sites": "站点", "What to look at": "需要查看", "Addresses": "网址", "Rules": "规则", "Pages": "页面", "When": "时间", "Overview": "概览",
  "made": "生成于", "pages": "页面", "addresses": "网址", "articles": "文章", "posts": "帖子", "threads": "主题", "rules": "规则",
  "topic": "主题页", "list": "列表页", "other": "其他", "article": "文章", "thread": "帖子页",
  "Light or dark": "浅色／深色", "no host": "无主机名", "Everything looks right.": "一切正常。",
  "watch doubted": "规则受到怀疑：近来不匹配的页面多于匹配的", "watch unmatched": "个页面不匹配站点规则，由提取器读取", "watch empty": "个本应有正文的页面没有正文", "watch undecided": "个页面有较多内容无法确定",
  "watch unsure": "哪些网址是主题页还不确定：请点击一个主题页网址", "watch empty_items": "个条目没有正文", "watch duplicates": "个条目与另一条几乎相同", "watch truncated": "个主题缺少部分页面", "undecided": "未定", "doubted": "受怀疑",
  "show": "查看", "Decision graph": "决策图", "Prefix tree": "前缀树", "Clusters": "聚类", "What addresses are": "网址的类别",
  "graph_help": "每个点是 ρ 与 δ 相同的网址，面积表示数量；红色为聚类中心，编号与下表一致。悬停或用 Tab 键查看网址。",
  "tree_help": "网址按类型化的区段从左到右展开。点击或用方向键打开；红色编号为聚类中心。", "more branches": "个更小的分支", "all": "全部",
  "no.": "编号", "count": "数量", "kind": "类别", "pattern and examples": "模式与示例", "Topics match": "主题页匹配", "confidence": "置信度", "evidence": "依据",
  "learned": "学得", "stored": "已保存", "not stored": "未保存", "pinned": "已固定", "confirmed": "已确认", "unpinned": "取消固定", "superseded": "被取代", "learned again": "重新学习", "widened": "扩展", "by hand": "人工",
  "No addresses are known of this site.": "没有该站点的网址。", "No rule is known of this site.": "没有该站点的规则。", "Its pages are read by the extractor.": "页面由提取器读取。",
  "rule": "规则", "life": "历程", "state": "状态", "matched": "匹配", "missed": "未匹配", "margin": "领先", "votes": "票数", "generation": "第几代", "weight": "权重",
  "body": "正文", "left out": "排除", "quote": "引用", "author": "作者", "time": "时间", "position": "楼层", "post": "帖子", "post_id": "帖子编号",
  "leave_out": "排除", "quotes": "引用", "furniture": "站点套话", "seen": "见过的元素", "before": "正文之前", "day_first": "日在前", "year_first": "年在前",
  "No pages were given.": "没有提供页面。", "pages_help": "用 `newsbody report 页面…` 加入保存的页面。", "all pages": "全部", "without a body": "无正文", "by the extractor": "由提取器",
  "by": "读取方式", "article rule": "文章规则", "thread rule": "帖子规则", "auto": "提取器 auto", "characters": "字", "why_help": "把鼠标移到着色的文字上，或按 ‹ ›，查看原因。点击某处可选作正文。",
  "Previous": "上一处", "Next": "下一处", "the rule takes": "规则选取", "the rule leaves out": "规则排除", "a line that the site repeats": "站点在各页重复的行", "outside of what the rule takes": "不属于规则选取的内容",
  "probability of body": "是正文的概率", "stands on other pages of the site": "同样的文字也出现在该站点其他页面，页数：", "Shown without its looks: the page is large.": "页面很大，只显示文字。",
  "This page is too large for the report.": "页面太大，未收入报告。",
  "its place relative to the node and segment with most text": "与文字最多的节点的位置关系", "what else stands in its blocks": "所在区块的其他内容", "other paragraphs of the same template": "同一模板的其他段落",
  "the names of the elements around it": "周围元素的名称", "its links and those around it": "自身及周围的链接", "headings, title and description of the page": "页面的标题与描述", "the body that the page's own data declare": "页面数据声明的正文",
  "phrases such as copyright or editors' lines": "版权、编辑等惯用语", "its neighbours": "相邻段落", "its own text: length, sentence ends, tag": "自身文字：长度、句末、标签", "the page hides it": "页面将其隐藏",
  "speaks for body": "支持正文", "speaks against": "反对", "Take this for the body": "把这里作为正文", "Which element?": "哪个元素？", "matches on this page": "本页匹配数",
  "kind of page": "页面类型", "Type this line, and the next crawl uses it:": "输入这一行，下次抓取即生效：", "Copy": "复制", "Copied": "已复制", "Try it": "试一试", "Pin it": "固定此规则", "Close": "关闭",
  "pages match": "个页面匹配", "Stored and pinned. The next crawl uses it.": "已保存并固定。下次抓取即生效。", "That did not work": "没有成功", "This address is a topic": "这个网址是主题页", "Which addresses are topics is learned from it:": "据此学习哪些网址是主题页：",
  "Articles and posts": "文章与帖子", "No item says when it was published.": "没有条目注明发布时间。", "No crawl was given.": "没有提供抓取结果。", "items_help": "用 `newsbody report --items out` 加入抓取结果（输出文件夹，或数据库网址）。",
  "memory of pages": "记住的页面", "watch nameless": "这些页面没有说明属于哪个站点：用 --site 指明", "watch topicless": "没有找到主题页：用 --topic 给出一个主题页网址，或提供更多网址", "examples": "示例", "by day": "按天", "by month": "按月",
};
const EN = {
  "watch doubted": "a rule is doubted: of late more pages missed it than matched", "watch unmatched": "pages do not match the rule of the site and are read by the extractor", "watch empty": "pages that should have a body have none",
  "watch undecided": "pages of which much is undecided", "watch unsure": "Which addresses are topics is not sure: click one that is", "watch empty_items": "items without a body",
  "watch duplicates": "items say nearly what another says", "watch truncated": "threads of which pages are missing",
  "watch nameless": "These pages do not say which site they are of: say it with --site",
  "watch topicless": "No topics found: give the address of one with --topic, or more addresses",
  graph_help: "Each dot stands for addresses with equal ρ and δ, its area for their number; red are the centres, numbered as in the table. Hover, or step through with Tab, to see addresses.",
  tree_help: "The addresses by their typed blocks, from left to right. Click, or use the arrow keys, to open; red numbers are the centres of clusters.",
  pages_help: "Add saved pages with `newsbody report PAGES…`", items_help: "Add what a crawl gave with `newsbody report --items out` (the folder of its feeds, or the address of its database)",
  why_help: "Move over coloured text, or press ‹ ›, to see why. Click where the body is to choose it.", auto: "extractor auto", leave_out: "left out", post_id: "post id", day_first: "day first", year_first: "year first",
};

const t = (word) => (kept.lang === "zh" ? ZH[word] : EN[word]) || EN[word] || word;
const many = (n) => Number(n).toLocaleString(kept.lang === "zh" ? "zh-CN" : "en");
const ONE = { pages: "page", addresses: "address", rules: "rule", articles: "article", posts: "post", threads: "thread", "memory of pages": "memory of a page",
  "watch unmatched": "page does not match the rule of the site and is read by the extractor", "watch empty": "page that should have a body has none", "watch undecided": "page of which much is undecided",
  "watch empty_items": "item without a body", "watch duplicates": "item says nearly what another says", "watch truncated": "thread of which pages are missing" };
const things = (n, word) => (kept.lang === "en" && n === 1 && ONE[word]) || t(word);
const counted = (n, word) => `${many(n)} ${things(n, word)}`;
