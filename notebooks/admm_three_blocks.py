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
# ## One block too many
#
# To minimise $f_1(x_1) + f_2(x_2) + \cdots$ subject to $A_1 x_1 + A_2 x_2 + \cdots = b$, ADMM minimises the augmented Lagrangian over one block at a time, the others being held, and then moves the multipliers against the residual:
#
# $$\lambda \leftarrow \lambda - \tau\,(A_1 x_1 + A_2 x_2 + \cdots - b), \qquad \tau = 1 .$$
#
# For two blocks it converges on every convex problem. For three it was used for years as if it did.

# %%
from lakatos import load, table

case = load("admm_three_blocks")
run = case.run()

# %% [markdown]
# ## The counterexample
#
# Let the objective be zero and the constraint
#
# $$\begin{pmatrix} 1 & 1 & 1 \\ 1 & 1 & 2 \\ 1 & 2 & 2 \end{pmatrix} x = 0 ,$$
#
# each column a block. The only solution is $0$. Everything is linear, so a round is a $6 \times 6$ matrix of fractions, and the question is whether its spectral radius is below 1.

# %%
(f,) = (f for f in run.findings if f.decisive)
table([(f.display, f.value["above"], f.value["below"])], header=("spectral radius", "proven: above", "and below"))

# %% [markdown]
# The characteristic polynomial is $x^2 \bigl(x^4 - \tfrac{301}{81} x^3 + \tfrac{287}{54} x^2 - \tfrac{280}{81} x + \tfrac{70}{81}\bigr)$ for every order of the blocks, so no fixed order helps. A penalty $\beta \ne 1$ rescales the multipliers and changes no eigenvalue. The certificate avoids roots: if no eigenvalue exceeded 1 in modulus,
# no power of the matrix would have a trace beyond 6, and the 42nd has.
#
# ## Why it looked true

# %%
case.residual_by_round()

# %%
(f,) = (f for f in run.findings if f.name.startswith("largest entry"))
table([(name, f"{value:.4g}") for name, value in f.value.items()], header=("", "largest entry of Ax"))

# %% [markdown]
# Growth by 2.8% a round doubles in 25 rounds, and it has to overtake a fast initial decrease first. Whoever stops after 20 rounds sees a residual below the one of round 1.
#
# ## What helps

# %%
(f,) = (f for f in run.findings if f.name.startswith("spectral radius of variants"))
table(f.value.items(), header=("variant", "spectral radius, proven"))

# %% [markdown]
# A shorter dual step $\tau$ saves the method here, and the border can be given exactly. At $\tau = \tfrac{11}{30}$ the characteristic polynomial has the factor $30x^2 - 59x + 30$, whose roots have product 1 and are not real: they lie on the unit circle.

# %%
(f,) = (f for f in run.findings if f.name.startswith("dual step"))
table([(f.display, f.scope)], header=("dual step", "factors"))

# %%
case.radius_by_dual_step()

# %% [markdown]
# ## The guilty step
#
# The proof for two blocks finds a quadratic form in $(x_2, \lambda)$ that decreases. A third block brings a product of the changes of two blocks, $\langle A_2 \Delta x_2, A_3 \Delta x_3\rangle$, which has no sign. Two orthogonal columns make it vanish; that is one of the controls.
#
# ## What this does not show
#
# That three blocks diverge in general, or often. That every dual step below $\tfrac{11}{30}$ converges on this problem: those drawn do.
