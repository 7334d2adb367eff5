"""The small language model: its gradient is the loss's, its rows are what they say, padding is learnt almost surely."""

import numpy as np
import pytest

from lakatos.rerun import projections


@pytest.fixture(scope="module")
def corpus():
    return projections.clauses("the cat sat, the dog ran far away; a bird sang. " * 2, positions=20)


def test_rows_hold_each_clause_and_its_end(corpus):
    assert corpus.inputs.shape == corpus.labels.shape == corpus.real.shape == (6, 20)
    assert corpus.real.sum(axis=1).tolist() == [12, 20, 12, 12, 20, 12]
    assert (corpus.inputs[:, 1:] == corpus.labels[:, :-1]).all()
    assert (corpus.labels[~corpus.real] == 0).all()
    words = "".join(corpus.characters[i - 1] for i in corpus.labels[0][corpus.real[0]] if i)
    assert words == "the cat sat"


@pytest.mark.parametrize("kind", [2, 3])
def test_the_gradient_is_that_of_the_loss(corpus, kind):
    rng = np.random.default_rng(0)
    model = projections.untrained(
        kind, tokens=len(corpus.characters) + 1, positions=20, width=6, seed=np.random.SeedSequence(1)
    )
    weight = rng.random(corpus.real.shape)
    loss, by = projections.gradients(model, corpus.inputs, corpus.labels, weight)
    assert loss == pytest.approx((projections.losses(model, corpus.inputs, corpus.labels) * weight).sum())
    assert by.keys() == model.keys()
    for name, matrix in model.items():
        direction = rng.normal(size=matrix.shape)
        ends = [
            (projections.losses({**model, name: matrix + h * direction}, corpus.inputs, corpus.labels) * weight).sum()
            for h in (1e-5, -1e-5)
        ]
        assert (by[name] * direction).sum() == pytest.approx((ends[0] - ends[1]) / 2e-5, rel=1e-5, abs=1e-6), name


def test_two_projections_keep_one_matrix_less_and_look_only_back(corpus):
    two, three = (
        projections.untrained(
            k, tokens=len(corpus.characters) + 1, positions=20, width=6, seed=np.random.SeedSequence(1)
        )
        for k in (2, 3)
    )
    assert three.keys() - two.keys() == {"v"}
    other = corpus.inputs.copy()
    other[:, 10:] = 1
    for model in (two, three):
        one, another = (projections.losses(model, x, corpus.labels) for x in (corpus.inputs, other))
        assert (one[:, :10] == another[:, :10]).all()
        assert (one[:, 10:] != another[:, 10:]).any()


def test_padding_is_learnt_and_dilutes():
    corpus = projections.clauses("the cat sat, the dog ran far away; a bird sang. " * 2, positions=40)
    scores = projections.score(projections.train(corpus, 3, steps=200, seed=1, width=16, rows=6), corpus)
    assert scores.pad_loss < 0.1
    assert scores.counted < scores.true
    masked = projections.score(projections.train(corpus, 3, steps=200, seed=1, width=16, rows=6, masked=True), corpus)
    assert masked.pad_loss > scores.pad_loss


def test_a_text_without_clauses_is_refused():
    with pytest.raises(ValueError, match="two clauses"):
        projections.clauses("one", positions=8)
