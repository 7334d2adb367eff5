"""Forked data loaders: every worker draws the same "random" augmentations, in every epoch anew.

Claim
    A data loader with several worker processes augments each sample at random: what NumPy draws in different
    workers and epochs is independent. (In our words; pipelines that call numpy.random in a worker rely on it.)
Why it looked true
    The numbers are random: each worker's stream passes any test, and with one worker, or none, all is well. The
    standard library re-seeds its own generator after a fork, and the deep-learning library seeds its own in each
    worker; NumPy does neither, and who looks at one worker or one epoch at a time cannot see the copies.
What was claimed against it
    That forked workers inherit one NumPy state, and that thousands of public projects train like that.
What we find
    Of 4 workers in 3 epochs all 12 streams are the same one: a fork copies the state, and the parent's never moves.
    Two common mends are half mends: seeding by the worker's number leaves 4 streams, the same in each epoch; adding
    worker and epoch to a seed leaves 6. A seed made of worker and epoch together gives 12.
What this does not show
    What it costs in accuracy: less variety is not no variety, and a shuffled order hides part of it. Nothing about
    start methods that do not copy memory, or about generators made inside the worker. Which library version does
    what: here the processes are forked by hand.
References
    https://tanelp.github.io/posts/a-bug-that-plagues-thousands-of-open-source-ml-projects/ (2021).
    PyTorch issue 5059 (2018) and pull request 56488 (2021): NumPy seeded in each worker, from version 1.9 on.
"""

import os
import random
import struct
from functools import lru_cache

import numpy as np

from lakatos import AuthorsSaid, Claim, Dispute, Falsification, Finding, Outcome, Paper, canvas, figure

CLAIM = Claim(
    paper=Paper(
        title="Augmentation with numpy.random in forked data-loader workers",
        url="https://github.com/pytorch/pytorch/issues/5059",
    ),
    where="numpy.random called while a sample is loaded",
    statement="the random numbers that different workers draw in different epochs are independent",
    authors_said=AuthorsSaid(position="corrected", date="2021", source="pytorch/pytorch, pull request 56488"),
)
AGAINST = Falsification(
    statement="Forked workers inherit one NumPy state, and draw the same numbers in every epoch.",
    source="https://tanelp.github.io/posts/a-bug-that-plagues-thousands-of-open-source-ml-projects/",
)
dispute = Dispute(CLAIM, against=AGAINST, expected="confirmed", group="shelf")

WORKERS, EPOCHS, DRAWS, SEED, BASE = 4, 3, 12, 5059, 1000


def nothing(_worker, _epoch):
    """The bug: no worker seeds NumPy."""


def by_worker(worker, _epoch):
    """A half mend: each worker seeds NumPy with its own number."""
    np.random.seed(BASE + worker)


def by_sum(worker, epoch):
    """A half mend: the base seed goes up by one with each epoch."""
    np.random.seed(BASE + epoch + worker)


def by_pair(worker, epoch):
    """The mend: a seed made of worker and epoch together."""
    np.random.seed(np.random.SeedSequence(BASE, spawn_key=(epoch, worker)).generate_state(4))


RULES = {
    "no seeding": nothing,
    "seed + worker": by_worker,
    "seed + epoch + worker": by_sum,
    "seed from (epoch, worker)": by_pair,
}


def numpy_draw():
    """One draw of the kind an augmentation makes: a whole number below 2^31."""
    return int(np.random.randint(2**31))


def in_a_fork(work):
    """Run ``work`` in a forked child; returns the whole numbers it returns. The child ends there, whatever happens."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            numbers = work()
            os.write(into, struct.pack(f"<{len(numbers)}q", *numbers))
        finally:
            os._exit(0)
    os.close(into)
    with os.fdopen(out, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    if not data:
        raise OSError("a forked worker ended without an answer")
    return struct.unpack(f"<{len(data) // 8}q", data)


@lru_cache
def streams(seeding, *, draw=numpy_draw):
    """What each worker draws in each epoch: a list of rows, by epoch and worker. NumPy's own state is put back."""
    kept = np.random.get_state()
    np.random.seed(SEED)

    def work(worker, epoch):
        seeding(worker, epoch)
        return [draw() for _ in range(DRAWS)]

    try:
        return [in_a_fork(lambda e=e, w=w: work(w, e)) for e in range(EPOCHS) for w in range(WORKERS)]
    finally:
        np.random.set_state(kept)


def in_one_process(count):
    """The same number of draws ``count`` times over, without a fork. NumPy's own state is put back."""
    kept = np.random.get_state()
    np.random.seed(SEED)
    rows = [tuple(numpy_draw() for _ in range(DRAWS)) for _ in range(count)]
    np.random.set_state(kept)
    return rows


def different(rows):
    """How many of the rows differ from each other."""
    return len(set(rows))


