"""Conventions of normalising and measuring, as a table: the words they go by, and whether each is a slip.

A *slip* does not measure what the figure is called (a timer that does not wait for the device, padding among the
tokens, a mean of batch means); its *sound* counterpart does. Where there are *several* that are all in use
(prompt and output tokens, micro and macro F1), a figure is ambiguous until it says which one it is.
Each group names the facts that tell its members apart. A new convention is one line here.
Sources: the public cases collected in the issue threads and papers that the guide lists.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

Standing: TypeAlias = Literal["slip", "sound", "several"]


@dataclass(frozen=True)
class Convention:
    """One way to measure: what it is called, the words it is recognised by, and its standing."""

    label: str
    words: str
    standing: Standing

    def recognised(self, words: str) -> bool:
        """Whether its words occur, and are not denied: "padding False" and "first run excluded" name no slip."""
        return any(not _denied(words, found) for found in _compiled(self.words).finditer(words))


@dataclass(frozen=True)
class Group:
    """Conventions that exclude each other.

    Attributes:
        name: what they are conventions of.
        facts: what has to be known to tell them apart.
        members: in the order in which they are tried; the first that is recognised counts.
        among: words of which some must occur on either side, or the group does not apply.
        strong: whether its words say so much that the accuser's own figure being a slip settles it, whatever is
            said of the other side.
        relation: what the numbers must obey if the slip explains them; see ``relations``.
    """

    name: str
    facts: tuple[str, ...]
    members: tuple[Convention, ...]
    among: str = ""
    relation: str = ""
    strong: bool = False

    def of(self, words: str) -> Convention | None:
        """The convention that some words name."""
        return next((c for c in self.members if c.recognised(words)), None)

    def sound_too(self, words: str) -> bool:
        """Whether some words name a sound convention, whatever else they name."""
        return any(c.standing == "sound" and c.recognised(words) for c in self.members)

    def applies(self, words: str) -> bool:
        """Whether words of both sides together are about what this group is of."""
        return not self.among or _compiled(self.among).search(words) is not None


_DENIED_BEFORE = re.compile(
    r"(\b(no|not|non|never|without|excl\w*|except|minus|neither|nor|instead of|rather than)\b[ -]?((any|the|a|all) )?"
    r"|\bun-?)$"
)
_DENIED_AFTER = re.compile(
    r"\w*[ :=]*(of \d+ )?((is|are|was|were|been) )*"
    r"((false|none|no|not|off|excluded|removed|dropped|discarded|ignored|skipped|masked|left out|\w+ separately)\b"
    r"|0+(\.0+)?(?![\d.]))"
)


def _denied(words: str, found: re.Match[str]) -> bool:
    before = words[max(0, found.start() - 24) : found.start()]
    return bool(_DENIED_BEFORE.search(before) or _DENIED_AFTER.match(words, found.end()))


@lru_cache(maxsize=512)
def _compiled(words: str) -> re.Pattern[str]:
    return re.compile(words)


def _slip(label: str, *words: str) -> Convention:
    return Convention(label, "|".join(words), "slip")


def _sound(label: str, *words: str) -> Convention:
    return Convention(label, "|".join(words), "sound")


def _one(label: str, *words: str) -> Convention:
    return Convention(label, "|".join(words), "several")


_POOLED = r"perplexity|\bppl\b|loss|\bnats?\b|\bbits?\b|\bwer\b|\bcer\b|\bbleu\b|error rate|cross.entropy|likelihood"
_AVERAGED = rf"{_POOLED}|accuracy|f1|recall|precision|score|mean|average|weight"
#: What a whole is cut into by whoever computes it, and not by what is measured.
_PARTS = r"(micro.?batch|batch|chunk|shard|rank|device|window|segment)"

GROUPS = (
    Group(
        "waiting for the device",
        ("device sync",),
        (
            # A processor has done its work when the call returns.
            _one("timed on a processor", r"\bcpu\b"),
            _slip(
                "timed without waiting for the device",
                r"sync(hroni[sz]ed)? (false|no|none|off|missing)\b(?! need)",
                "unsync",
                r"(without|no|not|missing) (device )?sync(?!\w* (overhead|cost|need|required))",
                "asynchronous(ly)? (tim|measur|launch)",
            ),
            _sound(
                "timed with the device waited for",
                "sync(hroni[sz]ed)? (true|yes)",
                "(with|after) (device )?sync",
                "synchroni[sz]ed",
            ),
        ),
        relation="too fast",
        strong=True,
    ),
    Group(
        "padding",
        ("pad share", "pad loss", "tokens counted"),
        (
            _sound(
                "real tokens only",
                r"real (\w+ )?token",
                "non.?pad",
                "un.?padded",
                r"valid (\w+ )?(token|position)",
                "without pad",
                "excluding pad",
                "active token",
                "pad(ding)? (masked|excluded|removed|taken out|out|dropped|ignored)",
                "no pad",
                "(after|by) (taking|leaving|masking) (out )?(the )?pad",
                "(tak|leav)ing (the )?pad(ding)? out",
            ),
            _slip(
                "padding counted", "padded", "padding", r"\bpads?\b", r"every (slot|position)", r"all (slots|positions)"
            ),
        ),
        among=r"pad|real|valid|mask|slot|position",
        relation="diluted",
        strong=True,
    ),
    Group(
        "tokens counted",
        ("tokens counted", "lengths"),
        (
            _one(
                "prompt and output tokens",
                r"(prompt|input|prefill) ?(\+|and|&|plus) ?(output|completion|generat)",
                "total tokens",
            ),
            _one("output tokens", "output", "generated", "completion tokens", "decode tokens"),
            _one("prompt tokens", "prompt", "input tokens", "prefill tokens"),
        ),
        among=r"token",
    ),
    Group(
        "what the timer includes",
        ("timer scope", "lengths"),
        (
            _one(
                "end to end",
                "end.to.end",
                r"\be2e\b",
                "including prefill",
                "with prefill",
                "total latency",
                "wall.clock",
                "request latency",
            ),
            _one("decoding only", "decode time", "decoding (time|only)", "excluding prefill", "generation time only"),
            _one("first token", "time to first", "ttft", "prefill time"),
            _one("processor time", "cpu time", "process time"),
        ),
    ),
    Group(
        "what is inside the timed region",
        ("timer scope",),
        (
            _one(
                "with pre- and post-processing",
                "pre.?/?(and )?.?post.?processing",
                "with (data )?loading",
                "including (io|i/o|transfer|loading|pre|post)",
            ),
            _one(
                "the computation alone",
                "inference only",
                "forward only",
                "without (data )?loading",
                "excluding (io|i/o|transfer|loading|pre|post)",
                "kernel (time|only)",
            ),
        ),
    ),
    Group(
        "warming up",
        ("warm-up",),
        (
            _sound(
                "after warming up",
                "after warm",
                "warmed",
                "warm.?up (true|excluded)",
                "steady.state",
                "excluding compil",
                "without compil",
            ),
            _slip(
                "the first run counted",
                "(?<!after )(?<!after the )first (run|call|iteration)",
                r"with the first\b",
                "first (one )?(included|counted)",
                r"\bcold\b(?![ -]start[ -](user|item|rec|problem))",
                "including compil",
                "with compil",
                "no warm",
                "without warm",
                "warm.?up (false|included)",
                r"\bjit time",
            ),
        ),
        among=r"\b(ns|us|µs|ms|s|secs?|seconds?|mins?|minutes?|h|hours?|fps|latency|time|throughput|speed)\b",
        relation="warmed",
    ),
    Group(
        "devices that share the work",
        ("device count",),
        (
            _one(
                "devices of one role only", "(decode|prefill|worker|rollout|training|actor) (gpu|device|accelerator)s?"
            ),
            _one("all devices", "all (gpu|device|accelerator|card|node)s", "whole cluster", "provisioned"),
        ),
    ),
    Group(
        "the part and the whole",
        ("local or total", "device count"),
        (
            _slip(
                "one rank's part taken for the whole",
                "rank.local",
                r"\blocal (rank|shard|count|param|token)",
                "local to (a|one|the) (rank|shard)",
                r"\bshard('s)? (count|param|only)",
                "(one|single|local|a) shard",
                "one rank",
                "single rank",
                "per.rank",
            ),
            _sound("the whole", "global", "whole", "total", "all ranks", "full model", "across ranks"),
        ),
    ),
    Group(
        "the peak that a utilisation refers to",
        ("peak convention", "device name"),
        (
            _slip("of the peak for sparse arithmetic", r"(?<!non.)\bspars(e|ity)", "2:4"),
            _sound("of the dense peak", "dense", "non.sparse", "without sparsity"),
        ),
        among=r"peak|mfu|hfu|flop|utili[sz]",
        relation="half",
    ),
    Group(
        "averaging of a ratio",
        ("averaging", "group sizes"),
        (
            _slip(
                "mean of ratios per utterance or sentence",
                r"(mean|average) (of|over) (\w+ )?(per.)?(utterance|sentence|clip|line)s?\b",
                r"(averaged?|mean) \w* ?\w* ?per.(sentence|utterance|line)",
                "(utterance|sentence|clip|line|segment)[ -]?(level )?(mean|average)",
                "mean of ratios",
            ),
            _sound(
                "pooled over all items", "corpus", r"\btokens?\b", r"\bwords?\b", "pooled", "ratio of means", "dataset"
            ),
        ),
        # A mean over samples of anything else is what it should be.
        among=r"\b[wct]er\b|\bbleu\b|\bchrf\b|error rate|ratio",
        strong=True,
    ),
    Group(
        "averaging",
        ("averaging", "group sizes", "last batch"),
        (
            _slip("mean of exponentials", "mean of (the )?exp", "average (of )?(the )?exp", r"mean\(exp"),
            _slip(
                "labels flattened",
                r"(flattened|raveled) (\w+ )?label",
                r"labels? (\w+ )?(flattened|raveled)",
                "element.?wise matrix",
            ),
            _slip(
                "mean of means of unequal groups",
                rf"{_PARTS}(es|s)?[ -](weighted |wise )?(batch )?(mean|average)",
                r"mean of (\w+ )?(batch|chunk|rank|mean)",
                "sequence.weighted",
                "averaged? (over|per) (batch|chunk|rank)",
            ),
            _slip("mean of rates", "mean of (the )?(rate|throughput|speed)s?", "average (of )?(rate|throughput)s"),
            _sound("exponential of the mean", r"exp(onential)? ?\(?(of )?(the )?mean"),
            _sound(
                "rate of the mean time",
                "rate of (the )?mean",
                "total (items|images|tokens|samples)? ?/ ?total",
                "harmonic",
            ),
            _sound(
                "pooled over all items",
                "corpus",
                r"\btokens?\b",
                "pooled",
                "ratio of means",
                "per (item|sample)",
                "dataset",
                "whole step",
                "global mean",
                "multi.?label",
                r"\bsample\b",
                "weighted by",
            ),
        ),
        among=rf"{_AVERAGED}|rate|/s",
        relation="averaged",
        strong=True,
    ),
    Group(
        "averages over classes or subjects",
        ("averaging", "group sizes"),
        (
            _one("macro", r"\bmacro", "per.(class|subject|task|language)", "subject", "category", "task average"),
            _one("micro", r"\bmicro", "question", "pooled", "overall", "instance"),
            _one("weighted", "weighted"),
        ),
        among=r"accuracy|f1|recall|precision|score|auc",
    ),
    Group(
        "what was scored",
        ("split size", "last batch", "device count"),
        (
            _slip("rows that were scored", "scored", "evaluated", "padded index", "duplicat"),
            _sound(
                "rows of the split",
                "in (the )?(split|dataset|test set)",
                r"\bdataset",
                "unique",
                "all (test )?(windows|samples)",
            ),
        ),
        among=r"scored|split|dataset|index|duplicat|unique",
        relation="filled up",
    ),
    Group(
        "the last batch",
        ("last batch", "split size"),
        (
            _slip("without the last batch", "minus (the )?last", "drop.?last", "last batch (dropped|missing|left out)"),
            _sound("all items", r"\ball\b", "whole", "full", "complete", "last batch (kept|included)"),
        ),
        # What is counted or averaged over items; the time of a step does not hang on the last batch.
        among=rf"{_AVERAGED}|\bm[sa]e\b|error|\b(window|sample|image|row)s\b",
    ),
    Group(
        "sample size of a biased estimate",
        ("sample size",),
        (_one("an estimate that depends on how many samples it has", r"\bn ?= ?\d", r"samples? \d"),),
        among=r"\bfid\b|fr[ée]chet|\bkid\b|inception|mutual information|entropy estimate|pass@|best.of",
    ),
    Group(
        "what the divisor of a loss is",
        ("reduction", "lengths"),
        (
            _one("the tokens of the batch", r"mask\.sum", "batch tokens", "total tokens", "own length", "num_items"),
            _one("a constant length", r"max_?(completion|new|seq)\w*", "constant", "max length"),
        ),
        among=r"loss|objective|grad",
    ),
    Group(
        "what a divergence is divided by",
        ("reduction", "shape"),
        (
            _one("by elements", "element", "numel", r"\bmean reduction"),
            _one("by the first axis only", "batchmean"),
            _one("by positions", "position", r"\btoken"),
            _one("by samples", r"\bsample", "per sequence", r"\bsequence"),
        ),
        among=r"\bkl\b|diverg|jsd|jensen",
    ),
    Group(
        "direction of a divergence",
        ("direction", "default setting"),
        (
            _one("reverse, expectation over the student", "reverse", r"kl ?\(? ?(student|policy|q|model) ?(\|\||;|,)"),
            _one(
                "forward, expectation over the teacher", "forward kl", r"kl ?\(? ?(teacher|ref\w*|p|data) ?(\|\||;|,)"
            ),
        ),
        among=r"\bkl\b|diverg",
    ),
    Group(
        "terms of a likelihood",
        ("offset term", "log base"),
        (
            _slip(
                "without a term",
                "omitted",
                "without (the )?(entropy|offset|dequanti|constant)",
                "missing term",
                "dropped term",
            ),
            _sound("with all terms", "^(?!.*(omitted|without|missing|dropped)).*(bits|nats|likelihood)"),
        ),
        among=r"omitted|offset|dequanti|missing term|dropped term",
    ),
    Group(
        "range of the data",
        ("data range",),
        (
            _sound(
                "the range that 8-bit data have",
                r"peak (255|1\.0|1)\b",
                r"data.?range (255|1\.0|1)\b",
                "range 255",
                "max 255",
            ),
            # Images from -1 to 1, or of more than eight bits, have these ranges.
            _one("a range that other data have", r"(peak|range|max) (2|2\.0|1023|4095|16383|65535)\b"),
            _slip("another range than the data's", r"peak \d+", r"data.?range \d+", r"range \d+", r"max \d+"),
        ),
        among=r"psnr|ssim|\bdb\b",
        relation="decibels",
    ),
    Group(
        "tokenisation of a score",
        ("tokenisation",),
        (
            _one(
                "a stated, standard tokenisation",
                r"\b13a\b",
                "sacrebleu",
                "detoken",
                r"\bintl\b",
                r"\bflores",
                "signature",
            ),
            _one(
                "a tokenisation of one's own",
                r"\b(user|own|custom)\b",
                "tokeni[sz]ed",
                "multi.?bleu",
                "nltk",
                "default tokeni",
            ),
        ),
        among=r"bleu|rouge|chrf|meteor",
    ),
    Group(
        "periods of a year",
        ("periods",),
        (
            _one("a market that never closes", r"crypto|bitcoin|\bbtc\b|\beth\b|perpetual|24/7|\bfx\b|forex"),
            _slip(
                "hours in which the market is closed counted",
                "24 ?h",
                "24.hour",
                "calendar (day|hour)",
                "around the clock",
            ),
            _sound("hours of the sessions", "session", "trading hour", "exchange hour", "market hour"),
        ),
        among=r"sharpe|sortino|volatil|annual|\bbars?\b|periods?|trading|market",
        relation="hours",
    ),
    Group(
        "rates of one period",
        ("rate unit", "periods"),
        (
            _slip("a rate per period beside one per year", r"annual\w*[^;]*per.period", "per.period[^;]*annual"),
            _sound(
                "one period throughout", "consistent", "same period", "both annual", "both per.period", "throughout"
            ),
        ),
        among=r"sharpe|sortino|risk.free|\brf\b|volatil",
    ),
    Group(
        "what is written and what was run",
        ("default setting", "action repeat"),
        (
            _slip(
                "as the paper words it",
                r"\((the )?(paper|documentation|docs|readme|docstring|article)\b[^)]*\)",
                "(in|per|by) the (paper|docs|readme)",
            ),
            _sound("as it was run", r"\((the )?(config|log|actual)\w*[^)]*\)", "(in|per|by) the (config|log)"),
            # A default need not be what was run.
            _one("as it is released", r"\((the )?(code|default|release)\w*[^)]*\)", "(in|per|by) the (code|release)"),
        ),
        relation="one unit",
    ),
    Group(
        "what there is and what is needed",
        ("error model", "sample size"),
        (
            _sound("what the figure needs", "needed", "required", "necessary", "would (need|take)"),
            _slip("what there was", r"\brun\b", "used", "performed", "available", "actual"),
        ),
        # Too few for a statement of how sure it is; fewer devices or bytes than others need are no slip.
        among=r"interval|\bci\b|confidence|error bar|width|significan|power",
        relation="too few",
    ),
    Group(
        "parameters counted",
        ("parameters counted",),
        (
            _one(
                "without embeddings",
                "non.embedding",
                "without (the |word )?embedding",
                "excluding (the |word )?embedding",
                r"embeddings? (left out|excluded|not counted|removed)",
            ),
            _one("active parameters", r"\bactive", "activated"),
            _one(
                "all parameters",
                "total",
                "all param",
                r"(including|with) (the |word )?embedding",
                r"embeddings? (in\b|included)",
                "whole",
            ),
        ),
        among=r"param|embedding|exponent|weights",
    ),
    Group(
        "operations counted",
        ("operation convention",),
        (
            _one("multiply-adds", r"\b[kmgt]?macs?\b", "multiply.add", r"\bfma\b", "madd"),
            _one("single operations", r"\b[kmgt]?flops?\b"),
        ),
        among=r"\b[kmgt]?macs?\b|\bfma\b|madd|multiply",
    ),
    Group(
        "forward and backward",
        ("operation convention", "timer scope"),
        (
            _one(
                "forward and backward",
                r"(forward|fwd) ?(\+|and|&) ?(backward|bwd)",
                "training step",
                "hardware flop",
                r"\bhfu\b",
            ),
            _one("forward only", "forward( pass)? only", "inference flop", "fwd only"),
        ),
    ),
    Group(
        "directions of a link",
        ("wording", "peak convention"),
        (
            _one("both directions", "bidirectional", "duplex", "both directions"),
            _one("one direction", "unidirectional", "one direction", "per direction"),
        ),
    ),
    Group(
        "memory counted",
        ("column unit", "wording"),
        (
            _one("allocated", "allocated", "tensors?( memory| of)", "tracked"),
            _one("reserved", "reserved", "nvidia.smi", "cached"),
        ),
    ),
    Group(
        "numerical precision",
        ("precision",),
        (
            _one("single precision", "fp32", "float32", "single precision", "tf32"),
            _one("half precision", "fp16", "bf16", "float16", "bfloat16", "half precision"),
            _one("eight bits or fewer", "fp8", "int8", "int4", "4.bit", "8.bit"),
        ),
    ),
    Group(
        "statistic of the spread",
        ("averaging", "sample size"),
        (
            _one("standard error", "standard error", r"\bsem\b", "stderr", r"\bse\b"),
            _one("standard deviation", "standard deviation", r"\bsd\b", r"\bstd\b", "stddev"),
            _one("confidence interval", "confidence", r"\bci\b"),
        ),
    ),
    Group(
        "statistic of the timing",
        ("averaging", "timer scope"),
        (
            _one("percentile", r"\bp(50|9\d|99\.9)\b", "percentile", "tail"),
            _one("median", "median"),
            _one("best", r"\bbest\b", r"\bmin(imum)?\b", "fastest"),
            _one("mean", r"\bmean\b", "average"),
        ),
        among=r"\b(ns|us|ms|s|seconds?|latency|time)\b",
    ),
    Group(
        "what was selected",
        ("subset",),
        (
            _one("training data", r"\btrain(ing)? (set|split|data|part|fold)", r"on train\b"),
            _one("validation data", r"\bval(idation)?\b", "dev set"),
            _one("test data", r"\btest (set|split|data|part|fold|server)", r"on test\b", "held.out"),
            _one("the best of several", "best.of", "best seed", "max over"),
            _one("all seeds", "all seeds", "mean over seeds"),
        ),
    ),
    Group(
        "unit of text",
        ("lengths", "tokenisation"),
        (
            _one("per word", r"\bwords?\b"),
            _one("per character", r"\bchar(acter)?s?\b", r"\bbpc\b"),
            _one("per byte", r"\bbytes?\b", r"\bbpb\b"),
            _one("per token of pieces of sentences", "sentence.?piece", "unigram token"),
            _one("per token of byte pairs", r"\bbpe\b", "byte.pair"),
            _one("per token", r"\btokens?\b", "subword", "word.?piece"),
        ),
        among=r"perplexity|\bppl\b|bits?|nats?|loss|entropy",
    ),
    Group(
        "reference that a share refers to",
        ("reference value", "formula"),
        (
            _one("a stated reference", r"reference|limit|dose|allowance|quota|budget"),
            _one("a baseline", r"baseline|control|previous"),
        ),
    ),
    Group(
        "decibels of amplitudes and of powers",
        ("formula",),
        (
            _sound("20 log10 of amplitudes", r"20 ?\*? ?log(10)?\b[^;]{0,60}?(norm|amplitude|voltage|rms|\bmax)"),
            _sound("10 log10 of powers", r"10 ?\*? ?log(10)?\b[^;]{0,60}?(energ|power|squared|variance|mse)"),
            _slip("10 log10 of amplitudes", r"10 ?\*? ?log(10)?\b[^;]{0,60}?(norm|amplitude|voltage|rms)"),
            _slip("20 log10 of powers", r"20 ?\*? ?log(10)?\b[^;]{0,60}?(energ|power|squared|variance|mse)"),
        ),
        among=r"\bdb\b|log",
        strong=True,
    ),
    Group(
        "definition of a percentile",
        ("formula", "sample size"),
        (
            _one("interpolated", r"interpolat|percentile\(|spreadsheet|linear method"),
            _one("nearest rank", r"nearest.rank|order statistic|hdr"),
        ),
        among=r"percentile|\bp\d\d",
    ),
    Group(
        "steps and frames",
        ("action repeat",),
        (
            _one("frames", r"\bframes?\b"),
            _one("agent steps", "agent steps?", "decisions?", r"\bactions?\b"),
            _one("environment steps", "env(ironment)? steps?", r"\bsteps?\b"),
        ),
        among=r"frame|action|environment|env steps",
    ),
)
