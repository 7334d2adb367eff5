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
# ## A ball that rolls for ever
#
# Heavy ball adds momentum to gradient descent:
#
# $$x_{k+1} = x_k - \alpha f'(x_k) + \beta\,(x_k - x_{k-1}) .$$
#
# For quadratic functions with curvatures between $\mu$ and $L$ the best parameters are $\alpha = 4/(\sqrt L + \sqrt\mu)^2$ and $\beta = \bigl((\sqrt L - \sqrt\mu)/(\sqrt L + \sqrt\mu)\bigr)^2$, and then the
# error shrinks by $\sqrt\beta$ a step, from every start. Polyak proved the same rate near the minimum of a function that is twice continuously differentiable. It is tempting to read this as: it converges on every
# function whose curvature lies between $\mu$ and $L$.

# %%
from lakatos import load, table

case = load("heavy_ball")
run = case.run()

# %% [markdown]
# ## The counterexample, on the back of an envelope
#
# Take $L = 25$ and $\mu = 1$, so $\alpha = \tfrac19$ and $\beta = \tfrac49$, and a function with $f'(x) = 25x$ up to 1, then slope 1 up to 2, then slope 25 again. A step is piecewise linear, so a
# cycle that visits given pieces is the solution of a linear system. With two points on the first piece and one on the third:
#
# $$-\tfrac{2208}{1225} \;\to\; \tfrac{2592}{1225} \;\to\; \tfrac{792}{1225} \;\to\; -\tfrac{2208}{1225} .$$
#
# Check one arrow by hand, in units of $\tfrac{1}{1225}$: from $792$ and before it $2592$, the next is $792 - \tfrac{25}{9} \cdot 792 + \tfrac49 (792 - 2592) = 792 - 2200 - 800 = -2208$.

# %%
case.on_the_function()

# %% [markdown]
# ## It attracts
#
# A cycle might be a curiosity that rounding destroys. This one is not. All its points lie where the slope is 25, so around it the error moves as on the quadratic, by $\sqrt\beta = \tfrac23$ a step. A run that is once near enough never
# meets a corner of $f'$ again. From 3.3, at rest, exact arithmetic sees that happen:

# %%
(f,) = (f for f in run.findings if f.name == "the 3-cycle that attracts")
table([(f.value["cycle"], f.value["trapped from step"], f.scope)], header=("cycle", "trapped from step", "scope"))

# %%
case.two_runs()

# %% [markdown]
# ## Its twin
#
# There is a second 3-cycle, with the same numerators over another denominator. Its largest point lies between 1 and 2, where the slope is 1, and it is a saddle: of the runs that start on it, only the exact one stays. Floats that were started there would leave it.

# %%
(f,) = (f for f in run.findings if f.name == "the 3-cycle that is a saddle")
table(
    [(f.value["cycle"], f.value["trace"], f.value["determinant"], f.scope)],
    header=("cycle", "trace", "determinant", "scope"),
)

# %% [markdown]
# The saddle sits on the border between the starts that come to the minimum and those that do not.

# %%
case.basins_of_attraction()

# %%
rows = [(f.name, f.display, f.scope) for f in run.findings if f.name.startswith(("share", "cycles"))]
table(rows, header=("", "", "scope"))

# %% [markdown]
# ## The guilty step
#
# Not a step of a proof: a word. The theorem is local, and for functions with a continuous second derivative. Global convergence was read into it, because for quadratics local and global are the same.
#
# ## Why it looked true
#
# On quadratics it is true; the control above checks it exactly. On this function, a run at rest within $\tfrac12$ of the minimum never meets the jump of the curvature and sees a quadratic. And most starts of a bounded box do converge: one has to look at the right
# ones.
#
# ## What this does not show
#
# Nothing about functions whose second derivative is continuous, about other parameters, or about the local rate, which stands. The white and red of the last figure, and the share, are from runs in floats; the cycles, their stability and the trap are exact.
