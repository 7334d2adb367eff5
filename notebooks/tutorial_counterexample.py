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
# # A counterexample, and what "least" covers
#
# Two conjectures about graphs are refuted here. Both counterexamples are exact. Of the first we can say that none is smaller; of the second we cannot, although
# nothing smaller has turned up. The difference is the subject of this page.
#
# ## A conjecture that small graphs support
#
# Two letters are joined in a graph $g$ if a noisy channel may confuse them. The most letters that can be sent without confusion is the independence number $\alpha(g)$.
# Of words of two letters, $\alpha(g)^2$ can be sent: any two of the good letters. In 1956 Shannon asked when one can do better. Suppose that somebody claims: never. That is
#
# $$\alpha(g \boxtimes g) = \alpha(g)^2 \quad \text{for every graph } g,$$
#
# where $g \boxtimes g$ is the strong product: two words are joined if they may be confused letter by letter. A claim is a plain function over its domain, and it returns a
# *margin*: how far it is from being violated. The inequality $\ge$ is always true, so the margin measures the other one.

# %%
import tempfile
import time
from pathlib import Path

from lakatos import forall, verify, verify_witness
from lakatos.claims import graphs, independence_number, matching_number, spectral_radius, sqrt, strong_product, trees
from lakatos.search import Counterexample, exhaust, search, shrink


@forall(g=graphs(n=(1, None)))
def shannon(g):
    """alpha(g x g) <= alpha(g)^2, where x is the strong product."""
    return independence_number(g) ** 2 - independence_number(strong_product(g, g))


# %% [markdown]
# It survives every graph of at most four vertices. All of them were looked at, so this is a proof, on that scope and no further:

# %%
exhaust(shannon, levels=4)

# %% [markdown]
# ## It is false
#
# The search may use every strategy that fits. Here one is enough: all graphs, the smallest first.

# %%
pentagon = search(shannon, seconds=60, only=["ascending"])
pentagon

# %% [markdown]
# Read the table from the top.
#
# - **Exact** is the margin, $2^2 - 5 = -1$. It is an integer computed with integers. A negative margin refutes; no rounding is involved.
# - **Premises** are what the claim assumes. Each has a tick. Had one a cross, the claim would say nothing about this graph, and the "counterexample" would be a monster.
# - **Size** says that every smaller graph was looked at. What that rests on comes below.
#
# Five words of two letters, $(i, 2i \bmod 5)$ along the pentagon, are pairwise safe, where single letters allow only four. Nobody needs to believe the search for this.
# The certificate is a script that states the claim, shows the graph and asserts the rest; it imports nothing of ours.

# %%
script = pentagon.certificate(file="claims/shannon.py")
print(script)

# %% [markdown]
# Verified means: read as hostile, then run alone on bare Python, and every assertion in it held.

# %%
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder, "shannon.py")
    path.write_text(script)
    verification = verify(path)
print(verification.status, "-", verification.output.strip())

# %% [markdown]
# ## A second conjecture, and somebody's counterexample
#
# Let $\lambda_1$ be the largest eigenvalue of a graph and $\mu$ its matching number. Aouchiche and Hansen conjectured that for connected graphs of order $n \ge 3$
#
# $$\lambda_1 + \mu \ge \sqrt{n - 1} + 1,$$
#
# with equality for stars. Both sides are honest real numbers, and still compared exactly. Neither term on the left grows when an edge is taken away, so
# where a connected graph refutes, each of its spanning trees does, and trees are all that need be searched.


# %%
@forall(g=trees((3, None)))
def aouchiche_hansen(g):
    """lambda_1 + matching number >= sqrt(n - 1) + 1 for every tree of order n >= 3."""
    return spectral_radius(g) + matching_number(g) - (sqrt(len(g) - 1) + 1)


# %% [markdown]
# Every tree of order up to ten obeys:

# %%
exhaust(aouchiche_hansen, levels=8)

# %% [markdown]
# Now somebody hands us a tree: two stars with 11 and 10 leaves, their centres joined through one more vertex. It has 24 vertices. `verify_witness` judges it as it
# would judge anybody's: membership first, then premises, then the margin.

