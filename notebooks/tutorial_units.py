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
