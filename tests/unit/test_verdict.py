"""What findings and controls fold into."""

import numpy as np
import pytest

from lakatos.model import Control, Finding, Reading, Sigma, fold

GOOD = [Control(name="p", kind="positive", passed=True), Control(name="n", kind="negative", passed=True)]
READING = Reading(name="y", about="which", options={"one": 1, "two": 2})


def finding(refutes=None, reason=None, **reading):
    return Finding(name="f", kind="exact", value=1, scope="s", refutes=refutes, reason=reason, reading=reading)


@pytest.mark.parametrize(
    ("findings", "readings", "disputed", "kind"),
    [
        ([finding("claim")], [], True, "confirmed"),
        ([finding("claim"), finding()], [], True, "confirmed"),
        ([finding()], [], True, "undetermined"),
        ([finding()], [], False, "holds"),
        ([], [], False, "undetermined"),
        ([finding(y="one")], [READING], False, "undetermined"),
        ([finding("claim"), finding("quotation")], [], True, "misquoted"),
        ([finding("falsification", "unit"), finding("quotation")], [], True, "misquoted"),
        ([finding("claim"), finding("wording")], [], True, "confirmed"),
        ([finding("falsification", "unit"), finding("wording")], [], True, "overturned"),
        ([finding("claim", y="one"), finding("quotation", y="two")], [READING], True, "reading-dependent"),
        ([finding("falsification", "unit")], [], True, "overturned"),
        ([finding("quotation")], [], True, "misquoted"),
        ([finding("wording")], [], False, "editorial"),
        ([finding("claim"), finding("falsification", "float")], [], True, "undetermined"),
        ([finding("falsification", "unit"), finding("falsification", "float")], [], True, "undetermined"),
        ([finding("claim", y="one")], [READING], True, "undetermined"),
        ([finding("claim", y="one"), finding(y="two")], [READING], True, "reading-dependent"),
        ([finding("claim", y="one"), finding("claim", y="two")], [READING], True, "confirmed"),
        ([finding("claim")], [READING], True, "confirmed"),
        ([finding("claim", y="one"), finding("falsification", "unit", y="two")], [READING], True, "reading-dependent"),
        ([finding("falsification", "unit", y="two")], [READING], True, "undetermined"),
    ],
)
def test_the_verdict_follows_from_the_findings(findings, readings, disputed, kind):
    assert fold(findings, GOOD, readings, disputed=disputed).kind == kind


@pytest.mark.parametrize("bad", [0, 1])
def test_a_failed_control_voids_whatever_was_found(bad):
    controls = [c.model_copy(update={"passed": i != bad}) for i, c in enumerate(GOOD)]
    verdict = fold([finding("claim")], controls)
    assert verdict.kind == "undetermined"
    assert "void" in verdict.why
    assert controls[bad].name in verdict.why


@pytest.mark.parametrize("kept", [0, 1])
def test_both_kinds_of_control_are_needed(kept):
    verdict = fold([finding("claim")], [GOOD[kept]])
    assert verdict.kind == "undetermined"
    assert "no" in verdict.why


def test_what_could_not_finish_leaves_it_undetermined():
    verdict = fold([finding("claim")], GOOD, problems=["finding f: ValueError: x"])
    assert verdict.kind == "undetermined"
    assert "ValueError" in verdict.why


def test_a_finding_under_a_reading_that_is_not_there_is_refused():
    for reading in ({"z": "one"}, {"y": "three"}):
        with pytest.raises(ValueError, match="no reading here"):
            fold([finding("claim", **reading)], GOOD, [READING])


def test_nobody_can_be_overturned_where_nobody_has_claimed():
    with pytest.raises(ValueError, match="nobody has made one"):
        fold([finding("falsification", "unit")], GOOD, disputed=False)


def test_a_withdrawal_outranks_everything():
    assert fold([finding("claim")], GOOD, withdrawn="we misread eq. 3").kind == "withdrawn"


def test_the_reason_comes_with_an_overturned_falsification():
    assert fold([finding("falsification", "unit")], GOOD).reason == "unit"
    assert fold([finding("claim")], GOOD).reason is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "exact", "value": 0.1},
        {"kind": "exact", "value": {"a": 1, "b": 0.1}},
        {"kind": "statistical", "value": float("nan")},
        {"kind": "exact", "value": 1, "refutes": "falsification"},
        {"kind": "exact", "value": 1, "reason": "unit"},
        {"kind": "statistical", "value": 1.5, "refutes": "claim"},
        {"kind": "exact", "value": 1, "scope": ""},
        {"kind": "exact", "value": 1, "colour": "red"},
    ],
)
def test_dishonest_findings_are_refused(wrong):
    with pytest.raises(ValueError):
        Finding(**{"name": "f", "scope": "s", **wrong})


def test_an_integer_of_another_library_is_an_integer():
    assert Finding(name="f", kind="exact", value=np.int64(40), scope="s").value == 40
    assert Finding(name="f", kind="exact", value={"a": np.int64(40)}, scope="s").value == {"a": 40}
    assert Finding(name="f", kind="exact", value=True, scope="s").value is True


@pytest.mark.parametrize("wrong", [{"null": "", "sigma": 1.0}, {"null": "c", "sigma": float("inf")}])
def test_a_sigma_names_its_null_and_is_finite(wrong):
    with pytest.raises(ValueError):
        Sigma(**wrong)