# %%
edges = [[0, 2], [1, 2], *([0, 3 + i] for i in range(11)), *([1, 14 + i] for i in range(10))]
given = {"order": 24, "edges": edges}
judgement = verify_witness(aouchiche_hansen, given)
print(judgement)

# %% [markdown]
# It refutes. The exact value is a real number that has no finite decimals; the two bounds enclose it, and both are negative.
#
# ## Made small
#
# A smaller one is easier to check by eye. Shrinking takes one vertex away after the other, as long as what is left is a tree and still refutes, and every step is judged exactly.

# %%
values = shrink(aouchiche_hansen, aouchiche_hansen.read(given), deadline=time.monotonic() + 60)
judged = verify_witness(aouchiche_hansen, values[0])
broom = Counterexample(aouchiche_hansen, values, judged, "a tree that was handed in, then shrunk", least=False)
broom

# %% [markdown]
# On the back of an envelope: the matching number is 2. An eigenvector that is positive gives, with $z = \lambda_1^2$ and $p$ and $q$ leaves,
#
# $$\frac{1}{z - p} + \frac{1}{z - q} = 1 .$$
#
# With 8 and 7 leaves this is $z^2 - 17z + 71 = 0$, so $z = (17 + \sqrt 5)/2 \approx 9.618$, where the conjecture needs $z \ge (\sqrt{17} - 1)^2 \approx 9.754$. With 7 and 7
# leaves it is $z = 9$, and the conjecture needs $z \ge 9$: equality, exactly. Doubles happen to say 0.0 here; had they said -4e-16, it would have been called a
# float artefact.

# %%
edges = [[0, 2], [1, 2], *([0, 3 + i] for i in range(7)), *([1, 10 + i] for i in range(7))]
print(verify_witness(aouchiche_hansen, {"order": 17, "edges": edges}))

# %% [markdown]
# ## What "least" covers
#
# Shrinking stops where no single step leads on. That is not the same as there being nothing smaller: a tree of order 17 of quite another shape would not be met on
# the way. So the tree is *the smallest found*. The pentagon is *the least*, because everything before it was looked at. Before it, in which order? In the domain's own: graphs by their
# number of vertices, then by their number of edges. So no graph of four vertices refutes, and none of five with fewer edges. It does not say that the pentagon has the
# smallest eigenvalue, or is the only one of its size.
#
# Of trees, 199 have 3 to 10 vertices, and all obey. There are 80,936 with 11 to 17 vertices that nobody looked at on this page. `exhaust(aouchiche_hansen, levels=15)` would
# settle it, given time; so would a proof by hand. Until one of them is there, "least" would be a guess.
#
# What the exhaustion rests on:
#
# - **The list is complete.** Each graph comes once up to isomorphism. The numbers of graphs and trees are held against the known counts by the tests, and are told with the result.
# - **The claim does not depend on the numbers of the vertices.** Of a claim that does, one numbering of many is looked at. An exhaustion that could end in a proof therefore tries
#   each graph under others as well, and stops at a claim that is caught. A search that says "least" takes the claim at its word.


# %%
@forall(g=graphs(n=3))
def numbered(g):
    """The first vertex has no more neighbours than the last."""
    return len(g[0]) <= len(g[-1])


exhaust(numbered)

# %% [markdown]
# - **The quick evaluation is right about what holds.** What it calls violated is confirmed by the plain one, on fractions. What it calls true is believed; the tests hold the two
#   against each other on all small graphs.
#
# The certificate rests on none of this. It says that this witness refutes, not that no smaller one does.
#
# ## Nothing found is not nothing there
#
# Give the exhaustion one second on the second conjecture, and no more:

# %%
exhaust(aouchiche_hansen, seconds=1)

# %% [markdown]
# We know that the conjecture is false, and yet nothing was found. That is why a search that ends like this is never reported as "verified". Compare it with the answer further up, for trees of three to ten
# vertices: it says *proved*, and it says on what. The difference is not how long was searched, but whether anything of the stated scope was left out.
#
# ## What this does not show
#
# That the tree of order 18 is the smallest that refutes. That the pentagon tells Shannon's capacity: for it one needs words of every length, and a bound from above.
