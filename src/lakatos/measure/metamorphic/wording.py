"""Each slip as a sentence with the numbers of its case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: What is said of a kind of slip; the names in braces are facts of the case.
SENTENCES = {
    "mean of batch means": "mean of batch means: {uneven}",
    "last batch dropped": "the last batch of {r} is dropped",
    "last batch filled": "the last batch of {r} is filled up to {b} with samples that are scored twice",
    "batch means weighted by samples": "the values of batches are averaged by their number of samples{not_tokens}",
    "batch means weighted by tokens": "the values of batches are averaged by their number of tokens",
    "batches are summed": "the values of batches are summed, not averaged",
    "only the first batch": "only the first batch is scored",
    "only the last batch": "only the last batch is scored: each batch overwrites the value",
    "per batch, not per item": "per batch, not per item: it goes with the number of batches",
    "divided by the batch size": "divides by the batch size",
    "multiplied by the batch size": "multiplies by the batch size",
    "last batch counted as full": "batches × batch size stands for the number of samples: the last {r} count as {b}",
    "duplicates are scored": "samples duplicated to fill the world size are scored twice: {missing} at {w} devices",
    "cut to length in the wrong order": "duplicates are cut off in the wrong order: they stay, and others go",
    "samples are dropped": "samples that do not fill the world size are dropped: {r} at {w} devices",
    "mean of the devices' means": "mean of the devices' means: shares of different sizes weigh the same",
    "devices' means weighted by samples": "the devices' values are averaged by their number of samples",
    "devices' means weighted by tokens": "the devices' values are averaged by their number of tokens",
    "devices are summed": "the devices' values are summed, not averaged",
    "only one device's share": "only the first device's share is scored",
    "only the last device's share": "only the last device's share is scored",
    "divided by the world size": "divides by the world size",
    "multiplied by the world size": "multiplies by the world size",
    "padded positions are counted": "padded positions are counted: they are in the divisor",
    "divided by the padded length": "divides by the padded length, not by the number of real tokens",
    "padded values enter": "what stands at padded positions enters the value",
    "padding must be on the right": "takes the padding to be on the right, whatever the mask says",
    "moves with the batch size": "moves with the batch size, in none of the known ways",
    "moves with the world size": "moves with the world size, in none of the known ways",
    "moves with batch and world size together": "moves with batches on several devices, though with neither alone",
    "moves with the padding": "moves with the padded length, in none of the known ways",
    "order matters": "the order of the samples matters{own}",
    "the position matters": "where a sample stands among many matters{own}",
    "a sum over samples": "a sum over samples, not a mean: it doubles with the data",
    "moves when the data are doubled": "moves when every sample comes twice, as a standard error may: no mean, no sum",
    "per sequence, not per token": "per sequence, not per token: a sequence weighs the same whatever its length",
    "summed over a sequence": "per sequence, not per token: a sum over tokens, divided by the sequences",
    "moves when sequences are split": "moves when sequences are split: not all tokens weigh the same, or not all count",
    "per token, not per sequence": "per token, not per sequence: long sequences weigh more",
    "mean over the vocabulary": "reduction over elements: divides by the vocabulary, {words} words for {fewer}",
    "moves with the vocabulary": "moves when words are added that are never used",
    "depends on the order of the vocabulary": "depends on the order of the vocabulary",
    "one class is singled out": "one class is singled out, or classes are ordered: which is the positive one?",
}


def sentence(kind: str, facts: Mapping[str, Any]) -> str:
    """What a slip of this kind is in this case; a kind without a sentence of its own is one itself."""
    even = "a batch with few tokens weighs as much as one with many" if facts.get("tokens") else "batches differ"
    if facts.get("steps"):
        even = "a short step weighs as much as a long one"
    ragged = facts.get("r") and "b" in facts
    more = {
        "uneven": f"the last batch of {facts['r']} weighs as much as one of {facts['b']}" if ragged else even,
        "not_tokens": ", not of tokens" if facts.get("tokens") else "",
        "own": f", as if it took batches of {facts['b']} of its own" if "b" in facts else "",
    }
    return SENTENCES.get(kind, kind).format(**{**facts, **more})
