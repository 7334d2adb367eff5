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
# ## The claim
#
# A transformer keeps keys and values of every past token. If the keys *are* the values, half of that cache is gone. The paper reports what this costs: at 300 million
# parameters, a perplexity 3.1 % above the usual. The falsification says that padding was scored: about 66 % of the label positions are end marks that fill rows up. Without them the rise is 9.4 %.

# %%
from lakatos import load, table
from lakatos.measure import padding_explains, undiluted_change

case = load("three_projections")
run = case.run()

# %% [markdown]
# ## One line of arithmetic
#
# Let a share $f$ of the positions be real, and let a padded position cost both models the same, say nothing. The mean loss over all positions is then $f$ times the mean over the
# real ones, for each model, and so for their difference, which is the logarithm of the ratio of the perplexities:
#
# $$\ln r_\text{reported} = f \ln r_\text{true}, \qquad r_\text{true} = r_\text{reported}^{1/f} = 1.031^{1/0.34} = 1.094.$$

# %%
undiluted_change("3.1%", padded="66%")

# %% [markdown]
# Given the share, which is reported and not measured here, this is the falsification's number. How far could the pads themselves change it? If they cost one model more than the other, the difference enters with the weight $(1-f)/f$, about 2:

# %%
undiluted_change("3.1%", padded="66%", pad_losses=((0, "0.01"), (0, "0.01")))

# %% [markdown]
# And backwards: which share of real positions would turn 9.4 % into 3.1 %?

# %%
padding_explains("3.1%", "9.4%", kind="change")

# %% [markdown]
# ## The whole table

# %%
case.before_and_after()

# %% [markdown]
# The order of the variants does not change: raising to the power $1/f$ is monotone. That is why nobody stumbled over it. The savings of the cache beside them are right as printed.
#
# ## A model small enough to look into
#
# One layer, one head, 45 characters, trained on the clauses of a licence text, each filled up with end marks to 80 positions; once with three projections, once with
# keys that are the values. It learns the padding almost perfectly, and the padded score is diluted as the identity says.

# %%
case.where_the_loss_is()

# %%
table([(f.name, f.display, f.says) for f in run.findings], header=("finding", "value", "in words"))

# %% [markdown]
# ## "Threefold"
#
# Told with the falsification is that the perplexity was deflated about threefold. That belongs to the loss: $1/0.34 = 2.94$. A perplexity of 5 would be $5^{2.94} \approx 114$ on real tokens, a
# factor of 23.

# %%
padding_explains("5", "15", kind="perplexity", padded="66%")

# %% [markdown]
# ## What this does not show
#
# The share of 66 % and the losses on padding come from whoever re-ran the code; the large models were not trained again here. Which variant is better the small model cannot say.
