"""A search comes to the same wherever it runs, whatever is killed on the way, and however often it is interrupted."""

import os
import pickle
import signal
import subprocess
import sys
import time
from contextlib import closing

import pytest

from lakatos.claims import SourceError, forall, integers
from lakatos.ledger import Ledger
from lakatos.search import Counterexample, search
from lakatos.workspace import load_claim

CLAIM = '''"""A claim that takes some rounds to refute."""

from lakatos.claims import forall, integers, prime_factors


@forall(n=integers(1))
def few_factors(n):
    """n^2 + n + 41 has at most three prime factors."""
    work = 0
    for i in range(WORK):
        work += i * n % 7
    return 3 - len(prime_factors(n * n + n + 41)) + min(0, work)
'''
#: In order, and by chance: several units of each in every round.
ONLY = ["ascending", "chance"]


@pytest.fixture(scope="module")
def claim(tmp_path_factory):
    return load_claim(str(written(tmp_path_factory.mktemp("claims"), work=10)))


def written(folder, *, work):
    path = folder / "few.py"
    path.write_text(CLAIM.replace("WORK", str(work)))
    return path


@pytest.fixture(scope="module")
def cluster():
    """A Dask cluster of two workers, each a process of its own, on the loopback."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None, silence_logs=50
    ) as running:
        yield running


@pytest.fixture(scope="module")
def alone(claim):
    """What an uninterrupted search in this process finds."""
    return search(claim, seconds=60, only=ONLY)


@pytest.fixture(params=["here", "processes:2", "tcp"])
def place(request):
    """Where units run, as an address."""
    if request.param == "tcp":
        return request.getfixturevalue("cluster").scheduler_address
    return None if request.param == "here" else request.param


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Workers are called in at once, however soon the search ends."""
    monkeypatch.setattr("lakatos.search.portfolio.ALONE", 0.0)
    # And no clock cuts in, however busy the machine is.
    monkeypatch.setattr("lakatos.search.portfolio.SLICE", 20.0)


def test_the_same_is_found_everywhere(claim, alone, place):
    found = search(claim, seconds=60, only=ONLY, on=place)
    assert isinstance(alone, Counterexample)
    assert isinstance(found, Counterexample)
    assert (found.values, found.least, found.method) == (alone.values, alone.least, alone.method)
    assert found.least
    assert found.covered == alone.covered


class Stop:
    """Interrupts after some units; notes which came from the ledger."""

    def __init__(self, after=None):
        self.after, self.fresh, self.resumed = after, 0, 0

    def __call__(self, progress):
        self.resumed += progress.resumed
        self.fresh += not progress.resumed
        if self.fresh == self.after:
            raise KeyboardInterrupt


def test_what_was_interrupted_goes_on_and_finds_the_same(claim, alone, place, tmp_path):
    resumed = []
    for after in (3, 4, 5, None):
        stop = Stop(after)
        with closing(Ledger(tmp_path / "ledger.sqlite")) as ledger:
            if after is None:
                found = search(claim, seconds=60, only=ONLY, on=place, ledger=ledger, progress=stop)
            else:
                with pytest.raises(KeyboardInterrupt):
                    search(claim, seconds=60, only=ONLY, on=place, ledger=ledger, progress=stop)
        resumed.append(stop.resumed)
    # Nothing that was done is done again.
    assert resumed[0] == 0
    assert resumed[1] >= 3
    assert resumed[2] >= 3 + 4
    assert resumed[3] >= 3 + 4 + 5
    assert isinstance(found, Counterexample)
    assert (found.values, found.least, found.covered) == (alone.values, alone.least, alone.covered)


def test_a_finished_search_is_not_taken_up(claim, tmp_path):
    for _ in range(2):
        stop = Stop()
        with closing(Ledger(tmp_path / "ledger.sqlite")) as ledger:
            assert isinstance(search(claim, seconds=60, only=ONLY, ledger=ledger, progress=stop), Counterexample)
        assert stop.resumed == 0


def test_a_search_that_ran_out_of_time_is_gone_on_with(tmp_path):
    slow = load_claim(str(written(tmp_path, work=30_000)))
    stops = []
    for _ in range(2):
        stops.append(Stop())
        with closing(Ledger(tmp_path / "ledger.sqlite")) as ledger:
            search(slow, seconds=1.5, only=["ascending"], ledger=ledger, progress=stops[-1])
    assert stops[1].resumed == stops[0].fresh


def test_another_seed_or_another_claim_begins_anew(claim, tmp_path):
    other = load_claim(str(written(tmp_path, work=11)))
    for which, seed, kept in ((claim, 0, False), (claim, 1, False), (other, 0, False), (claim, 0, True)):
        stop = Stop(4)
        with closing(Ledger(tmp_path / "ledger.sqlite")) as ledger, pytest.raises(KeyboardInterrupt):
            search(which, seconds=60, seed=seed, only=ONLY, ledger=ledger, progress=stop)
        assert bool(stop.resumed) == kept


