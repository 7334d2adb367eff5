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
# ## Two sentences that refute two centuries
#
# A square can be a sum of two squares; a cube is never a sum of two cubes, but $3^3 + 4^3 + 5^3 = 6^3$. Euler thought that this goes on: a $k$th power needs at least $k$ of its kind. Lander and Parkin's refutation is one of the shortest papers in mathematics.

# %%
from lakatos import load, table

case = load("euler_powers")
run = case.run()
rows = [(f.name, f.display) for f in run.findings if f.refutes]
table(rows, header=("", "exactly"))

# %% [markdown]
# Any of the three lines can be checked with a pocket calculator that has digits enough. For fifth powers, more is shown: pairs of fifth powers against pairs, up to $144^5$, leaves one solution.

# %%
(f,) = (f for f in run.findings if f.name.startswith("fifth powers"))
table([(f.value, f.scope)], header=("all solutions up to 144", "scope"))

# %% [markdown]
# ## Why it looked true
#
# Sums of four fifth powers come near to a fifth power all the time, and nearness means nothing.

# %%
case.near_misses()

# %% [markdown]
# How long should one have looked? About $X^{(k-1)/k}$ sums of $k - 1$ positive $k$th powers lie below $X$, so near $d^k$ they lie as densely as $c_k/d$, for a constant that a Gamma function gives. If they fell at random, $c_k \ln d$ of the first $d$ powers would be hit. That grows without bound, for every $k$, but $c_k$ shrinks faster
# than exponentially.

# %%
case.by_chance_drawn()

# %% [markdown]
# Chance is a heuristic, and a poor judge: for cubes it expects four solutions up to 422481, and there are none at all. It says how far a search would have to go, not what it would find. By this measure Lander and Parkin were lucky, and an Euler who tried numbers by hand had no chance.
#
# Elkies did not search at all: he found a curve of solutions first, an elliptic curve with infinitely many points. Frye then searched, with what that had taught, and found the least.
#
# ## What this does not show
#
# That 422481 is the least for fourth powers: that is Frye's search, which is not repeated here. Nothing for sixth powers and beyond, where no solution is known and none is excluded.
