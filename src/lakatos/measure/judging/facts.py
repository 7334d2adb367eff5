"""The facts that decide a dispute about a number: a fixed vocabulary, each with the question that asks for it."""

from __future__ import annotations

from dataclasses import dataclass

#: Name of the fact -> the question. Names are stable: they are what ``--json`` and tests speak.
FACTS = {
    "raw values": "what are both figures as measured, with all digits, and not their ratio?",
    "per": "what is each figure per: rollout, batch, step, token, device, epoch?",
    "batch size": "how many items does one batch hold, on each side?",
    "linearity": "is the time linear in the batch: what does one item run alone take, or what do two batch sizes take?",
    "timer scope": "what does the timer include: data loading, pre- and post-processing, prefill, decoding?",
    "timer unit": "in what unit does the timer or the intermediate variable count?",
    "column unit": "in what unit does the source (the interface, the column, the sensor) give the figure?",
    "device sync": "was the device synchronised before both readings of the timer?",
    "warm-up": "was the first run (compilation, cold cache) counted?",
    "tokens counted": "which tokens are counted: prompt, output, both; real ones, or padding as well?",
    "lengths": "how long are the sequences: prompt and output, valid tokens in each?",
    "device count": "on how many devices, of which role, is each figure measured and by how many is it divided?",
    "local or total": "is the count of the local shard (rank) or of the whole?",
    "device name": "on which device was it measured, and which device's peak is it divided by?",
    "peak convention": "is the peak that of dense or of sparse arithmetic, and at which precision?",
    "pad share": "which share of the positions counted is padding (the mask)?",
    "pad loss": "what is the loss on padding, for each model?",
    "operation convention": "does the counter count a fused multiply-add as one operation or as two?",
    "prefix convention": "do the prefixes mean powers of 1000 or of 1024, and bits or bytes?",
    "log base": "in which base is the logarithm: nats or bits?",
    "offset term": "which constant terms (dequantisation, entropy) are in the figure?",
    "reduction": "what does the reduction divide by: elements, positions, sequences, batch; a constant?",
    "shape": "what is the shape of the input: number of classes, positions per sequence, number of dimensions?",
    "direction": "over which of the two distributions is the expectation taken?",
    "default setting": "what does the released configuration set by default, and what was run?",
    "averaging": "how is it averaged: pooled, per class, per subject, per utterance; mean of ratios or ratio of means?",
    "group sizes": "how many items does each group (batch, chunk, subject, utterance) hold?",
    "split size": "how many different items does the evaluation set hold, and how many were scored?",
    "last batch": "what happens to the last, smaller batch: dropped, padded, weighted as the others?",
    "levels": "what are both levels, from which to which: is the change relative or in percentage points?",
    "wording": "which ratio do the words stand for: times as fast, percent faster, percent less time?",
    "sample size": "how many samples is it estimated from, on each side?",
    "data range": "which data range (peak) does the formula use, and which range do the data have?",
    "tokenisation": "which tokenisation and settings (signature) does the score use?",
    "periods": "how many periods has a year here: sampling interval, trading days and hours?",
    "rate unit": "is the risk-free rate per period or per year, like the mean it is taken from?",
    "action repeat": "how many frames make one step (action repeat)?",
    "parameters counted": "which parameters are counted: embeddings, inactive experts, the whole?",
    "error model": "how many experiments stand behind the interval, and with which residual variance?",
    "formula": "by which formula was it computed, the same for every row?",
    "reference value": "which reference is the figure a share of, and how was the reference computed?",
    "precision": "at which numerical precision was each measured?",
    "subset": "on which split, subset or selection (best of, mean of seeds) was each measured?",
}


@dataclass(frozen=True)
class Question:
    """A fact that is missing, and the question that asks for it."""

    fact: str

    @property
    def text(self) -> str:
        return FACTS[self.fact]

    def __post_init__(self) -> None:
        if self.fact not in FACTS:
            raise ValueError(f"no fact is called {self.fact!r}; see FACTS")

    def __str__(self) -> str:
        return f"{self.text} [{self.fact}]"
