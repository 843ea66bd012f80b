"""What `--help` says: every command has an example, and the example works."""

import inspect
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import hlo2penguin as h2p
from hlo2penguin.cli import COMMANDS, _cli

EXAMPLES = Path(__file__).parents[3] / "examples"


def examples(name):
    command = _cli.get_command(click.Context(_cli), name) if name else _cli
    text, mark, shown = inspect.cleandoc(command.help).partition("\b\n")
    assert text
    assert mark
    heading, *lines = inspect.cleandoc(shown).replace("\\\n", " ").splitlines()
    assert heading in ("Example:", "Examples:")
    return [line.strip() for line in lines]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Holds every file that an example names."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLES / "mlp.mlir", "model.mlir")
    shutil.copy(EXAMPLES / "mlp.hlo_module.pb", "model.hlo_module.pb")
    shutil.copytree(EXAMPLES, "cache")
    square = "func.func @main(%x: tensor<2xf32>, %w: tensor<2xf32>) -> tensor<2xf32> {\n"
    square += "  %y = stablehlo.multiply %x, %w : tensor<2xf32>\n  return %y : tensor<2xf32>\n}"
    program = h2p.convert(square)
    for place in (".", "ours", "vendor"):
        program.save(place)
    np = pytest.importorskip("numpy")
    np.save("x.npy", np.ones(2, "float32"))
    np.save("w.npy", np.ones(2, "float32"))
    return tmp_path


@pytest.mark.parametrize("name", ["", *(name for name in COMMANDS if name != "reduce")])
def test_the_example_of_the_help_works(folder, name):
    for line in examples(name):
        command = line.partition(" && ")[0].replace("/var/tmp/neuron-compile-cache", "cache")
        program, *arguments = shlex.split(command)
        assert program == "hlo2penguin"
        assert arguments[0] == name or not name
        done = CliRunner().invoke(_cli, arguments)
        assert done.exit_code == 0, (line, done.output)


def test_the_examples_of_reduce_are_right_usage(folder):
    for line in examples("reduce"):
        done = CliRunner().invoke(_cli, [*shlex.split(line)[1:], "--test", "false", "--limit", "3", "--expect", ""])
        assert done.exit_code == 0, (line, done.output)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained(name):
    command = _cli.get_command(click.Context(_cli), name)
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name


def test_numbers_agree_with_their_nouns(folder):
    one = CliRunner().invoke(_cli, ["convert", "model.hlo_module.pb", "-o", "out/penguin.py"]).stderr
    assert one.startswith("3 ops; fusions: none; 0 constant files (0 bytes); 24,576 MACs, ")
    text = "func.func @main(%x: tensor<1xi8>) -> tensor<1xi8> {\n  %y = stablehlo.add %x, %x : tensor<1xi8>\n"
    Path("one.mlir").write_text(text + "  return %y : tensor<1xi8>\n}")
    assert CliRunner().invoke(_cli, ["convert", "one.mlir", "-o", "out/penguin.py"]).stderr.startswith("1 op; ")
    assert "one.mlir: 1 output, max 0 ULP" in CliRunner().invoke(_cli, ["verify", "one.mlir"]).stdout
    assert CliRunner().invoke(_cli, ["report", "one.mlir"]).stderr == "report.html: 0 clusters, 0 remarks, 0 problems\n"


def test_verify_without_jax_says_what_to_install(folder, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    done = CliRunner().invoke(_cli, ["verify", "model.mlir"])
    assert done.exit_code == 1
    assert "pip install 'hlo2penguin[run]'" in done.stderr
    assert done.stdout == ""


def test_no_arguments_show_the_help():
    done = subprocess.run([sys.executable, "-m", "hlo2penguin"], capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    assert "Usage: hlo2penguin [OPTIONS] COMMAND" in done.stdout + done.stderr
