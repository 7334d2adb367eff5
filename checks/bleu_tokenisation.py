"""BLEU without its tokenisation is no number: two systems change places with the way words are cut.

Claim
    A BLEU score belongs to an output and its reference, so that scores printed in two papers for one test set can be
    compared. (In our words.)
Why it looked true
    The name hid a unit. BLEU counts sequences of tokens, and what a token is lies outside its definition. Each group
    cuts words in its own fixed way, within which everything is reproducible and the order of systems makes sense;
    the score is a bare number with one decimal, and nothing in it says how it was cut.
What was claimed against it
    That BLEU is no single metric, and that user-supplied tokenisation alone moves it by up to 1.8 points.
What we find
    Six sentences, two outputs. Cut at blanks, output A scores 61.8 and B 23.8; with punctuation set apart as the
    "13a" rule does, A scores 71.9 and B 78.9: the order turns round, which is decided in fractions, by the fourth
    powers. Output A alone, not a letter changed, ranges from 61.8 to 87.8 over four ways to cut.
What this does not show
    How large the effect is on a real test set: the corpus is small and was written to have hyphens, figures and
    quotation marks; 1.8 is the published figure. Nothing about smoothing, several references or other languages.
References
    M. Post, A Call for Clarity in Reporting BLEU Scores, WMT 2018, arXiv:1804.08771. K. Papineni, S. Roukos, T. Ward,
    W.-J. Zhu, BLEU: a Method for Automatic Evaluation of Machine Translation, ACL 2002 (the worked examples).
"""

import math
from collections import Counter
from fractions import Fraction

from lakatos import Claim, Dispute, Falsification, Finding, Outcome, Paper, canvas, figure
from lakatos.arithmetic import text

CLAIM = Claim(
    paper=Paper(title="Papers that print a BLEU score without its tokenisation"),
    where="the comparison with published scores",
    statement="the BLEU scores of two systems on one test set can be compared without knowing how each was tokenised",
)
AGAINST = Falsification(
    statement="BLEU varies with tokenisation, which papers leave out, by up to 1.8 points.",
    source="Post, WMT 2018, arXiv:1804.08771",
)
dispute = Dispute(CLAIM, against=AGAINST, expected="confirmed", group="shelf", figure="crossing")

#: A reference and two outputs, written for this check. B prints its tokens apart, and drops hyphens and two commas.
REFERENCE = (
    "The committee didn't publish its 2019-2021 figures, which were due in May.",
    '"We\'ll need 1,500 new teachers," the minister said; nobody asked where from.',
    "A state-of-the-art model costs $3.5 million (and a good deal of patience).",
    "Rain fell on the long-awaited opening, but few left before the mayor's speech.",
    "Prices rose by 2.5% in July, 3.1% in August and 0.4% in September.",
    "The well-known author, aged 87, lives in a 19th-century house near the sea.",
)
A = (
    "The committee did not publish its 2019-2021 figures, that were due in May.",
    '"We\'ll need 1,500 more teachers," the minister said; no one asked where from.',
    "A state-of-the-art model costs $3.5 million (and a great deal of patience).",
    "Rain fell on the long-awaited opening, yet few left before the mayor's speech.",
    "Prices rose by 2.5% in July, 3.1% in August and by 0.4% in September.",
    "The famous author, aged 87, lives in a 19th-century house close to the sea.",
)
B = (
    "The committee didn't publish its 2019 - 2021 figures which were due in May .",
    '" We\'ll need 1,500 new teachers " , the minister said ; nobody asked where from .',
    "A state of the art model costs $ 3.5 million ( and a good deal of patience ) .",
    "Rain fell on the long awaited opening , but few left before the mayor's speech .",
    "Prices rose by 2.5 % in July , 3.1 % in August and 0.4 % in September .",
    "The well known author , aged 87 , lives in a 19th century house near the sea .",
)
#: What the 13a rule sets apart wherever it stands; points, commas and hyphens depend on their neighbours.
APART = frozenset('!"#$%&()*+:;<=>?@[\\]^_`{|}~/')


def thirteen_a(line):
    """Tokens by the rule called 13a: symbols apart; points and commas, unless between digits; hyphens after a digit."""
    padded, out = f" {line} ", []
    for before, c, after in zip(padded, padded[1:], padded[2:]):
        number = before.isdigit() and after.isdigit()
        apart = c in APART or (c in ".," and not number) or (c == "-" and before.isdigit())
        out.append(f" {c} " if apart else c)
    return "".join(out).split()


