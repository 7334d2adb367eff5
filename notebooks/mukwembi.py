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
# ## A theorem and a cube
#
# A set of vertices is a *connected dominating set* if it hangs together and every other vertex has a neighbour in it; $\gamma_c$ is the size of a smallest one. If $\gamma_c$ is large the graph is stringy, and should not have many edges. Theorem 2.1 says, for connected triangle-free graphs with $n$ vertices
# and $m$ edges,
#
# $$m \le \frac{(n - \gamma_c)^2}{4} + n - 1 .$$

# %%
from lakatos import load, table

case = load("mukwembi")
run = case.run()

# %% [markdown]
# ## The counterexample, on the back of an envelope
#
# The 3-cube has 8 vertices, 12 edges and no triangle. Three vertices that hang together form a path $u, v, w$. The corner opposite $v$ is at distance 3 from it, so its neighbours are at distance 2, and none of $u, v, w$ is one. So $\gamma_c \ge 4$; a face will do; and the
# bound is $4 + 7 = 11$.

# %%
case.the_cube_drawn()

# %% [markdown]
# ## The least, and the first of many
#
# Every connected graph comes from one with a vertex less, so all connected triangle-free graphs up to order 8 can be listed. One of them fails.

# %%
rows = [(f.name, f.display, f.scope) for f in run.findings if f.name.startswith("connected triangle-free")]
table(rows, header=("", "", "scope"))

# %%
case.all_small_graphs_drawn()

# %% [markdown]
# The right-hand drawing shows why. Take two rows of $k$ vertices and join each to all of the other row but its partner. Two vertices of different rows dominate all but their own partners, and as these two are partners of different vertices, two more are needed: $\gamma_c = 4$ for every $k \ge 3$. There are $k(k-1)$ edges, and the bound is
# $(k - 2)^2 + 2k - 1 = k^2 - 2k + 3$. For $k = 3$, the hexagon, that is an equality. From then on the excess is $k - 3$.

# %%
(f,) = (f for f in run.findings if f.name.startswith("edges too many"))
table(f.value.items(), header=("side", "edges above the bound"))

# %% [markdown]
# ## The guilty step
#
# The induction takes away two adjacent vertices $u, v$ and uses $\gamma_c(G) \le \gamma_c(G - \{u, v\})$. In the cube it is the other way round, whichever edge one takes:

# %%
(f,) = (f for f in run.findings if "without two adjacent" in f.name)
table([(f.value["least"], f.value["greatest"], f.scope)], header=("least", "greatest", "scope"))

# %% [markdown]
# ## Why it looked true
#
# Nothing of order up to 7 fails, and of the 267 graphs of order 8 one does. The extremal graphs that one thinks of first, complete bipartite ones, attain the bound exactly. A sample of random graphs would hardly contain the one graph that matters, since it is among the most symmetric of all.
#
# ## What this does not show
#
# Nothing against the corollaries that the paper draws, which are reported to have been proved in another way. What the right bound is: the crown graphs say only that no constant mends this one.
