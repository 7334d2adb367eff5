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
# ## Twelve streams that are one
#
# A data loader forks its workers, and each worker augments its samples with numbers from `numpy.random`. A fork copies the memory of the parent, and with it the state of NumPy's generator. So every worker begins with the same
# state. When the epoch is over the workers end; the parent itself has drawn nothing, and the next epoch begins from the same state again.

# %%
from lakatos import load, table

case = load("forked_seeds")
run = case.run()
case.who_draws_what()

# %% [markdown]
# These are real forks (`os.fork`), and the numbers are those that came back through a pipe. Without seeding, all twelve rows are the numbers that the parent would have drawn next.
#
# ## Two half mends
#
# Seeding each worker by its number makes the workers differ, and the epochs repeat. Adding the epoch to the seed looks better, and is nearly as bad: what worker 2 draws in epoch 1, worker 1
# draws in epoch 2. Of $W$ workers in $E$ epochs only $W + E - 1$ sums are different.

# %%
counts = next(f for f in run.findings if f.decisive)
table(
    [(*row, case.WORKERS * case.EPOCHS) for row in counts.value.items()], header=("rule", "different streams", "needed")
)

# %%
columns = next(f.table for f in run.findings if f.table)
rows = [row for row in zip(*columns.values()) if row[0] in (4, 8) and row[1] > 1]
table(rows, header=("workers", "epochs", "needed", *list(columns)[3:]))

# %% [markdown]
# ## Why nobody saw it
#
# Each stream is random and passes any test by itself. One sees the copies only by looking at two workers, or two epochs, at once. And the neighbours of `numpy.random` are safe: Python's own `random` re-seeds itself in a forked child
# (one of the controls), and the deep-learning library seeds its own generator in each worker. Since 2021 it seeds NumPy too.
#
# ## What this does not show
#
# What it costs. Samples are shuffled by another generator, so the same numbers meet other images; there is less variety, not none.
