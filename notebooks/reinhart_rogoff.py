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
# ## Ten countries
#
# Since 1946 ten of twenty advanced economies had years with a public debt above 90% of GDP. The published mean growth in such years is -0.1%. What it was made of:

# %%
from lakatos import load, table

case = load("reinhart_rogoff")
run = case.run()
case.years_and_growth()

# %% [markdown]
# Each country counted once: New Zealand with the single year 1951, at -7.6%, like the United Kingdom with nineteen years at 2.4%. As two countries these two have a mean of -2.6%, as twenty years 1.9%. Three countries are missing on the left:
# two because their early years were left out, one, Belgium, because the formula began five rows too low.
#
# ## Four steps
#
# Weighting, years, rows, and one figure copied wrongly (-7.9 for -7.6): all averages follow from the countries' years and means, in fractions, and all nine that the critics' program printed come out of them (a control).

# %%
combined = next(f for f in run.findings if f.decisive)
table(
    [(name, value, case.rounded(case.fraction(value), 2)) for name, value in combined.value.items()],
    header=("steps", "mean growth, exactly", "%"),
)

# %%
case.every_path()

# %% [markdown]
# No step alone does much. The spreadsheet error, which made the case famous, does most of the three if it is the only one, by a little, and least over all orders in which they can be taken. What takes the average down is the meeting of two: *years* leaves New Zealand with its one bad year, and *weighting* makes that year a seventh of the whole.

# %%
parts = next(f for f in run.findings if f.name.startswith("what each"))
table(
    [(name, case.rounded(case.fraction(value), 2)) for name, value in parts.value.items()],
    header=("step", "points it takes off, on average over the orders"),
)

# %% [markdown]
# ## What can be disputed, and what cannot
#
# Weighting by country is a choice, and so is which early years to trust; their authors defended both. That the formula missed five rows is not disputed. So the claim is judged under each reading of the first two, with the rows restored:

# %%
rows = [(*f.reading.values(), f.shown) for f in run.findings if f.reading]
table(rows, header=("weights", "years", "mean growth, %"))

# %% [markdown]
# ## What this does not show
#
# Anything about causes. The corrected averages still fall with debt: 4.2, 3.1, 3.2 and 2.2% below 30, 60, 90 and above 90% of GDP, in the critics' own output. What is gone is the cliff. The series themselves were not collected again.
