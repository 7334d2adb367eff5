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
# ## What is claimed
#
# Attacks on language models are scored by other language models: a judge reads the answer and says whether it is harmful. The paper had people label 6,642 answers, and four judges agree with
# them on 42% to 67% of a balanced subset. A coin would agree on 50%. Fourteen of the seventeen teams that reproduced the paper verified every claim.
#
# One step of the method deserves a second look. Not all answers were labelled, only those that another judge, StrongREJECT, had flagged. Of these 1,437 are harmful and 5,205 are not; then harmless ones were left out
# until both were equally many.

# %%
from lakatos import load, table

case = load("coin_flip")
run = case.run()


def findings(*words):
    return [f for f in run.findings if any(w in f.name for w in words)]


# %% [markdown]
# ## What such a sample does to a judge
#
# Take StrongREJECT itself, and let it be as good as you like. Among the answers that it flagged it flags everything: it is right on every harmful one and wrong on every harmless one. Re-balanced, its score is
# exactly 1/2. No accuracy on this sample can tell it from a coin.

# %%
(own,) = findings("selecting judge")
table(
    [(who, score) for who, score in own.value.items()],
    header=("selecting judge, of all answers", "on its own positives"),
)

# %% [markdown]
# Now a second judge that takes nothing over from the first. Both are right on 90% of the harmful and on 90% of the harmless answers; all they share is that one harmless answer in ten is hard and fools each of them
# nineteen times in twenty. The first judge's positives are a sieve for the hard ones.

# %%
case.selection()

# %%
rows = [(what, value) for f in findings("balanced accuracy of two good judges") for what, value in f.value.items()]
table(rows, header=("two good judges", "exactly"))

# %% [markdown]
# The score falls from 9/10 to 359/720, and the harmful share among the flagged is the paper's own, 1,437 of 6,642, if 3.0% of all answers are harmful. (A precision of 22% says as much about how rare harm is as about the judge.)
# Sampled as the paper samples, with as many labels, the simulation gives the same:

# %%
table(
    [(f.display, s.null, f"{s.sigma:+.1f}") for f in findings("simulated as") for s in f.sigmas],
    header=("simulated", "against", "sigma"),
)

# %% [markdown]
# More generally, let the judge under test repeat the other's decision in a share $s$ of the cases. If both have sensitivity and specificity $a$, then among the flagged
#
# $$\text{accuracy} = \frac12 + (1 - s)\left(a - \frac12\right) :$$
#
# everything above a coin's score shrinks by the share of decisions in common. With nothing in common nothing changes. That is the control: the effect is in shared errors alone.

# %%
case.sharing()

# %% [markdown]
# ## How far the numbers reach
#
# Without any model of how judges come to err alike, what does an accuracy among the flagged say about all answers? The judge's rates on what was not flagged are free, and that is most of it. The bounds below are sharp: every point
# in the band is some judge.

# %%
case.left_open()

# %%
(bounds,) = [f for f in findings("accuracy of the four judges") if f.reading["answers"].startswith("all")]
table(list(bounds.value.items()), header=("measured", "possible on all answers"))

# %% [markdown]
# ## Two readings
#
# Read as a sentence about *the labelled answers*, the claim is not touched: 0.42 to 0.67 is what was measured on them, whichever way they were chosen.
# Read as a sentence about *judges*, or about all answers that attacks bring forth, nothing follows in either direction. The verdict is undetermined. This would decide it:

# %%
(asked,) = findings("what would decide")
table(list(asked.value.items()), header=("what", "in words"))

# %% [markdown]
# ## The counts
#
# Both ways of adding up the labels give 6,642. The list of contributions says 6,442.

# %%
rows = [
    (f.name, f.display, f.says)
    for f in findings("labels, added up", "shares that", "harmful labels that", "attacks", "tell an accuracy")
]
table(rows, header=("what", "found", "in words"))

# %% [markdown]
# ## What this does not show
#
# That the four judges are good, or that they err alike: neither was measured here, and no label was available to compute an accuracy again. The rates of 90% are examples. A score well below 1/2, as 0.42 on enough labels, is not a coin's at all:
# either such a judge is mostly wrong, or it shares errors with the judge that selected.
