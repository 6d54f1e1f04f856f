"""All that ``auto`` believes by a number: how likely, how long, how near, each with its unit and what it rests on.

Lengths are weighted letters (:attr:`~newsbody.page.characters.Characters.weight`) where nothing else is said. Figures:
"folds" are the 5,010 labelled articles, their sets left out of the training; "new" the 1,554 pages of ``real_themes``,
``l3s`` and ``big9``, which taught nothing; better and worse are pages by .02 F1. Numbers that a feature is made with
stand beside the features: they change with the model alone.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Thresholds:
    """Beliefs of ``auto``; capacities (``MAX_…``) stand where they bound something."""

    # --- which paragraphs: the largest expected F1 ---
    #: Probability below which a paragraph is never chosen.
    lowest: float = 0.05
    #: What a cut gains by a gap between the probabilities of what it takes and what it leaves: paragraphs of one kind
    #: have like ones. (Folds, pages wrong by a tenth: none 23.2 %, .1 22.7, .2 22.4, .3 21.9, .4 21.6, .6 21.7.)
    gap_gain: float = 0.3
    #: What the log odds of the trees count on other sites. (.7 to .9 are alike, 1 and .6 are .005 MHR_0.1 worse.)
    confidence: float = 0.8
    #: Log odds by which a paragraph is less likely, or more, when one is favoured. (dragnet, daniel, l3s: precision
    #: .987, .951, .975 -> .991, .955, .983; recall .943, .953, .980 -> .954, .958, .980. 3 gains no more.)
    favor: float = 2.0
    #: Share of what may be body from which on hidden text is believed: the page shows itself when its scripts ran.
    believed_hidden: float = 0.8
    #: Expected F1 of a body that needs no second look, nor a look at the whole page. (Two thirds of the folds, where
    #: nothing is lost by it; .9 costs .003 MHR_0.1 on sets never trained on.)
    sure: float = 0.93
    #: Expected F1 up to which a body is a guess: a product of ten, a car of twenty. (Folds, and the 215 services and
    #: goods of wcxb, better and worse: up to .55 9 and 3, 4 and 0; from there to .75 21 and 6, 7 and 0; to .85 17 and
    #: 11, 8 and 2, and daniel's F1 .006 lower. Of the 1,554 new pages none changes.)
    a_guess: float = 0.75
    #: Probability of a paragraph that is looked at again.
    doubtful: float = 0.01

    # --- whether there is a body ---
    #: Probability of a list from which on a page has no body. An article that passes for a list is lost, unless it
    #: stands in the place of the site's others; a list that passes for an article costs a wrong item. From the second
    #: on running text must be most of the page to speak against it, from the third on it does not. (568 lists that pass
    #: for articles, the folds of their sites left out, and articles lost of 5,010, by the first and where running text
    #: does not count: .9 and .95 62 and 22, .8 and .9 48 and 25, .7 and .8 41 and 36.)
    is_list: float = 0.8
    nearly_list: float = 0.9
    surely_list: float = 0.95
    #: The same of a page whose pictures are links.
    perhaps_list: float = 0.65

    # --- what stands in the gaps of a body ---
    #: Share of links from which on a paragraph is a line of links. (Without: 3 worse of 1,554 new pages.)
    line_of_links: float = 0.8
    #: Siblings of the paragraphs around them that may stand among what is none.
    few_siblings: int = 2
    #: Share of digits from which on preformatted text numbers the lines beside it.
    line_numbers: float = 0.9

    # --- tables (new: 34 change, 8 better, 0 worse) ---
    #: Share of a table's cells that are body, from which on all are; and of its rows that have one, of so many.
    most_cells: float = 0.5
    most_rows: float = 0.8
    least_rows: int = 3
    #: Share of all paragraphs from which on a table is the page's layout.
    layout: float = 0.7
    #: Share of links up to which a table is no index.
    few_links: float = 0.3

    # --- what stands beside an article, in boxes, outside of its container ---
    #: Share of a body that boxes may be: what is more is called after something in it.
    most_boxed: float = 0.3
    #: Length of an ASIDE that is a pull quote or an advertisement; longer ones are the writer's notes (3 worse).
    aside: float = 200.0
    #: Share of a body that stands before what stands beside it. (.05 to .6 are alike.)
    least_before: float = 0.3
    #: Share of a body that stands in its container. (Of .7, .8, .9 and 1 each has pages for it.)
    most_inside: float = 0.7
    #: Length of a line above the container that is byline, date or button; a longer one may be the standfirst.
    byline: float = 60.0

    # --- the container by its name, and short texts ---
    #: Length of a text that stands beside an article; what is longer is the article. (The longest that was: 1,482.)
    longest_beside: float = 2000.0
    #: Length of a text that the name of its container makes a body, and the share it has of what stands beside it.
    shortest_text: float = 20.0
    least_of_beside: float = 0.1
    #: Probability of a body that only its container tells. (Of 568 lists and 5,010 articles 11 and 27 have one.)
    contained: float = 0.5
    #: Paragraphs of a short body; length of a sentence beside it that is of it. (Training sets: 6 better, 0 worse.)
    few_paragraphs: int = 3
    sentence: float = 20.0

    # --- readers' comments, told by dates (new: 3 change, 3 better) and by headings (new: 2, 2) ---
    #: Lines of one template that say when something was written: three may be a chronicle's own.
    least_dates: int = 4
    #: Length of such a line, and its digits: a day and a time.
    longest_date: float = 80.0
    date_digits: int = 3
    #: Length of a body above them.
    above_comments: float = 60.0
    #: Paragraphs that such lines stand behind the body; share of them with something of the body between.
    comments_behind: int = 3
    mostly_between: float = 0.5
    #: Characters beside equal dates: "Posted on", not "The price may have changed since".
    same_label: int = 12
    #: Characters of the label of dates that passed for the body: times of a live report have none.
    dated_label: int = 3
    #: Share of links from which on a heading leads to the comments.
    leads_to_comments: float = 0.5

    # --- the publisher's lines (new: 18 change, 7 better, 0 worse) ---
    #: Length of such a line, and the last paragraphs that are looked at. (Up to four are not better.)
    publishers_line: float = 300.0
    last_lines: int = 2
    #: Share of itself that a body keeps.
    least_left: float = 0.5

    # --- captions ---
    #: Lengths of a caption in a FIGURE, and under a class that says so; elements behind its picture; paragraphs before
    #: a body where its picture still stands.
    figure_text: float = 400.0
    named_caption: float = 250.0
    near_picture: int = 3
    picture_before: int = 4

    # --- other pages of the site ---
    #: Probability and length of a text that may be body and says something.
    may_be_body: float = 0.03
    says_something: float = 6.0
    #: Share of its likely body by which a page is another once more; or its story, without what most pages share.
    same_page: float = 0.9
    same_story: float = 0.5
    #: Log odds that it costs that a text stands on another page of the site. (Folds, sites of two to four pages: 34
    #: better, 16 worse; 2: 42, 21; larger sites 52 and 34; 3: more are worse.)
    repeated_cost: float = 1.0
    #: Pages, and share of all, from which on a repeated text is the site's.
    always_pages: int = 3
    always: float = 0.8
    #: Mean probability from which on a slot of nearly all pages is the place of the site's bodies. (One theme has its
    #: disclaimers in the same slot: .7.)
    in_place: float = 0.5
    #: How far log odds move when a slot is likelier elsewhere, and pages by which half of that is reached. (Folds,
    #: sites of four pages and more: wrong by a tenth 379 of 1,867 alone, 358 so, 360 with .5 and 1.)
    slot_gain: float = 1.0
    slot_prior: float = 4.0
    #: Log odds that all evidence of a site may move.
    furthest: float = 4.0


THRESHOLDS = Thresholds()
