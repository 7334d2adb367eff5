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
# ## A bound that is tight until it breaks
#
# Let $\lambda_1$ be the largest eigenvalue of a connected graph of order $n \ge 3$, and $\mu$ the number of edges of a largest matching. Aouchiche and Hansen conjectured
#
# $$\lambda_1 + \mu \ge \sqrt{n - 1} + 1 ,$$
#
# with equality for stars, where $\lambda_1 = \sqrt{n-1}$ and $\mu = 1$. A graph with a small eigenvalue has no vertex of large degree, so its edges are spread, and spread edges make a large matching. The conjecture says how much one buys of the other.

# %%
from lakatos import load, table

case = load("aouchiche_hansen")
run = case.run()

# %% [markdown]
# ## The counterexample, on the back of an envelope
#
# Halve a star. Two stars with about $n/2$ leaves each have $\lambda_1 \approx \sqrt{n/2}$ instead of $\sqrt n$, and the price is one more edge in the matching. For large $n$ that is a bargain.
#
# Join the two centres through one further vertex. With $p$ and $q$ leaves, $n = p + q + 3$ and $\mu = 2$, as every edge meets one of the centres. Eliminating leaves from $Ax = \lambda x$ leaves, with $z = \lambda^2$,
#
# $$\frac{1}{z - p} + \frac{1}{z - q} = 1 .$$
#
# For $p = q = 7$ this is $z = 9$, so $3 + 2$ against $\sqrt{16} + 1$: equality. For $p = 8, q = 7$ it is $z^2 - 17z + 71 = 0$, so $z = \tfrac12(17 + \sqrt5)$. For $p = q = 8$ it is $z = 10$.

# %%
case.three_trees()

# %%
rows = [(f.name.partition(" at ")[2], f.value, f.scope) for f in run.findings if f.name.startswith("lambda_1")]
table(rows, header=("tree", "margin", "how"))

# %% [markdown]
# The certificate needs no eigenvalue. For any positive vector $x$, $\lambda_1 \le \max_v (Ax)_v / x_v$. With 53 and 34 on the centres, 28 in the middle, 17 and 11 on the leaves, every ratio is at most $\tfrac{53}{17}$, and $\bigl(\tfrac{53}{17} + 1\bigr)^2 = \tfrac{4900}{289} < 17$.
#
# ## Why no smaller one
#
# Wagner's search found $n = 19$. The least order is 18, and that can be proved.
#
# 1. *Trees.* A spanning tree of a connected graph that fails has no larger eigenvalue and no larger matching. It fails too.
# 2. *Matching number 2.* In a tree with $\mu = k$ some $k$ vertices meet all $n - 1$ edges (König), so one of them has degree at least $(n-1)/k$, and $\lambda_1 \ge \sqrt{(n-1)/k}$. To fail, a tree needs
#    $\sqrt{(n-1)/k} + k < \sqrt{n-1} + 1$, which is $\sqrt{n - 1} > k + \sqrt k$. For $k = 1$ this lower bound is $\sqrt{n-1}$ itself, and nothing fails. For $n \le 18$ it leaves $k = 2$ only, as $3 + \sqrt 3 > \sqrt{17}$.
# 3. *Two families.* If two vertices meet all edges of a tree, they are adjacent, or they have exactly one common neighbour; all else are leaves. For each $n$ these are finitely many trees, and each is compared exactly.

# %%
(f,) = (f for f in run.findings if f.name.startswith("least order"))
table(f.value.items(), header=("", ""))

# %%
case.margin_by_order()

# %% [markdown]
# ## Why it looked true
#
# Up to 12 vertices the inequality of step 2 alone rules out any failure, so a program that lists small graphs sees a law. At 17 it sees a second extremal tree beside the star, which reads as support. The conjecture was then out of reach of lists (there are more than $10^{20}$ connected graphs of order 16) but
# not of a program that builds graphs and learns which moves lower the margin.
#
# ## What this does not show
#
# That no other connected graph of order 18 fails: the same tree with an edge more might. What the right lower bound is.