def every_symbol(line):
    """Whatever is neither a letter nor a digit stands apart."""
    return "".join(c if c.isalnum() else f" {c} " for c in line).split()


TOKENS = {
    "at blanks": str.split,
    "13a": thirteen_a,
    "every symbol apart": every_symbol,
    "characters": lambda line: list("".join(line.split())),
}


def precision(output, references, n):
    """Modified n-gram precision of token lists: each n-gram matches at most as often as in one of its references."""

    def grams(tokens):
        return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))

    right = total = 0
    for tokens, own in zip(output, references):
        most = Counter()
        for reference in own:
            most |= grams(reference)
        right += (grams(tokens) & most).total()
        total += grams(tokens).total()
    return Fraction(right, total)


def cut(lines, tokens):
    """Token lists of an output and, for each line, of its one reference; their two lengths."""
    output, references = [tokens(line) for line in lines], [[tokens(line)] for line in REFERENCE]
    return output, references, sum(map(len, output)), sum(len(own[0]) for own in references)


def fourth_power(lines, tokens):
    """BLEU to the fourth power, exactly, where the output is no shorter than the reference: no brevity penalty."""
    output, references, length, reference_length = cut(lines, tokens)
    if length < reference_length:
        raise ValueError(f"{length} tokens against {reference_length}: the brevity penalty is no fraction")
    return math.prod(precision(output, references, n) for n in range(1, 5))


def bleu(lines, tokens):
    """BLEU in per cent, with the brevity penalty."""
    output, references, length, reference_length = cut(lines, tokens)
    powers = math.prod(precision(output, references, n) for n in range(1, 5))
    return 100 * min(1.0, math.exp(1 - reference_length / length)) * float(powers) ** 0.25


def scores(lines):
    """BLEU in per cent under each way to cut, to two decimals."""
    return {name: round(bleu(lines, tokens), 2) for name, tokens in TOKENS.items()}


@dispute.finding
def the_order_turns():
    powers = {
        (name, cut): fourth_power(lines, TOKENS[cut])
        for cut in ("at blanks", "13a")
        for name, lines in (("A", A), ("B", B))
    }
    assert powers["A", "at blanks"] > powers["B", "at blanks"]
    assert powers["A", "13a"] < powers["B", "13a"]
    shown = {key: f"{100 * float(power) ** 0.25:.1f}" for key, power in powers.items()}
    return Finding(
        name="fourth power of BLEU, two outputs cut in two ways",
        kind="exact",
        value={f"{name}, {cut}": text(power) for (name, cut), power in powers.items()},
        shown=f"at blanks A {shown['A', 'at blanks']}, B {shown['B', 'at blanks']}; 13a A {shown['A', '13a']}, "
        f"B {shown['B', '13a']}",
        scope="six sentences, one reference; no output is shorter than it, so that there is no brevity penalty",
        says=f"Cut at blanks, A is ahead of B by {shown['A', 'at blanks']} to {shown['B', 'at blanks']}; with "
        f"punctuation apart, B is ahead of A by {shown['B', '13a']} to {shown['A', '13a']}. The fourth powers decide "
        "it exactly.",
        refutes="claim",
        decisive=True,
    )


@dispute.finding
def one_output_many_scores():
    a, b = scores(A), scores(B)
    return Finding(
        name="BLEU of one output, by the way it is cut",
        kind="derivation",
        value=a,
        shown=f"{min(a.values()):.1f} to {max(a.values()):.1f}",
        scope="output A, four ways to cut, the same for output and reference; decimals of a fourth root",
        says=f"Without a letter changed, output A scores anything from {min(a.values()):.1f} to {max(a.values()):.1f}.",
        table={"cut": list(a), "A": list(a.values()), "B": list(b.values())},
    )


#: Papineni's examples: a candidate, its references, the order of the n-grams and the precision printed for it.
MAT = "the cat is on the mat", "there is a cat on the mat"
GUIDES = (
    "it is a guide to action that ensures that the military will forever heed party commands",
    "it is the guiding principle which guarantees the military forces always being under the command of the party",
    "it is the practical guide for the army always to heed the directions of the party",
)
FIRST = "it is a guide to action which ensures that the military always obeys the commands of the party"
SECOND = "it is to insure the troops forever hearing the activity guidebook that party direct"
WORKED = (
    ("the the the the the the the", MAT, 1, Fraction(2, 7)),
    (FIRST, GUIDES, 1, Fraction(17, 18)),
    (FIRST, GUIDES, 2, Fraction(10, 17)),
    (SECOND, GUIDES, 1, Fraction(8, 14)),
    (SECOND, GUIDES, 2, Fraction(1, 13)),
)


