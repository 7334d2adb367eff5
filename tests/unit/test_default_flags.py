"""What a flag's default selects, read from a source text, against what the documentation says."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lakatos.measure import check_default

HELP = "0: forward KL, 1: reverse KL"


def config(default="0.0", text=HELP, *, doc=""):
    return f'''
"""{doc}"""
from dataclasses import dataclass, field
import a_module_that_is_not_there

@dataclass
class Config:
    alpha: float = field(default={default}, metadata={{"help": {text!r}}})
    mixup_alpha: float = 0.6
'''


def test_a_default_that_selects_another_objective_contradicts():
    check = check_default(config(), "alpha", documented="the reverse KL of Eq. 1")
    assert (check.answer, check.documented, check.selected) == ("contradicts", "reverse KL", "forward KL")
    assert "line 8, class field of Config: 0.0" in str(check)
    assert check_default(config("1"), "alpha", documented="KL(student || teacher)").answer == "agrees"


def test_the_modules_own_docstring_is_the_documentation_if_no_other_is_given():
    assert check_default(config(doc="Minimises the reverse KL."), "alpha").answer == "contradicts"
    assert check_default(config(doc="Minimises the forward KL."), "alpha").answer == "agrees"
    assert check_default(config(doc="Reverse KL or forward KL."), "alpha").answer == "unclear"


@pytest.mark.parametrize(
    "source",
    [
        "import argparse\nparser.add_argument('-a', '--alpha', type=float, default=0.0, help={help!r})",
        "@click.option('--alpha', default=0, help={help!r})\ndef main(alpha): ...",
        "def main(alpha: float = typer.Option(0.0, help={help!r})): ...",
        "def main(alpha: Annotated[float, typer.Option(help={help!r})] = 0.0): ...",
        "flags.DEFINE_float('alpha', 0.0, {help!r})",
        "class Config(BaseModel):\n    alpha: float = Field(0.0, description={help!r})",
        "class Config(BaseModel):\n    alpha: Annotated[float, Field(description={help!r})] = 0.0",
        "@attrs.define\nclass Config:\n    alpha = attrs.field(default=0.0, metadata=dict(help={help!r}))",
        "class Config:\n    alpha: float = 0.0\n    {help!r}",
        "class Config:\n    '''A config.\n\n    Args:\n        alpha (`float`, *optional*):\n            {help}\n        b: 1 is KL.\n    '''\n"
        "    def __init__(self, alpha=0.0, b=1): ...",
        "def loss(p, q, *, alpha=0.0):\n    '''Loss.\n\n    Parameters\n    ----------\n    alpha : float\n        {help}\n    '''",
        "def loss(p, q, alpha=0.0):\n    '''Loss.\n\n    :param alpha: {help}\n    :param q: 1 is the reverse KL.\n    '''",
        "alpha = 0.0\n{help!r}",
        "class Config:\n    alpha: float = field(default_factory=lambda: 0.0, metadata={{'help': '0: forward ' + 'KL'}})",
    ],
)
def test_defaults_are_found_where_they_are_commonly_written(source):
    check = check_default(source.format(help=HELP), "alpha", documented="reverse KL")
    assert (check.answer, check.selected) == ("contradicts", "forward KL"), str(check)
    assert len(check.definitions) == 1


@pytest.mark.parametrize(
    ("text", "default", "selected"),
    [
        ("If `0.0` (default), the forward KL is used. If `1.0`, the reverse KL is used.", "0.0", "forward KL"),
        ("If 0, forward KL is used, if 1, reverse KL is used, else JSD", "0.5", "Jensen-Shannon divergence"),
        ("forward KL (alpha=0) and reverse KL (alpha = 1)", "1", "reverse KL"),
        ("Interpolates between forward KL (0) and reverse KL (1); JSD in between", "0.3", "Jensen-Shannon divergence"),
        ("Coefficient between `0.0` and `1.0` of the generalized JSD loss. When\n    it is `0.0`, the loss is the KL "
         "divergence. When it is `1.0`, the loss is the inverse KL.", "0.5", "Jensen-Shannon divergence"),
        ("When 0.0, the loss is the KL divergence. When 1.0, the loss is the inverse KL.", "0.0", "forward KL"),
        ("0 gives KL(teacher || student), 1 gives KL(student || teacher)", "0", "forward KL"),
        ("the reverse KL when alpha = 1, the forward KL when alpha = 0", "1.0", "reverse KL"),
        ("1.0 (reverse KL) to 0.0 (forward KL)", "0.0", "forward KL"),
        ("-1: MSE; 0: cross-entropy", "-1", "squared error"),
        ("'rkl' or 'fkl'", "'rkl'", "reverse KL"),
        ("`a`: forward KL, `b`: reverse KL", "'b'", "reverse KL"),
        ("If True, use reverse KL; otherwise forward KL", "False", "forward KL"),
        ("Use reverse KL instead of forward KL", "True", "reverse KL"),
        ("Use reverse KL instead of forward KL", "False", "forward KL"),
        # What does not say which value selects what selects nothing.
        ("mix of forward KL and reverse KL with weight 0.5", "0.5", None),
        ("0.1 is the weight of the reverse KL", "0.1", None),
        ("If 0, the reverse KL is not used", "0", None),
        ("alpha < 0.5 is closer to forward KL", "0.5", None),
        ("0: forward KL, 1: reverse KL", "0.3", None),
        ("Weight of the KL term", "0.0", None),
        ("0: forward KL. 0: reverse KL.", "0", None),
        ("", "0", None),
    ],
)  # fmt: skip
def test_help_texts_are_read_as_they_are_worded(text, default, selected):
    check = check_default(config(default, text), "alpha", documented="hinge")
    assert check.selected == selected, str(check)


def test_a_switch_that_is_off_contradicts_what_it_would_turn_on():
    source = "parser.add_argument('--reverse-kl', action='store_true', help='Whether to use reverse KL divergence.')"
    assert check_default(source, "reverse_kl", documented="reverse KL").answer == "contradicts"
    assert check_default(source, "reverse_kl", documented="forward KL").answer == "unclear"
    assert check_default("def f(reverse_kl=True): ...", "reverse_kl", documented="reverse KL").answer == "agrees"
    assert check_default("def f(no_reverse_kl=True): ...", "no_reverse_kl", documented="reverse KL").answer == "unclear"


def test_several_definitions_decide_only_if_they_agree():
    two = config() + "\ndef loss(p, q, alpha=0.0): ...\n"
    assert check_default(two, "alpha", documented="reverse KL").answer == "contradicts"
    check = check_default(two.replace("alpha=0.0)", "alpha=1.0)"), "alpha", documented="reverse KL")
    assert check.answer == "unclear"
    assert "different defaults in different places: 0.0, 1.0" in check.says
    assert len(check.definitions) == 2


def test_a_place_that_sets_the_flag_leaves_it_open():
    plain = "cfg = Config(mixup_alpha=0.01)\nplot(x, alpha=0.5)\nother(alpha=args.alpha)"
    assert check_default(config(), "alpha", documented="reverse KL", callers=[plain]).answer == "contradicts"
    for caller in ("cfg = Config(alpha=1.0)", "args.alpha = x + 1", "parser.set_defaults(alpha=1)", "c['alpha'] = 1"):
        check = check_default(config(), "alpha", documented="reverse KL", callers=[plain, caller])
        assert check.answer == "unclear", caller
        assert "set elsewhere: caller 2, line 1" in str(check)


def test_a_default_that_is_told_wrongly_is_noted():
    check = check_default(config("0.0", HELP + ", defaults to 1.0"), "alpha", documented="reverse KL")
    assert check.answer == "contradicts"
    assert "the documentation says that the default is 1.0, the code has 0.0" in str(check)


def test_what_is_computed_or_missing_is_not_guessed():
    assert "computed or missing" in check_default(config("compute()"), "alpha", documented="reverse KL").says
    assert "nothing here gives" in check_default("x = 1", "alpha", documented="reverse KL").says
    assert check_default("def f(alpha): ...", "alpha", documented="reverse KL").answer == "unclear"


def test_objectives_of_ones_own_can_be_named():
    source = "class C:\n    loss_type: str = 'dapo'\n"
    names = {"GRPO": ["grpo"], "DAPO": ["dapo"]}
    assert check_default(source, "loss_type", documented="GRPO", names=names).answer == "contradicts"
    with pytest.raises(ValueError, match="names no objective that is known here"):
        check_default(source, "loss_type", documented="GRPO")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def f(:", "line 1 is not Python"),
        ("alpha = 0\x00", "not Python"),
        ("-" * 200_000 + "1", "not Python"),
        ("1+" * 100_000 + "1", "not Python"),
        ("x" * 1_000_001, "at most 1,000,000 are read"),
        ("alpha = 1\n" * 100, "more than 50 places"),
        (b"\xff\xfe\xff", "not Python"),
    ],
)
def test_hostile_sources_are_refused(source, message):
    with pytest.raises(ValueError, match=message):
        check_default(source, "alpha", documented="reverse KL")


def test_nothing_of_the_source_is_run_and_its_texts_are_escaped(recwarn):
    source = config(text="0: forward KL <script>alert(1)</script>") + "\nraise SystemExit\nx = 1if 1 else 2\n"
    check = check_default(source, "alpha", documented="reverse KL")
    assert check.answer == "contradicts"
    evil = check_default("class X:\n    alpha: str = '<b>rkl</b>'", "alpha", documented="reverse KL")
    assert "<b>rkl" not in evil._repr_html_()
    assert not recwarn.list
    with pytest.raises(ValueError, match="named as in Python"):
        check_default(source, "--alpha")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200), st.sampled_from(["0.0", "True", "'x'", "None", "-1", "10**400"]))
def test_any_help_text_gets_an_answer(text, default):
    check = check_default(config(default, text), "alpha", documented="reverse KL")
    assert check.answer in ("agrees", "contradicts", "unclear")