def test_a_worker_of_a_cluster_is_killed_in_the_middle(claim, alone, cluster):
    killed = []

    def kill(progress):
        if progress.turn == 3 and not killed:
            killed.append(next(iter(cluster.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    found = search(claim, seconds=90, only=ONLY, on=cluster.scheduler_address, progress=kill)
    assert killed
    assert isinstance(found, Counterexample)
    assert (found.values, found.least, found.covered) == (alone.values, alone.least, alone.covered)


def test_a_process_of_the_pool_is_killed_in_the_middle(claim, alone):
    import multiprocessing

    killed = []

    def kill(progress):
        children = [p for p in multiprocessing.active_children() if "Spawn" in type(p).__name__]
        if progress.turn == 3 and not killed and children:
            killed.append(children[0].pid)
            os.kill(children[0].pid, signal.SIGKILL)

    found = search(claim, seconds=90, only=ONLY, on="processes:2", progress=kill)
    assert killed
    assert isinstance(found, Counterexample)
    assert (found.values, found.least, found.covered) == (alone.values, alone.least, alone.covered)


def test_a_killed_search_is_taken_up_by_the_next_command(tmp_path):
    """SIGKILL, at the command line: what was in the ledger stays there."""
    (tmp_path / "pyproject.toml").write_text("[tool.lakatos]\ntitle = 'a workspace'\n")
    (tmp_path / "claims").mkdir()
    written(tmp_path / "claims", work=1000)
    command = [sys.executable, "-c", "from lakatos.cli import main; main()", "search", "few", "--seconds", "120", "--json",
               "--only", "ascending", "--only", "chance", "--on", "processes:2"]  # fmt: skip
    first = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while units(tmp_path) < 6 and time.monotonic() < until and first.poll() is None:
        time.sleep(0.05)
    assert first.poll() is None, "it ended before it could be killed"
    first.kill()
    first.wait()
    kept = units(tmp_path)
    assert kept >= 6
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=150, check=False)
    assert again.returncode == 0, again.stderr
    fresh = search(load_claim(str(tmp_path / "claims" / "few.py")), seconds=120, only=ONLY)
    assert isinstance(fresh, Counterexample)
    assert f'"witness": "{fresh.judgement.witness}"' in again.stdout


def units(folder):
    file = folder / ".lakatos" / "ledger.sqlite"
    if not file.is_file():
        return 0
    import sqlite3

    with closing(sqlite3.connect(file)) as db:
        try:
            return db.execute("SELECT COUNT(*) FROM units").fetchone()[0]
        except sqlite3.OperationalError:
            return 0


def test_a_claim_goes_to_another_process_with_its_text(claim):
    again = pickle.loads(pickle.dumps(claim))
    assert again.fingerprint == claim.fingerprint
    assert again.statement == claim.statement
    assert pickle.loads(pickle.dumps(claim)) is again


def test_a_claim_without_a_file_stays_here():
    space = {"forall": forall, "integers": integers}
    exec("@forall(n=integers(1))\ndef typed(n):\n    return n < 9\n", space)
    with pytest.raises(SourceError, match="in no file"):
        pickle.dumps(space["typed"])


def test_no_place_and_no_scheduler_are_said(claim):
    with pytest.raises(ValueError, match="no place to run"):
        search(claim, seconds=5, on="the moon")
    pytest.importorskip("distributed")
    with pytest.raises(ValueError, match="no Dask scheduler answers"):
        search(claim, seconds=5, on="tcp://127.0.0.1:9")


def test_a_script_without_a_guard_is_told_so(tmp_path):
    """Workers of a spawned pool run the script again, which starts workers, which ..."""
    path = written(tmp_path, work=1000)
    (tmp_path / "script.py").write_text(
        "import lakatos.search.portfolio as portfolio\n"
        "from lakatos.workspace import load_claim\n"
        "portfolio.ALONE = 0.0\n"
        f"print(portfolio.search(load_claim({str(path)!r}), seconds=60, on='processes:2'))\n"
    )
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, timeout=120,
                          check=False)  # fmt: skip
    assert done.returncode != 0
    assert "if __name__ == '__main__'" in done.stderr.splitlines()[-1]


def test_an_idle_process_of_the_pool_is_killed_between_rounds(claim, alone):
    import multiprocessing

    from lakatos.search.portfolio import _Run

    killed = []
    run_round = _Run.round

    def killing(self, units, turn):
        children = [p for p in multiprocessing.active_children() if "Spawn" in type(p).__name__]
        if turn == 2 and children:
            killed.append(children[0].pid)
            os.kill(children[0].pid, signal.SIGKILL)
            time.sleep(0.5)
        return run_round(self, units, turn)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Run, "round", killing)
        found = search(claim, seconds=90, only=ONLY, on="processes:2")
    assert killed
    assert isinstance(found, Counterexample)
    assert (found.values, found.least, found.covered) == (alone.values, alone.least, alone.covered)


SLEEPS = '''"""A claim that hangs where no alarm reaches it."""

from lakatos.claims import forall, integers, prime_factors


@forall(n=integers(0))
def hangs(n):
    """At 100 a number is factored that nobody can factor."""
    return n != 100 or len(prime_factors((2**521 - 1) * (2**607 - 1))) == 2
'''


def test_what_was_given_up_is_neither_covered_nor_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("lakatos.search.portfolio.HANG", 0.5)
    monkeypatch.setattr("lakatos.search.portfolio.SLICE", 1.0)
    monkeypatch.setattr("lakatos.compute.START", 5.0)
    path = tmp_path / "hangs.py"
    path.write_text(SLEEPS)
    with closing(Ledger(tmp_path / "ledger.sqlite")) as ledger:
        left = search(load_claim(str(path)), seconds=6, only=["ascending"], on="processes:1", ledger=ledger)
    assert not isinstance(left, Counterexample)
    assert "all of n" not in left.method
    with closing(__import__("sqlite3").connect(tmp_path / "ledger.sqlite")) as db:
        kept = [row[0] for row in db.execute("SELECT unit FROM units")]
    assert not any(unit.startswith("ascending 0 ") for unit in kept)