@dispute.control(holds=True)
def the_worked_examples():
    """The modified precisions of the paper that defines BLEU: 2/7, 17/18, 10/17, 8/14 and 1/13."""
    got = [precision([line.split()], [[own.split() for own in owns]], n) for line, owns, n, _ in WORKED]
    return Outcome(survived=got == [printed for *_, printed in WORKED], note=", ".join(map(str, got)))


@dispute.control(holds=True)
def plain_words_have_one_score():
    """The claim for lines of plain words: cut at blanks, by 13a or with every symbol apart, they give one figure."""
    words = [" ".join(w for w in line.split() if w.isalpha()) for line in (*REFERENCE, *A)]
    ways = [TOKENS[name] for name in ("at blanks", "13a", "every symbol apart")]
    return Outcome(
        survived=all(ways[0](line) == ways[1](line) == ways[2](line) for line in words), note=f"{len(words)} lines"
    )


@dispute.control(holds=True)
def the_reference_scores_a_hundred():
    """The reference itself scores 100 however it is cut."""
    return Outcome(
        survived=all(fourth_power(REFERENCE, tokens) == 1 for tokens in TOKENS.values()), note=f"{len(TOKENS)} ways"
    )


@dispute.control(holds=False)
def matches_without_a_limit_fall():
    """'Count every match' gives 'the' seven times a precision of 7/7 and fails Papineni's example."""
    seven, owns = WORKED[0][0].split(), [own.split() for own in MAT]
    unlimited = Fraction(sum(any(word in own for own in owns) for word in seven), len(seven))
    return Outcome(survived=unlimited == precision([seven], [owns], 1), note=f"{unlimited} instead of 2/7")


@figure(
    "BLEU of the two outputs under four ways to cut them and their reference into tokens. Nothing else changes from "
    "left to right, and the lines cross."
)
def crossing(run):
    fig, ax = canvas(size=(7.2, 3.4))
    columns = next(f.table for f in run.findings if f.table)
    xs = range(len(columns["cut"]))
    for name, colour, below in (("A", "claim", False), ("B", "evidence", True)):
        ax.plot(xs, columns[name], "o-", color=colour)
        for x, value in zip(xs, columns[name]):
            under = below == (x == 0)
            ax.annotate(
                f"{value:.1f}",
                (x, value),
                xytext=(0, -14 if under else 7),
                textcoords="offset points",
                ha="center",
                color=colour,
                fontsize=9,
            )
        ax.annotate(
            f"output {name}",
            (0, columns[name][0]),
            xytext=(-12, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            color=colour,
        )
    ax.set(xticks=list(xs), xticklabels=columns["cut"], ylabel="BLEU, %", ylim=(8, 108), xlim=(-0.7, 3.3))
    ax.grid(axis="x", visible=False)
    return fig


@figure(
    "One clause of the reference, cut in four ways. Each box is a token; a match of four tokens in a row is worth as "
    "much as any other, whatever a token is."
)
def what_is_a_token():
    from matplotlib.patches import FancyBboxPatch

    line = "A state-of-the-art model costs $3.5 million (and a good deal"
    fig, ax = canvas(size=(8.2, 2.1))
    for row, name in enumerate(("at blanks", "13a", "every symbol apart", "characters")):
        at = 0
        for token in TOKENS[name](line):
            at = line.index(token, at)
            ax.add_patch(
                FancyBboxPatch(
                    (at + 0.1, -row - 0.33),
                    len(token) - 0.2,
                    0.66,
                    boxstyle="round,pad=0,rounding_size=0.15",
                    mutation_aspect=0.8,
                    facecolor="#e3ebf3",
                    edgecolor="claim",
                    lw=0.8,
                )
            )
            for i, letter in enumerate(token):
                ax.text(
                    at + i + 0.5, -row - 0.02, letter, ha="center", va="center", family="DejaVu Sans Mono", fontsize=8.5
                )
            at += len(token)
        count = len(TOKENS[name](line))
        ax.text(-0.8, -row, f"{name}, {count}", ha="right", va="center", fontsize=9)
    ax.set(xlim=(-15, len(line) + 0.5), ylim=(-3.6, 0.6))
    ax.set_axis_off()
    return fig
