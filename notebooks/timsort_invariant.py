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
# ## A bug in the sort of a billion machines
#
# TimSort finds runs that are in order already, pushes their lengths on a stack, and merges. To keep merges balanced and the stack short it wants, everywhere on the stack,
#
# $$A > B + C, \qquad B > C$$
#
# for three neighbours $A, B, C$ from the bottom up. After each push it merges until the three *top* runs are so. If that gave order everywhere, lengths would grow from the top like Fibonacci numbers, and a stack of 40 would hold any Java array. Java allocated 40.

# %%
from lakatos import load, table

case = load("timsort_invariant")
run = case.run()

# %% [markdown]
# ## The counterexample, on the back of an envelope
#
# Push 120, 80, 25, 20 and 30. The last is longer than 25, so 25 and 20 are merged: 120, 80, 45, 30. The three on top are in order, $80 > 45 + 30$, and merging stops. But $120 \le 80 + 45$.

# %%
case.five_pushes()

# %% [markdown]
# Which array is the least that does it? What follows depends on the stack only, so all stacks that a given number of elements can lead to are easily listed.

# %%
(f,) = (f for f in run.findings if f.name.startswith("fewest"))
table([(f.display, f.scope)], header=("least", "scope"))

# %% [markdown]
# ## From a blemish to a crash
#
# Two neighbours can be out of order only every other place, but that is enough: instead of growing by the golden ratio from run to run, lengths need only double every *two* runs. To build such a stack, let every other run come in pieces: a short one, which is all that is compared with the runs below; then a longer one that merges with it, unseen; and so on.
# With runs of at least 16 elements, the least that Java makes of such arrays, and a last run of one element:

# %%
rows = [(f.display, f.scope) for f in run.findings if f.name.startswith("slots that")]
table(rows, header=("slots needed", "scope"))

# %%
case.slots_and_heights()

# %%
(f,) = (f for f in run.findings if f.name.startswith("elements from which"))
table(f.value.items(), header=("", ""))

# %% [markdown]
# An earlier version with 19 slots for arrays of up to 119,150 elements could be overflown with 65,536. Java's first answer was to enlarge the array to 49 slots, which is what this construction needs at $2^{30}$ elements.
#
# ## The guilty step
#
# One comparison. With $A > B + C$ required one place further down as well, the invariant is kept; that version is the control, on every stack of up to 40 elements and on 120,000 random pushes.
#
# ## Why it looked true
#
# After every call the part of the stack that one looks at is in order. The disorder lies one further down and is mostly mended by the next merges; and the array comes out sorted all the same, so no test of sorting sees it.

# %%
(f,) = (f for f in run.findings if f.name.startswith("share"))
table(
    [(name, f"{value:.1%}") for name, value in f.value.items()], header=("random sequences of 40 runs", "out of order")
)

# %% [markdown]
# ## What this does not show
#
# Run lengths only are simulated; no array of 67 million is sorted, and nothing is said about whether arrays come out sorted. That fewer elements never overflow 40 slots is not shown, nor that the repair keeps the invariant for every length, which is proved in the reference.
