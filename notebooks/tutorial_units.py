# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # No number without its "per"
#
# Two honest people measure the same two systems, both write seconds, and one concludes "twice as slow" where the other has "eight times as fast". Neither has made an arithmetic
# error, and no unit library objects: both numbers *are* seconds. What is missing is the *per*. This tutorial starts there and ends with a table that is audited in one command.
#
# ## One rollout, a batch of fifty
#
# A reported number enters as text, so that its digits survive, and a ratio needs a per on both sides.

# %%


import csv
import tempfile
from pathlib import Path

import numpy as np

from lakatos import canvas, figure, measure
from lakatos.measure import compare, judge, reported

compare(reported("41 s"), reported("20.5 s"))

# %% [markdown]
# No ratio, two questions. Say what each is per, and how many a batch holds, and there is an answer, with every step that leads to it.

# %%
compare(reported("41 s per batch of 50 rollouts"), reported("20.5 s per rollout"))

# %% [markdown]
# Twice as slow as printed; 25 times as fast per rollout, *if* time is linear in the batch. Nobody has said that it is. A rollout run alone takes anything from its share of the
# batch to as long as the whole batch, and so the answer is a bracket, and a question. Multiplying by 50 on one's own authority would be the same mistake in the other direction: in the
# dispute that this case is modelled on, the correction was a factor of 16.
#
# ## Units that do not cancel
#
# A token, a rollout and a device are dimensions here, and so are a bit and a nat. What a convention relates, and no definition, is converted in the open.

# %%
compare(reported("2.03 nats/dim"), reported("2.93 bits/dim"))

# %%
compare(reported("4.53 s/it"), reported("4.88 it/s"))

# %% [markdown]
# The last pair was read off two progress bars, which print whichever of the two is above one. The digits differ by 8 %, the speeds by a factor of 22.

# %%
try:
    compare(reported("12 ms per token"), reported("3 GB per token"))
except measure.UnitError as refused:
    print(refused)

# %% [markdown]
# ## Who is right?
#
# An accusation has two figures and somebody who asserts something about them. `judge` looks at their words, names the conventions that it recognises, and holds the numbers against what the slip
# would do to them.

# %%
judge(
    {"value": "24.3", "unit": "percent MFU", "per": "sparse peak"},
    {"value": "48.5", "unit": "percent MFU", "per": "dense peak"},
)

# %% [markdown]
# The other way round, the accuser has divided by the wrong peak, and nobody is convicted:

# %%
judge(
    {"value": "48.5", "unit": "percent MFU", "per": "dense peak"},
    {"value": "24.3", "unit": "percent MFU", "per": "sparse peak"},
    asserts="compared",
)

# %% [markdown]
# Corrections are checked too. Here the label is wrong, and so is the number that was offered in its place:

# %%
judge({"value": "65365.1484375", "unit": "MiB (named Mb)"}, {"value": "574957.926", "unit": "Mbit"})

# %% [markdown]
# A ratio convicts nobody, however telling it is: a factor of 8 may be bits and bytes, but whose? It is asked.

# %%
judge({"value": "1.6", "unit": "kg", "per": "hour"}, {"value": "0.2", "unit": "kg", "per": "hour"})

# %% [markdown]
# ## Padding: the per that hides in a mean
#
# A perplexity is *per token*. Per which? If padding is among the positions scored and costs nothing, the logarithm of a ratio of perplexities is diluted by the share of real tokens, and can be
# undone from the printed figures alone, with what their rounding leaves.

# %%
measure.undiluted_change("3.1%", padded="66%")

# %% [markdown]
# ## A metric that moves when it should not
#
# With the code at hand, no annotation is needed: score the same samples in other batches, with other padding, on more devices. A well-normalised metric does not move; one that does shows its slip.


# %%
def perplexity(losses, mask, batch_size):
    """The mean over batches of the mean over tokens, as many a training loop has it."""
    means = []
    for start in range(0, len(losses), batch_size):
        loss, real = losses[start : start + batch_size], mask[start : start + batch_size]
        means.append((loss * real).sum() / real.sum())
    return np.exp(np.mean(means))


measure.audit_metric(perplexity)


# %% [markdown]
# ## Which divergence is it?
#
# The paper says reverse KL, the code says something else in another library's argument order. What a function computes is told from what it does to random distributions:


# %%
def distillation_loss(student_logits, teacher_logits):
    """Somebody's loss."""
    student = student_logits - np.log(np.exp(student_logits).sum(-1, keepdims=True))
    teacher = teacher_logits - np.log(np.exp(teacher_logits).sum(-1, keepdims=True))
    return (np.exp(teacher) * (teacher - student)).sum(-1).mean()


measure.identify_divergence(distillation_loss, inputs="logits")

# %% [markdown]
# P is the first argument, here the student, and Q the second. The expectation is over the second, the teacher: of the student this is what distillation calls *forward* KL. Names depend on who is called P; the order does not.
#
# ## Figures that cannot be
#
# 73.37 % of 200 items is no count of items. Two public packages pass it; asked as text, it falls. Out of 20,000 items the same question has no power, and no answer is given.

# %%
print(measure.check_share("73.37%", 200), "\n")
print(measure.check_share("73.37%", 20_000))


# %% [markdown]
# How many values are impossible says how much such a check can see. It dies where the printed digits are no finer than the items.


# %%
@figure(
    "The share of two-decimal and three-decimal percentages that no count of N items gives. At 164 items, the size of a "
    "well-known set of programming tasks, a made-up figure would be caught 98 times in 100; from 10,000 items on, never with "
    "two decimals."
)
def what_the_check_can_see():
    fig, ax = canvas(size=(7.2, 2.9))
    sizes = np.unique(np.geomspace(20, 100_000, 60).astype(int))
    for decimals, color in ((2, "evidence"), (3, "claim")):
        power = [100 * measure.grim_power(int(n), decimals) for n in sizes]
        ax.plot(sizes, power, color=color, label=f"{decimals} decimals")
    ax.set(xscale="log", xlabel="N, items", ylabel="impossible values, %", ylim=(0, 104), xlim=(20, 100_000))
    ax.legend(loc="lower left")
    return fig


what_the_check_can_see()

# %% [markdown]
# Several values of one set reveal its size, and so does a printed standard error:

# %%
print(measure.infer_totals(["71.95%", "67.07%", "53.66%"], range(100, 200)))
print(measure.items_from_error(".3889", ".0436"))

# %% [markdown]
# ## A table, audited
#
# All of it at once: `lakatos audit FILE` on the command line, `measure.audit` here. A small sidecar, drafted by `lakatos audit FILE --init`, says what each column is.

# %%
folder = Path(tempfile.mkdtemp())
table = folder / "results.csv"
with table.open("w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["model", "pass@1 (%)", "baseline (%)", "gain", "latency (ms/token)"])
    rows.writerow(["small", "53.66", "50.00", "7.32", "12.1"])
    rows.writerow(["medium", "67.07", "60.98", "9.99", "18.4"])
    rows.writerow(["large", "71.96", "70.12", "1.84", "31.0"])
sidecar = {
    "key": "model",
    "columns": {
        "pass@1 (%)": {"kind": "share", "n": 164},
        "baseline (%)": {"kind": "share", "n": 164},
        "gain": {"kind": "change", "of": ["baseline (%)", "pass@1 (%)"], "unit": "%"},
    },
}
measure.audit(table, sidecar=sidecar)

# %% [markdown]
# ## What this does not show
#
# A consistent figure is not a true one, and an inconsistent one may be a misprint: ask. Nothing here accuses. Conventions are recognised by their words, and a word that is not known leads to a
# question, not to a verdict.
