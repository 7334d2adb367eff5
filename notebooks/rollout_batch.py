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
# ## What is known
#
# A falsification said that a method is *two times slower* than its baseline, not faster. It had held the time of one rollout against the time of a batch of 50. The
# organisers re-checked it: normalised, the method came out about *eight times faster*. The raw timings are not public, and none are invented here.

# %%
from lakatos import load, table

case = load("rollout_batch")
run = case.run()

# %% [markdown]
# ## What the ratio 2 can mean
#
# Suppose that the time per batch was the method's. If a rollout run alone takes its share of the batch, the ratio of 2 becomes $2/50 = 1/25$. If it takes as long as the whole
# batch, it stays 2. Both are possible, and the truth can be anywhere between: the sign of the comparison is not decided by what was measured.
#
# Had the time per batch been the baseline's, the same ratio would stand for 2 to 100 times slower. Which it was is not said, but the organisers' eight times faster fits the first case
# alone.

# %%
case.what_a_ratio_can_mean()

# %% [markdown]
# From 2 to 1/8 is a factor of $2 / \tfrac18 = 16$. Multiplying by the batch size would have given 50. So something else was normalised as well, and a checker that
# multiplies by 50 on its own authority would publish *25 times faster*, which is wrong too.

# %%
table([(f.name, f.display, f.says) for f in run.findings], header=("finding", "value", "in words"))

# %% [markdown]
# ## What any checker must ask
#
# Per what is each time? How many rollouts does a batch hold, on each side? What does one rollout cost when run alone, or what do two batch sizes cost? Until these are
# answered, the workbench refuses to form a ratio:

# %%
from lakatos.measure import compare, reported

print(compare(reported("41 s"), reported("20.5 s")))

# %% [markdown]
# (The two times above are made up to show the refusal.) The public twin has real ones, printed in an issue thread of an inference server: a batch of 4 images in 0.076 s, one
# image in 0.0216 s. Read bare, batching is 3.5 times slower. Per image it is 0.88, faster.

# %%
print(compare(*case.TWIN))

# %% [markdown]
# ## What this does not show
#
# That the method is eight times faster. That needs the raw times, which whoever made the measurement has.
