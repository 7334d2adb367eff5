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
# ## A score without its unit
#
# BLEU counts how many runs of one, two, three and four tokens of an output stand in its reference, and takes the fourth root of the product of the four shares. What a token is, the definition does not say.

# %%
from fractions import Fraction

from lakatos import load, table

case = load("bleu_tokenisation")
run = case.run()
case.what_is_a_token()

# %% [markdown]
# ## Two outputs change places
#
# Six sentences with hyphens, figures and quotation marks. Output A is written as a person would write it, with other words here and there. Output B has the right words, prints its tokens apart, and drops hyphens and two commas.

# %%
rows = list(zip(case.REFERENCE, case.A, case.B))
table(rows[:3], header=("reference", "output A", "output B"))

# %% [markdown]
# The order of the two depends on the cut. That is no matter of decimals: neither output is shorter than the reference, so there is no brevity penalty, and the fourth power of BLEU is a fraction.

# %%
exact = next(f for f in run.findings if f.decisive)
rows = [(name, value, f"{100 * float(Fraction(value)) ** 0.25:.1f}") for name, value in exact.value.items()]
table(rows, header=("output and cut", "BLEU to the fourth power", "BLEU, %"))

# %%
case.crossing(run)

# %% [markdown]
# ## Why nobody saw it
#
# Within one group the cut never changes, everything is reproducible to the last decimal, and the order of systems is right as far as BLEU goes. The trouble begins where a number is copied from one paper into the table of another. It carries one decimal, and
# no word of how it was cut. On lines of plain words the cuts agree, exactly; this is one of the controls.
#
# ## What this does not show
#
# That published scores are off by tens of points. This corpus is six sentences, written to be full of what the cuts treat differently; the published range is 1.8 points on real test sets.
