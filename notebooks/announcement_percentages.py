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
# ## Three percentages and one number
#
# The announcement says that 2,226 papers were attempted, 34% of the conference, which accepted 6,352; that 51% of them, 1,103, have a verified claim; and that 23%, 496, have a falsified or
# contested one. A printed percentage is an interval, so each of the three says which totals are possible.

# %%
from lakatos import load, table

case = load("announcement_percentages")
run = case.run()
case.intervals()

# %% [markdown]
# ## Which total it was
#
# A share printed as 51% lies between 50.5% and 51.5%, so that $1103/0.515 \le N \le 1103/0.505$. The number 2,226 lies outside, for this and for both others. The
# announcement also gives disjoint buckets of the papers with a final judgment:

# %%
rows = [(name, f"{count:,}") for name, count in case.BUCKETS.items()]
table([*rows, ("**together**", f"**{sum(case.BUCKETS.values()):,}**")], header=("bucket", "papers"))

# %% [markdown]
# Their sum fits all three percentages. So the percentages fit 2,176 papers; 2,226 is the number of papers *attempted*, which is another one.
#
# Could another way of rounding save 2,226? Rounded up, 23% would fit it, but not the other two; cut off, none does. (Cut off, 2,176 does not fit either: the percentages were rounded to
# the nearest.)

# %%
f = next(f for f in run.findings if f.table)
yes = {True: "yes", False: "no"}
rows = [
    (rounding, name, totals, yes[printed], yes[judged])
    for rounding, name, totals, printed, judged in zip(*f.table.values())
]
table(rows, header=("rounded", "percentage", "possible totals", "2,226 fits", "2,176 fits"))

# %% [markdown]
# ## What this does not show
#
# Whether the counts are right: they are the announcement's own.
