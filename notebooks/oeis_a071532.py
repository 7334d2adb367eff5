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
# ## A sum that would not come down
#
# The whole parts of $\left(\tfrac32\right)^k$ are $1, 1, 2, 3, 5, 7, 11, 17, 25, \ldots$ Count $+1$ for each odd one and $-1$ for each even one, from $k = 1$ on:
#
# $$a(n) = -\sum_{k=1}^{n} (-1)^{\lfloor (3/2)^k \rfloor} .$$
#
# The sum goes $1, 0, 1, 2, 3, 4, 5, 6, 5, \ldots$ The entry in the encyclopedia asks whether it is positive, and conjectures that it grows like $1.4\,(\ln n)^2$. Taken literally the question is settled by the entry itself, which lists $a(2) = 0$; what is meant is that it stays above zero afterwards, or never falls below it.

# %%
from lakatos import load, table

case = load("oeis_a071532")
run = case.run()
rows = [(f.reading["sign"], f.display, f.scope) for f in run.findings if f.name == "first n that fails"]
table(rows, header=("reading", "first that fails", "scope"))

# %%
case.the_walk()

# %% [markdown]
# ## How it is computed
#
# The parity of $\lfloor 3^k / 2^k \rfloor$ is bit $k$ of $3^k$, a number of half a million binary digits at the end. No float knows that bit. Yet one need not carry all digits at each step: within a block of 128 steps a window of some hundred bits around bit $k$ is enough, as long as it is proven that what was cut off cannot reach
# the bit. Both the check and the certificate do prove it, at every step; the certificate takes a second or two.
#
# ## Why it looked true

# %%
rows = [(f.name, f.display) for f in run.findings if f.name.startswith(("the way", "chance"))]
table(rows, header=("", ""))

# %% [markdown]
# A fair walk stays on one side of zero for so long once in 720 times. Anybody who tests for chance rejects it, and is wrong: one sequence was picked, out of a great many, because it looked like this. The walk in the figure has nothing of a law. It has the excursions of a coin.
#
# ## What this does not show
#
# Anything about the limit: how often the sum is positive in the long run, or how $\left(\tfrac32\right)^n$ is distributed modulo 1 or 2, which nobody knows. Nothing beyond $n = 331{,}523$.
