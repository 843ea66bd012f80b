"""The vendor's command line."""

import click
import pytest

from hlo2penguin.cli import main
from hlo2penguin.cli.vendor import options_of, parse

REAL = [
    "--input",
    "X.hlo_module.pb",
    "--out-dir",
    "./",
    "--output",
    "penguin.py",
    "--remat",
    "--target-instance=trn3",
    "--logical-nc-config=2",
    "--verbose=error",
    "--logfile=log.txt",
    "--ml-dtypes-version=0.5.4",
    "--logfile-verbose=info",
    "--modular-flow-mac-target=200000000000",
    "--partition",
    "--emit-tensor-level-dropout-ops",
    "--verify-hlo=true",
    "--native-to-custom-softmax",
    "--partitioner-opts=--transformer",
]


def test_a_command_line_from_real_logs():
    line = parse(REAL)
    assert (line.values["input"], line.values["out-dir"], line.values["output"]) == (
        "X.hlo_module.pb",
        "./",
        "penguin.py",
    )
    options = options_of(line)
    assert options.target == "trn3"
    assert options.dialect == "auto"
    assert "--remat" in line.ignored


@pytest.mark.parametrize(
    ("flag", "on"),
    [
        ("--schedule-fusion", True),
        ("--schedule-fusion=true", True),
        ("--schedule-fusion=false", False),
        ("--no-schedule-fusion", False),
        ("--no-schedule-fusion=false", True),
    ],
)
def test_booleans_in_each_spelling(flag, on):
    assert options_of(parse([flag])).schedule_fusion is on


def test_fusion_switches_act():
    options = options_of(parse(["--fuse-dot-logistic=false", "--general-elementwise-fusion", "--neuron-op-fusion=0"]))
    assert options.dot_logistic_on is False
    assert options.general_elementwise_on is True
    assert options.fusion_on is False


def test_a_flag_that_begins_with_no_is_not_a_negation():
    assert parse(["--no-dbg"]).switches == {"no-dbg": True}


def test_path_selection():
    assert options_of(parse(["--stablehlo-lowering=false"])).dialect == "mhlo"
    assert options_of(parse(["--stablehlo-lowering"])).dialect == "stablehlo"


@pytest.mark.parametrize(
    "arguments",
    [["--frobnicate"], ["--remat=perhaps"], ["--input"], ["--target-instance=trn9"], ["--remat", "stray"]],
)
def test_wrong_usage(arguments):
    with pytest.raises(click.UsageError):
        options_of(parse(arguments))


def test_it_converts(tmp_path, capsys):
    source = tmp_path / "id.mlir"
    source.write_text("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }")
    with pytest.raises(SystemExit) as end:
        main(["--input", str(source), "--out-dir", str(tmp_path / "out"), "--output", "penguin.py", "--remat"])
    assert end.value.code == 0
    assert (tmp_path / "out" / "penguin.py").read_text().endswith("ir=v0\n")
    assert capsys.readouterr().err == "note: accepted without effect: --remat\n"
