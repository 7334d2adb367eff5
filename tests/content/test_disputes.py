"""The disputes of this workspace: what they must find, and that what is committed is what they find."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lakatos.workspace import find_workspace, lint_check, load

ROOT = Path(__file__).parents[2]
SLUGS = find_workspace(ROOT).slugs()


def finding(entry, name, **reading):
    found = [f for f in entry["findings"] if f["name"] == name and (not reading or f["reading"] == reading)]
    assert found, f"no finding {name!r}; there are {[f['name'] for f in entry['findings']]}"
    return found[0]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_check_is_a_complete_argument_with_its_notebook(slug):
    workspace = find_workspace(ROOT)
    assert lint_check(workspace.check(slug)).problems == ()
    assert workspace.notebook(slug).is_file()
    text = workspace.notebook(slug).read_text()
    assert not re.search(r"^\s*[%!]\w", text, re.MULTILINE), "magics keep a notebook from running as a script"


@pytest.mark.parametrize("slug", SLUGS)
def test_every_verdict_agrees_and_every_control_passes(results, slug):
    assert results[slug]["agrees"]
    assert all(c["passed"] for c in results[slug]["controls"])
    assert {"positive", "negative"} <= {c["kind"] for c in results[slug]["controls"]}


def test_attention(results):
    entry = results["attention_frank_wolfe"]
    assert entry["verdict"] == "confirmed"
    first = [f for f in entry["findings"] if f["name"] == "first violation, tokens 4, -1"]
    assert len(first) == 9
    assert {f["value"] for f in first} == {224}
    assert finding(entry, "first violation, tokens 3, -1")["value"] == 575
    assert finding(entry, "first violation, tokens 1, -1/1000")["value"] == 35
    tokens = {f["value"] for f in entry["findings"] if f["name"].startswith("first violation, tokens")}
    assert tokens == {35, 224, 575, 3800, 6416}
    assert finding(entry, "first violation of a symmetric cloud, ties to the lowest index")["value"] == 7199
    exits = {f["reading"]["step"]: f["value"] for f in entry["findings"] if "hull leaves" in f["name"]}
    assert exits == {"2/(t+2)": 2, "2/(t+1), 1 at t=0": 3, "2/(t+3)": 1}
    assert finding(entry, "limit of two tokens a > 2b > 0 at a and -b")["value"]["limit"] == "(a - 2*b)/3"
    share = finding(entry, "share of starts that violate the bound")["value"]
    assert share["symmetric, 4 in the plane, by t = 8000"] == 0
    assert min(v for k, v in share.items() if "8000" in k and "symmetric" not in k) > 0.8
    assert "30 of 30 agree;" in finding(entry, "share of starts that violate the bound")["scope"]
    assert finding(entry, "violations while the origin is still in the hull")["value"] == 0


def test_paging(results):
    entry = results["learning_augmented_paging"]
    assert entry["verdict"] == "reading-dependent"
    table = {8: 0.8750, 16: 1.0388, 32: 1.2975, 64: 1.5546, 128: 1.8119, 256: 2.0641, 512: 2.3178, 1024: 2.5721, 2048: 2.8273, 4096: 3.0821}  # fmt: skip
    decimals = finding(entry, "additive term A(k), decimals", memory="after every miss")["value"]
    assert {int(k): round(v, 4) for k, v in decimals.items()} == table
    assert finding(entry, "additive term A(k), fractions", memory="after every miss")["value"]["8"] == "7/8"
    slope = finding(entry, "slope of the simulated additive term per ln k", memory="after every miss")
    assert slope["value"]["low"] < slope["value"]["slope"] < slope["value"]["high"]
    assert abs(slope["value"]["slope from k = 16"] - 0.3679) < 4 * slope["value"]["error from k = 16"]
    assert slope["value"]["R squared"] > 0.99
    nulls = {s["null"]: s["sigma"] for s in slope["sigmas"]}
    assert set(nulls) == {"c", "c + b/k", "c + b/sqrt k", "c + b/ln k", "c + b/k^0.1 (does not decide)"}
    assert nulls["c"] > 9
    bounded = finding(entry, "slope of the simulated additive term per ln k", memory="after every request")
    assert min(s["sigma"] for s in bounded["sigmas"] if "not decide" not in s["null"]) < 3
    for memory in ("after every miss", "after every request"):
        assert finding(entry, "simulation against the exact values", memory=memory)["value"]["p"] > 1e-3
    assert finding(entry, "OnlineMin's expected cost of a lazy phase")["value"]["6"] == "49/20"


def test_rollout(results):
    entry = results["rollout_batch"]
    assert (entry["verdict"], entry["reason"]) == ("overturned", "unit")
    assert finding(entry, "factor between '2x slower' and '8x faster'")["value"] == 16
    twin = finding(entry, "public twin: batch of 4 against one image")["value"]
    assert (twin["naive"], twin["normalised"]) == ("95/27", "95/108")


def test_the_twin_is_the_public_case():
    path = ROOT.parent / "shared" / "data" / "unit_cases.json"
    if not path.is_file():
        pytest.skip("the collection of public cases is not here")
    (case,) = [c for c in json.loads(path.read_text())["cases"] if c["id"] == "triton-640"]
    text = (ROOT / "checks" / "rollout_batch.py").read_text()
    for side in ("quantity_a", "quantity_b"):
        assert f'"{case[side]["value"]} s"' in text
    assert f'batch="{case["quantity_a"]["batch"]} images"' in text


def test_announcement(results):
    entry = results["announcement_percentages"]
    assert entry["verdict"] == "editorial"
    allowed = finding(entry, "totals that each percentage allows")["value"]
    assert list(allowed.values()) == ["2,142 to 2,184", "2,111 to 2,204", "2,128 to 2,191"]
    assert finding(entry, "percentages that 2,226 can have given")["value"] == 0
    assert finding(entry, "papers with a final judgment, by the disjoint buckets")["value"] == 2176


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_committed_is_what_was_found(copy, results, slug):
    assert results
    for path in (ROOT / "reports" / slug).rglob("*"):
        if path.is_file() and path.suffix not in (".html", ".eml"):
            assert (copy / path.relative_to(ROOT)).is_file(), f"{path} is no longer written"
    for path in sorted((copy / "reports" / slug).rglob("*")):
        if path.is_file() and path.suffix not in (".html", ".eml"):
            committed = ROOT / path.relative_to(copy)
            assert committed.is_file(), f"{committed} is not committed"
            assert committed.read_bytes() == path.read_bytes(), f"{committed} is not what the check finds now"


def test_a_recheck_leaves_the_gallery_as_it_is(copy, results):
    assert results
    assert (copy / "docs" / "gallery.md").read_bytes() == (ROOT / "docs" / "gallery.md").read_bytes()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_report_stands_alone_and_names_nobody(copy, results, slug):
    assert results
    html = (copy / "reports" / slug / "report.html").read_text()
    assert not re.search(r"<script|<link|<iframe|src=\"(?!data:)", html)
    markdown = (copy / "reports" / slug / "report.md").read_text()
    for fact in (str(copy), str(ROOT), str(Path.home()) + "/", "seconds"):
        assert fact not in markdown


#: Disputes whose authors have said something already: they are not asked for the first time.
ANSWERED = {"attention_frank_wolfe", "learning_augmented_paging", "self_distillation"}


@pytest.mark.parametrize("slug", SLUGS)
def test_letters_go_where_the_verdict_sends_them(copy, results, slug):
    path = copy / "reports" / slug / "letter.txt"
    known = lint_check(find_workspace(ROOT).check(slug)).group == "shelf"  # published long ago: nobody is asked
    if not known and results[slug]["verdict"] in ("confirmed", "reading-dependent", "overturned"):
        text = path.read_text()
        assert text.startswith("BLOCKED DRAFT - NOT REVIEWED")
        assert "[[ paste the sentence itself" in text
        assert ("follow-up, not a first question" in " ".join(text.split())) is (slug in ANSWERED)
        (copy / "reports" / slug / "letter.eml").read_bytes().decode("ascii")
    else:
        assert not path.exists()


@pytest.fixture
def changed(tmp_path, lakatos):
    """Re-check a dispute with one piece of its file replaced: it must then differ from what is recorded."""

    def recheck(slug, old, new):
        shutil.copy(ROOT / "pyproject.toml", tmp_path)
        (tmp_path / "checks").mkdir()
        text = (ROOT / "checks" / f"{slug}.py").read_text()
        assert old in text
        (tmp_path / "checks" / f"{slug}.py").write_text(text.replace(old, new))
        done = lakatos("check", "--json", cwd=tmp_path)
        assert done.code == 1
        (entry,) = json.loads(done.out)
        return entry

    return recheck


def test_with_another_step_size_the_worked_trajectory_fails_and_the_verdict_is_void(changed):
    step = '"2/(t+2)": lambda t: Fraction({}, t + 2)'
    entry = changed("attention_frank_wolfe", step.format(2), step.format(1))
    assert entry["verdict"] == "undetermined"
    assert "void" in entry["reason"]
    assert "worked_trajectory" in {c["name"] for c in entry["controls"] if not c["passed"]}


@pytest.mark.parametrize("path", sorted((ROOT / "counterexamples").glob("*.py")), ids=lambda p: p.stem)
def test_a_certificate_runs_on_bare_python_and_is_short(path, lakatos):
    assert len(path.read_text().splitlines()) <= 60
    done = subprocess.run([sys.executable, "-I", str(path)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert lakatos("verify", str(path), cwd=ROOT).code == 0


def test_the_paging_certificate_agrees_with_the_engine():
    from lakatos.rerun import paging

    path = ROOT / "counterexamples" / "learning_augmented_paging.py"
    printed = subprocess.run([sys.executable, "-I", str(path)], capture_output=True, text=True, check=True).stdout
    shown = dict(re.findall(r"A\((\d+)\) = ([\d.]+)\.\.\.", printed))
    assert shown == {
        str(k): f"{int(paging.additive_term(k) * 10000) / 10000:.4f}" for k in (8, 16, 32, 64, 128, 256, 512, 1024)
    }


def test_the_attention_certificate_prints_the_exact_values():
    path = ROOT / "counterexamples" / "attention_frank_wolfe.py"
    printed = subprocess.run([sys.executable, "-I", str(path)], capture_output=True, text=True, check=True).stdout
    for value in ("t = 224", "3391/5085", "11498881/51714450", "2/9", "step 2"):
        assert value in printed


@pytest.mark.parametrize("slug", SLUGS)
def test_a_notebook_runs_as_a_plain_script(copy, results, slug):
    assert results  # so that its findings are in the ledger
    done = subprocess.run(
        [sys.executable, f"notebooks/{slug}.py"], cwd=copy, capture_output=True, text=True, timeout=300,
        env={**os.environ, "MPLBACKEND": "Agg"}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_flat_minima(copy, results):
    """The positive control of the workbench: nothing in it comes out falsified, though slips are listed."""
    assert results["flat_minima"]["verdict"] == "holds"
    entry = json.loads((copy / "reports" / "flat_minima" / "verdict.json").read_text())
    assert {f["refutes"] for f in entry["findings"]} == {None}
    assert (
        finding(entry, "population risk of the flat minimum, and of the sharp one")["value"]["flat, at least"] == "1/16"
    )
    distance = finding(entry, "SA-GD: squared distance of a suffix average, over eta^2 (r - rho)^2 T")
    assert distance["value"]["least"] == "1/8"
    gaps = [f for f in entry["findings"] if f["name"].startswith("SAM: largest loss within r")]
    assert {f["reading"]["zero"]: f["value"]["gap over r^2"] for f in gaps} == dict.fromkeys(
        ("nowhere", "up", "down"), "1/2"
    )
    ends = finding(entry, "risk, or sharpness, at the boundaries of the theorems")["value"]
    assert len(ends) == 5
    assert set(ends.values()) == {"0"}
    slips = finding(entry, "editorial: slips in print")
    assert slips["value"] == len(slips["table"]["where"]) == 12
    (constants,) = [f for f in entry["findings"] if "printed lemma" in f["name"]]
    assert all(constants["table"]["mended holds"])
    assert constants["table"]["printed holds"] == [True, True, False, True, True, False]
    for f in entry["findings"]:
        if f["kind"] == "derivation":
            assert f["value"]["steps checked"] >= 3


def test_a_claim_that_holds_can_still_fall(changed):
    """With a floor above the one that is attained the same check comes out as a falsification."""
    call = "flat.flat_and_sharp(n, rhos=RHOS{})"
    entry = changed("flat_minima", call.format(""), call.format(", bound=F(1, 15)"))
    assert entry["verdict"] == "confirmed"


def test_coin_flip(results):
    entry = results["coin_flip"]
    assert entry["verdict"] == "undetermined"
    assert "readings disagree" in entry["reason"]
    labels = finding(entry, "labels, added up")["value"]
    assert labels == {"own + Labelbox": 6642, "harmful + harmless": 6642, "in the contributions": 6442}
    shares = finding(entry, "shares that the counts can have given")["value"]
    assert shares["harmful, 1,437"]
    assert shares["harmless, 5,205"]
    assert shares["of 90, nearest"] == "none"
    own = finding(entry, "score of the selecting judge on its own positives, re-balanced")["value"]
    assert set(own.values()) == {"1/2"}
    good = finding(entry, "balanced accuracy of two good judges on each other's positives")["value"]
    assert (good["on all answers"], good["on flagged answers"]) == ("9/10", "359/720")
    assert (good["harmful share of all"], good["harmful share of the flagged"]) == ("479/16094", "479/2214")
    sigmas = finding(entry, "the same, simulated as the paper samples")["sigmas"]
    assert len(sigmas) == 2
    assert all(abs(s["sigma"]) < 4 for s in sigmas)
    reach = finding(entry, "accuracy of the four judges", answers="all answers to the attacks")["value"]
    assert reach["0.50 among the flagged"] == "1/20 to 19/20"
    assert finding(entry, "accuracy of the four judges", answers="the labelled ones")["value"] == "0.42 to 0.67"
    possible = finding(entry, "balanced accuracies that are possible on another judge's positives")["value"]
    assert possible["both right on 0.9"] == "4/9 to 1"
    assert possible["most accurate equal judges that can score 0.42"] == "25/29"


def test_quantised_images(results):
    entry = results["quantised_images"]
    assert entry["verdict"] == "undetermined"
    assert entry["reason"] == "no finding decides between the claim and the falsification"
    assert finding(entry, "ratings of the real images")["value"]["answers available here"] == 0
    resolves = finding(entry, "what 128 pairs can show")["value"]
    assert resolves["choices needed to reject an even chance, of 128"] == 76
    assert resolves["preference seen four times in five, 5% level"] == "313/500"
    assert resolves["left open by no ruined image, 95%"] == "57/2000"
    assert resolves["pairs that put the ruined share below 1%"] == 299
    caught = finding(entry, "SYNTHETIC ratings: sets in which a probe raises an alarm")["value"]
    assert caught["sees what is there"] <= 3
    assert caught["one image in ten ruined"] <= 3
    faults = [v for k, v in caught.items() if k not in ("sees what is there", "one image in ten ruined")]
    assert len(faults) == 5
    assert min(faults) >= 36  # of 40
    # Made-up ratings say so, and refute nothing.
    assert all(f["name"].startswith("SYNTHETIC") for f in entry["findings"] if f["kind"] == "statistical")


def test_made_up_ratings_refute_nothing():
    from lakatos import load

    case = load("quantised_images", workspace=find_workspace(ROOT))
    made_up = [*case.synthetic_ratings(), case.what_the_probes_catch()]
    assert len(made_up) == 3
    assert all(f.refutes is None and "made-up" in f.scope for f in made_up)


def test_three_projections(results):
    entry = results["three_projections"]
    assert entry["verdict"] == "confirmed"
    low, high = (finding(entry, "rise of the perplexity on real tokens")["value"][k] for k in ("low", "high"))
    # 1.0305^(1/0.345) - 1 and 1.0315^(1/0.335) - 1: the ends that the printed digits leave.
    assert (low, high) == pytest.approx((1.0305 ** (1 / 0.345) - 1, 1.0315 ** (1 / 0.335) - 1), abs=1e-4)
    table = finding(entry, "all rises of the table on real tokens")["value"]
    for name, share in {"queries are keys": 15.1, "all three are one": 94.6, "4 groups of 16 heads": 2.1}.items():
        ends = [float(end.rstrip("%")) for end in table[name].split(" to ")]
        assert ends[0] < share < ends[1]
    small = finding(entry, "a small model of characters, scored both ways")["value"]
    assert 0.4 < small["padded share"] < 0.7
    assert small["perplexity predicted, three"] == pytest.approx(small["perplexity true, three"], rel=0.02)
    assert small["perplexity counted, three"] < small["perplexity true, three"] / 2


def test_without_padding_the_three_projections_refute_nothing(monkeypatch):
    module = load("three_projections", workspace=find_workspace(ROOT)).module
    findings = (module.the_rise_on_real_tokens, module.if_the_pads_are_not_free)
    assert [f().refutes for f in findings] == ["claim", "claim"]
    monkeypatch.setattr(module, "PADDED", "1%")
    assert [f().refutes for f in findings] == [None, None]


def test_self_distillation(results):
    entry = results["self_distillation"]
    assert entry["verdict"] == "confirmed"
    told = finding(entry, "divergence that the released loss computes, by its alpha")["value"]
    assert list(told.values()) == ["forward KL", "Jensen-Shannon divergence", "reverse KL", "reverse KL"]
    flag = finding(entry, "documented objective against the default of the flag")["value"]
    assert flag == {"answer": "contradicts", "documented": "reverse KL", "default selects": "forward KL"}
    gradients = finding(entry, "gradients by the student's logits, three tokens")["value"]
    assert gradients["Eq. (1)"] == "-0.3206, -0.0062, 0.3269"
    assert gradients["released default"] == "-0.2877, 0.0501, 0.2376"
    assert gradients["printed estimator"] == "-0.9048, -0.0043, 0.9091"
    assert gradients["agree with the figures noted"]
    assert gradients["opposite second signs"]
    assert finding(entry, "inner product of the two gradients")["value"]["sign"] == -1
    ends = finding(entry, "where a student of two parameters ends")["value"]
    assert (ends["forward KL, a = b"], ends["reverse KL, a = b"]) == ("1/2", "3/4 or 1/4")
    shares = [ends[f"mixed answers, {name}"] for name in ("teacher", "forward", "reverse")]
    assert shares == ["1/10", "1/2", "3/8"]
    power = finding(entry, "what 68 questions can resolve")["value"]
    assert power["power for 63.2% against 67.2%"] == 0.056
    assert power["least p for a net gain of 3"] == "1/4"
    assert power["least net gain with p <= 1/20"] == 6
    assert power["base, of 68"] == power["DFT, of 68"] == "none"
    certificate = (ROOT / "counterexamples" / "self_distillation.py").read_text()
    assert "STUDENT, TEACHER, WHOLE = (1, 83, 16), (63, 36, 1), 100" in certificate


def test_with_alpha_one_by_default_the_self_distillation_claim_would_not_fall(changed):
    """The verdict hangs on what the default computes: another default, and nothing refutes the claim."""
    entry = changed("self_distillation", "a: identify(released(a))", "a: identify(released(1 - a))")
    assert entry["verdict"] != "confirmed"
