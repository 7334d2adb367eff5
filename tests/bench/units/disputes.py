"""What a stranger knows of each public dispute beside its two quantities: which one is disputed, and by whom.

The quantities come from a file of public cases (threads, papers, an announcement), each with its source. Here stands
only who asserts what, as the thread has it; outcomes, ratios, trap kinds and notes are not looked at. By default a
misreport is "a is published, and should be b", and a comparison "a, held against b, contradicts the claim".
"""

from __future__ import annotations

from typing import Any

from lakatos.measure import Judgement, judge

#: Disputes in which something else is asserted: (the published side, the accuser's side, what is asserted).
ASSERTED = {
    # Nobody's claim is named: a reader holds two lines of a progress bar against each other.
    "forge-1594": ("b", "a", "nothing"),
    # The two times are not disputed, only the words for their ratio.
    "opensearch-2374": ("b", "a", "nothing"),
    # The exponent of the earlier paper is the published one that the later paper disputes.
    "kaplan-chinchilla": ("a", "b", "compared"),
}

#: Why a case does not carry enough to decide, and the facts that are missing (``measure.FACTS``).
UNDECIDED = {
    "announcement-rollout-batch50": ("no raw times, and which of them is per batch", {"raw values", "batch size", "linearity"}),
    "announcement-kl-direction": ("no figures; which direction was run", {"direction", "default setting"}),
    "cnn-benchmarks-13": ("no figures; the batch is not beside the table", {"batch size"}),
    "paradedb-2796": ("no figures", {"timer unit"}),
    "benchmarkify-8": ("no figures; what the variable counts in", {"timer unit"}),
    "inferencex-293": ("one figure; lengths of prompt and output", {"lengths"}),
    "inferencex-299": ("no figures; devices of each role", {"device count"}),
    "torchtune-1875": ("no figures; the mask", {"pad share"}),
    "nanogpt-619": ("no figures; the number of ranks", {"device count"}),
    "lightning-21743": ("no figures; the convention of each entry", {"peak convention"}),
    "fms-fsdp-67": ("no figures; a shard's count or the model's", {"local or total"}),
    "thop-15": ("two sentences and no figure", {"operation convention"}),
    "codecarbon-201": ("no figures; the unit of the reading", {"column unit"}),
    "codecarbon-286": ("no figures; the unit of the column", {"column unit"}),
    "tirex-121": ("no figures; the unit of the interface", {"column unit"}),
    "netflix-carbon": ("a ratio of 8 between two figures in one unit: whose slip is not said", {"prefix convention"}),
    "black-plastic": ("two references, 10 apart: how either was computed is not said", {"reference value"}),
    "orbit-290": ("a ratio of 1.024 between two figures in one unit: the raw bytes", {"prefix convention"}),
    "xxhash-1051": ("no figures", {"prefix convention"}),
    "transformers-34191": ("no figures; tokens of each micro-batch", {"group sizes"}),
    "trl-3138-drgrpo": ("no figures; the divisor", {"reduction"}),
    "deit-61": ("no figures; the number of classes", {"shape"}),
    "sparseml-674": ("no figures; the rank of the input", {"shape"}),
    "lm-eval-242": ("no figures", {"log base"}),
    "soft-truncation-2": ("no figures; the constant terms", {"offset term"}),
    "magenta-239": ("no figures; which of the two is the definition", {"averaging"}),
    "keras-hub-2958": ("no figures; tokens of each batch", {"group sizes"}),
    "deepspeech-265": ("no figures; words of each utterance", {"group sizes"}),
    "lm-eval-1352": ("no figures; sizes of the subjects", {"group sizes"}),
    "aggcn-8": ("no figures; the average that was asked for", {"averaging"}),
    "tflearn-75": ("no figures; the size of the last batch", {"last batch"}),
    "autoformer-104": ("no figures; whether the last batch was dropped", {"last batch"}),
    "pytorch-25162": ("no figures; size of the set and number of ranks", {"split size", "device count"}),
    "cross-view-38": ("no figures; the range of the data", {"data range"}),
    "datasets-137": ("no figures; the tokenisation", {"tokenisation"}),
}  # fmt: skip


def stranger(case: dict[str, Any]) -> Judgement:
    """The judgement on a case, from its two quantities and who asserts what, and nothing else."""
    usual = ("a", "b", "instead") if case["form"] == "misreport" else ("b", "a", "compared")
    published, against, asserts = ASSERTED.get(case["id"], usual)
    sides = {"a": case["quantity_a"], "b": case["quantity_b"]}
    return judge(sides[published], sides[against], asserts=asserts)  # type: ignore[arg-type]


def outcome(case: dict[str, Any]) -> str:
    """What came out in public, in the words of a judgement."""
    return {"claim_wrong": "claim wrong", "false_falsification": "false accusation"}.get(case["outcome"], "ambiguous")
