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
# A model with a demonstration in its context teaches the same model without it. The student writes an answer, and at every token it is drawn towards what the teacher would have said. By
# Eq. (1) this minimises the *reverse* KL, the expectation over the student $p$ of $\log(p/q)$, $q$ being the teacher. The falsification says that the released default computes the *forward* one.

# %%
from lakatos import load, table
from lakatos.measure import check_default, identify_divergence
from lakatos.rerun import self_distillation as sd

case = load("self_distillation")
run = case.run()

# %% [markdown]
# ## What the default computes
#
# The loss is written again from its text, and then asked, not read: it is called on random teachers and students, and held against a catalogue of divergences in either order. The first argument
# here is the teacher.

# %%
identify_divergence(lambda teacher, student: sd.released_loss(student, teacher), inputs="log-probabilities")

# %%
identify_divergence(lambda teacher, student: sd.released_loss(student, teacher, alpha=1), inputs="log-probabilities")

# %% [markdown]
# So the code can do what the paper says, with $\alpha = 1$; by default it does the other. Why did it look right? The library's function takes the student first and the teacher as target, which reads
# like Eq. (1), and puts the expectation over the target. The help text of the flag knows it. That much a reader of the source can see without running anything:

# %%
check_default(case.CONFIG, "alpha", documented="the reverse KL of Eq. (1)")

# %% [markdown]
# ## Does it matter?
#
# By the student's logits the two gradients are $p - q$ and $p_i\,(\ell_i - \sum_j p_j \ell_j)$ with $\ell = \log(p/q)$. On a student of three tokens they push the second token in opposite directions:

# %%
(example,) = [f for f in run.findings if f.name.startswith("gradients")]
table([(k, v) for k, v in example.value.items() if "," in str(v)], header=("three tokens", "gradient by the logits"))

# %% [markdown]
# More than that: going down one can mean going up the other. Let the student give three tokens 1, 83 and 16 percent, the teacher 63, 36 and 1. The forward KL wants the first token back, at the second one's cost;
# the reverse KL hardly touches it, and gathers on the second what the student wastes on the third. The inner product of the two gradients is a sum of logarithms with rational factors, and its sign is decided exactly:

# %%
inner = case.product(case.START, case.GOAL)
table([(str(inner), inner.sign)], header=("inner product", "sign"))

# %%
case.two_ways_down()

# %% [markdown]
# Both end at the teacher, as a student that can follow its teacher does under either loss. That is the other reason why it looked right.
#
# ## A student that cannot follow
#
# Let the teacher answer AA or BB, nine times in ten, and let the student draw its two tokens independently, A with probabilities $a$ and $b$. The forward KL is smallest at $a = b = \tfrac12$, whatever the teacher's odds
# $R$: it matches the marginals. The reverse KL is stationary where $\log\frac{a}{1-a} = (2b-1)\log R$ and the same with $a$ and $b$ swapped. For $R = 9$ that is solved by $\tfrac34$: $\log 3 = \tfrac12 \log 9$.

# %%
table([(step,) for step in sd.settle(3).proved], header=("proved",))

# %%
case.covering_or_seeking()

# %%
(ends,) = [f for f in run.findings if f.name.startswith("where a student")]
table(list(ends.value.items()), header=("two-parameter student", "exactly"))

# %% [markdown]
# Covering, the student gives in half of its answers a mixture that the teacher gives once in ten; seeking, it prefers one answer to the other by nine to one. Which is better for learning on is a
# question for an experiment. They are not the same method.
#
# ## The printed estimator
#
# The paper also prints the gradient as a sum over the vocabulary of $\log(p/q)\,\nabla \log p$. Sampled tokens bring the weight $p(v)$ with them; a sum over all of them has to write it. Without it the example gives
# other numbers. The released code does not use this formula.

# %%
table(
    [(name, ", ".join(f"{float(x):.4f}" for x in case.example()[name])) for name in ("Eq. (1)", "printed estimator")],
    header=("", "three tokens"),
)

# %% [markdown]
# ## Four points, and 68 questions
#
# The paper reports four points over fine-tuning on Science Q&A with the middle model. They were not run again, and how many questions that set has we do not know. A replication had 68 tool-use questions. What could a set of
# that size resolve?

# %%
(power,) = [f for f in run.findings if "questions can resolve" in f.name]
table(list(power.value.items()), header=(power.name, ""))

# %% [markdown]
# Two of the four printed percentages are counts of 68, two are not. So that set, or one answer to each question, is not what all of them rest on.
#
# ## Everything that was found

# %%
table([(f.name, f.display, f.says) for f in run.findings], header=("finding", "value", "in words"))

# %% [markdown]
# ## What this does not show
#
# Nothing was trained. That the published results rest on the default is what the authors have answered, in public, on 7 April 2026; they have announced a corrected text. Everything here is for one position: the gradient of a whole
# answer, in which early tokens change what comes later, is another matter.
