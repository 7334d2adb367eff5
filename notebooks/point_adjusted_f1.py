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
# ## A clock as a detector
#
# Anomalies in a time series come in segments. Point adjustment says: if a detector raises one alarm inside a segment, all points of the segment count as found. False alarms are still
# counted point by point. Then the F1 score is taken.
#
# Here is a detector that does not look at the series at all: it rings at every 100th point. Ten anomalies of 100 points lie somewhere among 10,000 points.

# %%
from fractions import Fraction

from lakatos import load, table

case = load("point_adjusted_f1")
run = case.run()
case.what_is_credited()

# %% [markdown]
# One tick falls into each anomaly, wherever it lies, and is paid as 100 right alarms. The other 90 ticks are charged as 90 wrong ones:
#
# $$F_1 = \frac{2 \cdot 1000}{2 \cdot 1000 + 90 + 0} = \frac{200}{209} \approx 0.957 .$$
#
# Beside it, a real detector: it flags eight of the ten anomalies to the point and gives no false alarm.

# %%
clock = next(f for f in run.findings if f.decisive)
table(
    [(name, value, f"{float(Fraction(value)):.3f}") for name, value in clock.value.items()],
    header=("detector", "F1", ""),
)

# %% [markdown]
# ## Chance does nearly as well
#
# Random alarms of rate $p$ miss a segment of length $L$ with probability $(1-p)^L$. With a share $a$ of anomalous points, in many segments of one length, their score is
#
# $$F_1 = \frac{2aq}{aq + (1-a)p + a}, \qquad q = 1 - (1-p)^L .$$
#
# At $p = (\ln L)/L$ the chance $q$ is at least $1 - 1/L$ while $p$ itself vanishes: as $L$ grows, the score of pure chance tends to 1. At $L = 1$ nothing is adjusted, and chance has at most $2a/(1+a)$.

# %%
case.by_length()

# %%
rows = [(f.name, f.display, f.scope) for f in run.findings if "random" in f.name]
table(rows, header=("finding", "value", "scope"))

# %% [markdown]
# ## What a paper can print instead
#
# The plain F1 beside the adjusted one; the adjusted one of random scores, tuned like the method's own; and a credit that begins only once a share of the segment is flagged. The last line of the table shows what that does to chance.

# %% [markdown]
# ## What this does not show
#
# That any published detector is no better than a clock. Its scores may be honest; the measure cannot tell.