@dispute.finding
def distinct_streams():
    counts = {name: different(streams(rule)) for name, rule in RULES.items()}
    yield Finding(
        name="different streams among all workers and epochs",
        kind="exact",
        value=counts,
        shown=f"{counts['no seeding']} of {WORKERS * EPOCHS} without seeding; "
        f"{counts['seed + worker']} and {counts['seed + epoch + worker']} with two half mends; "
        f"{counts['seed from (epoch, worker)']} with the mend",
        scope=f"{WORKERS} forked workers in {EPOCHS} epochs, {DRAWS} draws each from numpy.random; seed {SEED} in the "
        "parent",
        says=f"Without seeding, the {WORKERS * EPOCHS} streams of {WORKERS} workers in {EPOCHS} epochs are "
        + ("one and the same." if counts["no seeding"] == 1 else f"{counts['no seeding']} different ones."),
        refutes="claim" if counts["no seeding"] < WORKERS * EPOCHS else None,
        decisive=True,
    )
    rows, own = streams(nothing), in_one_process(1)[0]
    yield Finding(
        name="streams that are the parent's next numbers",
        kind="exact",
        value=rows.count(own),
        shown=f"{rows.count(own)} of {len(rows)}",
        scope="the same forks, without seeding; what the parent would have drawn itself after its seed",
        says="A fork copies the parent's state, and as the children draw, the parent's does not move on: the next "
        "epoch begins where the last one did.",
    )


@dispute.finding
def how_much_variety_is_left():
    table = {
        "workers": [],
        "epochs": [],
        "streams": [],
        "no seeding": [],
        "seed + worker": [],
        "seed + epoch + worker": [],
    }
    for workers in (1, 2, 4, 8, 16):
        for epochs in (1, 10, 100):
            sums = {epoch + worker for epoch in range(epochs) for worker in range(workers)}
            row = (workers, epochs, workers * epochs, 1, workers, len(sums))
            assert len(sums) == workers + epochs - 1
            for column, value in zip(table.values(), row):
                column.append(value)
    return Finding(
        name="different streams of W workers in E epochs",
        kind="derivation",
        value={"no seeding": "1", "seed + worker": "W", "seed + epoch + worker": "W + E - 1", "needed": "W E"},
        shown="1, W and W + E - 1 instead of W E",
        scope="any W and E, equal seeds counted as equal streams; the sums counted for W up to 16 and E up to 100",
        says="Of the 800 streams that 8 workers need in 100 epochs, 1 is left without seeding, 8 and 107 with the half "
        "mends.",
        table=table,
    )


@dispute.control(holds=True)
def seeded_by_worker_and_epoch_all_differ():
    """The claim with the mend: a seed made of worker and epoch gives as many streams as there are pairs."""
    count = different(streams(by_pair))
    return Outcome(survived=count == WORKERS * EPOCHS, note=f"{count} different streams")


@dispute.control(holds=True)
def the_standard_library_seeds_itself_again():
    """The claim for Python's own random, which re-seeds itself in every forked child."""
    count = different(streams(nothing, draw=lambda: random.getrandbits(62)))
    return Outcome(survived=count == WORKERS * EPOCHS, note=f"{count} different streams")


@dispute.control(holds=True)
def one_process_goes_on_drawing():
    """The claim without workers: epoch after epoch in one process, no stream comes twice."""
    rows = in_one_process(WORKERS * EPOCHS)
    return Outcome(survived=different(rows) == len(rows), note=f"{different(rows)} different streams")


@dispute.control(holds=False)
def seeding_by_worker_is_no_mend():
    """'Seeding NumPy with the worker's number makes all streams differ' is false: every epoch repeats the first."""
    rows = streams(by_worker)
    return Outcome(
        survived=different(rows) == len(rows),
        note=f"{different(rows)} of {len(rows)}; epoch 2 is epoch 1: {rows[:WORKERS] == rows[WORKERS : 2 * WORKERS]}",
    )


@figure(
    "What four workers (rows) draw in three epochs (blocks): each cell is a random number, drawn as a shade, and equal "
    "streams have one colour. Without seeding there is one stream, with half a mend four or six, with the mend twelve."
)
def who_draws_what():
    from matplotlib.patches import Rectangle

    palette = ["#b8452f", "#2f5d8a", "#6b8e4e", "#8a6fae", "#9a7b2f", "#3d8f8b", "#c76f8e", "#555555"]
    palette += ["#d98c3f", "#5b7fd1", "#a3a545", "#7a4b2a"]
    fig, axes = canvas(1, len(RULES), size=(8.2, 3.3), sharey=True)
    for ax, (name, rule) in zip(axes, RULES.items()):
        rows = streams(rule)
        order = list(dict.fromkeys(rows))
        for i, row in enumerate(rows):
            y = i + 0.9 * (i // WORKERS)
            for x, number in enumerate(row):
                colour = palette[order.index(row)]
                ax.add_patch(
                    Rectangle((x, y), 1, 0.92, facecolor=colour, alpha=round(0.15 + 0.85 * number / 2**31, 3), lw=0)
                )
        ax.set_title(f"{name}\n{len(order)} of {len(rows)} streams", fontsize=9, fontweight="normal", loc="center")
        ax.set(xlim=(0, DRAWS), ylim=(len(rows) + 2, -0.3), xticks=[], xlabel="draws")
        middles = [(WORKERS + 0.9) * e + WORKERS / 2 for e in range(EPOCHS)]
        ax.set(yticks=middles, yticklabels=[f"epoch {e + 1}" for e in range(EPOCHS)])
        ax.tick_params(axis="y", length=0)
        ax.grid(visible=False)
        for side in ("left", "bottom"):
            ax.spines[side].set_visible(False)
    return fig
