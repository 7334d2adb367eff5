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
# ## Ten tokens
#
# A batch that does not fit into memory is cut into micro-batches; their gradients are added up before the weights move. Libraries averaged the loss of each micro-batch over
# its own tokens, and then averaged over the micro-batches. Take ten tokens: two with loss 4 in one micro-batch, eight with loss 1/8 in the other.
#
# $$\frac12\Bigl(\frac{8}{2} + \frac18\Bigr) = \frac{33}{16} \qquad\text{but}\qquad \frac{8 + 1}{2 + 8} = \frac{9}{10} .$$
#
# The two tokens of the short micro-batch got half of the weight.

# %%
from lakatos import load, table

case = load("gradient_accumulation")
run = case.run()

# %% [markdown]
# ## The gap is a covariance
#
# Let micro-batch $i$ of $G$ have $n_i$ tokens with mean loss $m_i$; write $\bar n, \bar m$ for plain averages over the micro-batches. Then
#
# $$\frac{\sum n_i m_i}{\sum n_i} = \frac{\bar n \bar m + \operatorname{Cov}(n, m)}{\bar n}, \qquad\text{so}\qquad \bar m - \frac{\sum n_i m_i}{\sum n_i} = -\frac{\operatorname{Cov}(n, m)}{\bar n} .$$
#
# This is why it looked true. With equal lengths the covariance is zero, and that is what tests have. With unequal lengths that have nothing to do with the losses it is noise around zero.
# Only where length and loss go together does the gap keep its sign from step to step.

# %%
gap = next(f for f in run.findings if f.kind == "derivation")
table([(gap.value, gap.scope)], header=("gap", "checked on"))

# %% [markdown]
# ## Who shares a micro-batch with whom
#
# The mean over the tokens belongs to the batch. The mean of means belongs to the batch *and* to how it was dealt. Eight sequences, the longer ones with lower losses:

# %%
case.dealing()

# %% [markdown]
# ## Not a matter of scale
#
# One could hope that a wrong loss with the right direction is absorbed by the learning rate. But the same arithmetic applies to each component of the gradient, and so the direction is wrong too. With
# token losses $(w - y)^2/2$, two tokens that want $w = -1$ and eight that want $w = \tfrac12$:

# %%
case.opposite_ways()

# %%
way = next(f for f in run.findings if f.name.startswith("gradients"))
table(way.value.items(), header=("at w = 0", "exactly"))

# %% [markdown]
# ## What this does not show
#
# How much any trained model suffered. Nor that the mean over the tokens is the right objective: whoever wants every sequence to count alike may say so, and then the mean of *sequence* means is what must not depend on
# how the batch is dealt.
