"""Truths and designs: those of the published comparison, and others that the test was not made on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from lakatos.arithmetic import harmonic
from lakatos.growth import DECIDING, doublings
from lakatos.growth.decide import Decision, decide
from lakatos.growth.kernel import Batch
from lakatos.growth.plan import seen

Array = npt.NDArray[np.float64]
SIGMA, REPLICATES = 3.0, 10
SHORT, LONG = np.array(doublings(4, 64), dtype=float), np.array(doublings(4, 1024), dtype=float)


@dataclass(frozen=True)
class Truth:
    """A mean as a function of k, and its class."""

    name: str
    curve: Callable[[Array], Array]
    cls: str


def _h(k: Array) -> Array:
    return np.array([float(harmonic(int(x))) for x in k])


CONSTANT = Truth("1.3", lambda k: 1.3 + 0 * k, "1")
OVER_K = Truth("1.3-2/k", lambda k: 1.3 - 2 / k, "1")
OVER_ROOT = Truth("1.3-1.5/sqrt k", lambda k: 1.3 - 1.5 / np.sqrt(k), "1")
LOG = Truth("1.3+0.38 ln k", lambda k: 1.3 + 0.38 * np.log(k), "log")
LOGLOG = Truth("1.3+0.38 lnln k", lambda k: 1.3 + 0.38 * np.log(np.log(k)), "log log")
ROOT = Truth("1.3+0.05 sqrt k", lambda k: 1.3 + 0.05 * np.sqrt(k), "sqrt")
LINEAR = Truth("1.3+0.01 k", lambda k: 1.3 + 0.01 * k, "linear")
RAW_BOUNDED = Truth("H_k+1.3 raw", lambda k: _h(k) + 1.3, "log")
RAW_LOG = Truth("H_k+1.3+0.38 ln k raw", lambda k: _h(k) + 1.3 + 0.38 * np.log(k), "log")


@dataclass(frozen=True)
class Cell:
    """A truth, its sizes, and the standard error of each mean: in the middle of the range, if it goes with a ``power`` of k.

    ``profile`` multiplies the errors of the first, the last but one and the last size; ``bent`` is the sd of a curvature
    in ln k that each run shares over the sizes, in units of a run's own sd.
    """

    truth: Truth
    k: Array
    sd: float
    replicates: int = REPLICATES
    power: float = 0.0
    skewed: bool = False
    profile: tuple[float, float, float] = (1.0, 1.0, 1.0)
    bent: float = 0.0

    @property
    def error(self) -> Array:
        """Standard error of each mean."""
        factors = np.ones(len(self.k))
        factors[[0, -2, -1]] = self.profile
        return factors * self.sd * (self.k / np.sqrt(self.k[0] * self.k[-1])) ** self.power

    @property
    def name(self) -> str:
        """For a table."""
        grown = f"·k^{self.power:g}" if self.power else ""
        runs = f" R={self.replicates}" if self.replicates != REPLICATES else ""
        grown += " skewed" if self.skewed else ""
        grown += "" if self.profile == (1, 1, 1) else "·({:g}, 1.., {:g}, {:g})".format(*self.profile)
        grown += f" shared bend {self.bent:g}" if self.bent else ""
        return f"{self.truth.name:<22} {self.k[0]:g}..{self.k[-1]:g} ({len(self.k)}), {self.sd:g}{grown}{runs}"

    def draw(self, trials: int, seed: int) -> Array:
        """Values of single runs, shape (trials, replicates, sizes): normal or exponential."""
        rng = np.random.default_rng(seed)
        shape = (trials, self.replicates, len(self.k))
        noise = rng.exponential(size=shape) - 1 if self.skewed else rng.normal(size=shape)
        values = self.truth.curve(self.k) + self.error * np.sqrt(self.replicates) * noise
        if self.bent:
            x = np.log(self.k)
            bend = x**2 - np.polyval(np.polyfit(x, x**2, 1), x)
            each = self.bent * self.sd * np.sqrt(self.replicates) * rng.normal(size=(trials, self.replicates, 1))
            values += each * bend / np.abs(bend).max()
        return values

    def limit(self) -> float:
        """The power of the best test of its level if the errors were known: Neyman and Pearson's, against that member
        of the deciding families which is hardest to tell from the truth."""
        least = min(seen(self.truth.curve(self.k), self.k, self.error, f) for f in DECIDING)
        return float(stats.norm.sf(SIGMA - least))


def ours(cell: Cell, runs: Array) -> Decision:
    """The test itself, as ``growth.test`` runs it."""
    return decide(Batch.of(runs, cell.k), DECIDING, sigma=SIGMA)


#: Table 1.2 of the comparison.
TABLE = (
    Cell(CONSTANT, SHORT, 0.02),
    Cell(CONSTANT, LONG, 0.1),
    Cell(OVER_K, SHORT, 0.02),
    Cell(OVER_K, LONG, 0.1),
    Cell(LOG, SHORT, 0.02),
    Cell(LOG, SHORT, 0.1),
    Cell(LOG, LONG, 0.1),
    Cell(LOG, LONG, 0.3),
    Cell(LOG, LONG, 0.1, power=0.5),
    Cell(RAW_BOUNDED, LONG, 0.1),
    Cell(RAW_LOG, LONG, 0.1),
    Cell(LOGLOG, LONG, 0.1),
    Cell(ROOT, LONG, 0.1),
    Cell(LINEAR, LONG, 0.1),
)


def bounded() -> Iterator[Cell]:
    """The cells with a bar on false alarms."""
    for truth in (CONSTANT, OVER_K, OVER_ROOT):
        for k in (SHORT, LONG):
            for sd in (0.02, 0.1, 0.3):
                yield Cell(truth, k, sd)


def others() -> Iterator[Cell]:
    """Cells of our own: other constants, grids, replicates and errors that grow or fall with k."""
    dense = np.array([5, 7, 10, 14, 20, 28, 40, 57, 80, 113, 160, 226], dtype=float)
    far = np.array(doublings(8, 65536), dtype=float)
    over_log = Truth("0.4-1/ln k", lambda k: 0.4 - 1 / np.log(k), "1")
    strong = Truth("7-9/sqrt k", lambda k: 7 - 9 / np.sqrt(k), "1")
    falling = Truth("2+3/k", lambda k: 2 + 3 / k, "1")
    mixed = Truth("1-1/k-0.5/sqrt k", lambda k: 1 - 1 / k - 0.5 / np.sqrt(k), "1")
    slow = Truth("1+0.2 ln k", lambda k: 1 + 0.2 * np.log(k), "log")
    for truth in (over_log, strong, falling, mixed):
        for k in (dense, far):
            yield Cell(truth, k, 0.05)
    for replicates in (3, 5, 30):
        yield Cell(OVER_ROOT, LONG, 0.1, replicates=replicates)
        yield Cell(OVER_ROOT, LONG, 0.02, replicates=replicates, power=0.5)
        yield Cell(OVER_ROOT, SHORT, 0.1, replicates=replicates, power=-0.5)
        yield Cell(LOG, LONG, 0.1, replicates=replicates)
    for k in (dense, far):
        yield Cell(slow, k, 0.05)
    for replicates in (3, 4, 5, 10):
        for profile in ((3.0, 1.0, 3.0), (1.0, 1.0, 8.0), (1.0, 1.0, 3.0), (1.0, 2.5, 2.5)):
            yield Cell(OVER_ROOT, LONG, 0.02, replicates=replicates, profile=profile)
    for replicates in (5, 10, 30):
        for bent in (0.5, 1.0, 2.0, 4.0):
            yield Cell(OVER_ROOT, LONG, 0.02, replicates=replicates, bent=bent)
    for truth in (OVER_ROOT, LOG):
        yield Cell(truth, LONG, 0.1, skewed=True)
        yield Cell(truth, LONG, 0.1, replicates=3, skewed=True)
