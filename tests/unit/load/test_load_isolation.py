"""Native crashes become refusals, and JAX stays out."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from load_programs import HLO, STABLEHLO, hlo

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def _python(code: str, *arguments: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *arguments], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    return run.stdout


LOAD = """
    import sys
    from hlo2penguin.diagnostics import Refused
    from hlo2penguin.load import load
    for text in sys.argv[1:]:
        try:
            print(load(text).format)
        except Refused as error:
            print(error.diagnostics[0].code, error.diagnostics[0].cause)
    assert not {name for name in sys.modules if name == "jax" or name.startswith("jax.")}
"""


def test_jax_is_never_imported() -> None:
    assert _python(LOAD, HLO, STABLEHLO).split() == ["hlo", "stablehlo"]


THREAD = """
    import threading
    threading.Thread(target=threading.Event().wait, daemon=True).start()
"""
JAX = """
    import jax
"""
surroundings = pytest.mark.parametrize("around", ["", THREAD, JAX], ids=["alone", "thread", "jax"])
LOAD_WITH_JAX = LOAD.rpartition("    assert")[0]


@surroundings
def test_programs_that_abort_native_code_are_refused(around: str) -> None:
    gap = hlo("  x = f32[4] parameter(0)\n  y = f32[4] parameter(2)\n  ROOT a = f32[4] add(x, y)")
    missing = hlo("  x = f32[4] parameter(0)\n  ROOT d = f32[4,4] dot(x, ), lhs_contracting_dims={0}")
    element = hlo("  x = f32[4] parameter(0)\n  ROOT o = f32[] opaque(x)")
    first, second, third, fourth, last = _python(
        around + LOAD_WITH_JAX, gap, missing, element, EXCHANGE, STABLEHLO
    ).splitlines()
    assert first.startswith("H2P003")
    assert "invalid parameter number" in first
    assert second.startswith("H2P003")
    assert third.startswith("H2P003")
    assert fourth.startswith("H2P002")
    assert last == "stablehlo"


EXCHANGE = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
      replica_groups = dense<> : tensor<0x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
"""


@pytest.mark.parametrize(
    "text",
    [
        EXCHANGE,
        EXCHANGE.replace("all_to_all", "all\\5Fto_all"),
        EXCHANGE.replace("stablehlo", "mhlo").replace("<0x2xi64>", " // a comment\n < 00 x2xi64>"),
        "!groups = tensor<0x2xi64>\n" + EXCHANGE.replace("tensor<0x2xi64>", "!groups"),
        "#groups = dense<> : tensor<0x0xi64>\n" + EXCHANGE.replace("dense<> : tensor<0x2xi64>", "#groups"),
    ],
)
def test_the_verifier_divides_by_the_rows_of_replica_groups(text: str) -> None:
    """Older versions of jaxlib die of it, newer ones say so."""
    (said,) = _python(LOAD, text).splitlines()
    assert said.startswith("H2P002")
    assert "replica" in said or "tensor" in said


@surroundings
@pytest.mark.parametrize("name", ["sigabrt", "sigsegv"])
def test_bytecode_that_ends_the_reader_is_refused(name: str, around: str) -> None:
    path = Path(__file__).parents[1] / "robustness" / "findings" / "load_bytecode" / name
    assert _python(around + LOAD_WITH_JAX, str(path)).startswith("H2P002")


@surroundings
def test_limits_and_results_of_a_child(around: str) -> None:
    code = """
        import operator, os, signal, time
        from hlo2penguin.load.isolation import Crashed, isolated
        assert isolated(dict, [("a", (1, "x"))]) == {"a": (1, "x")}
        assert isolated(bytes, 3_000_000) == bytes(3_000_000)
        for work, number, said in ((signal.raise_signal, 11, "SIGSEGV"), (os._exit, 3, "exit status 3")):
            try:
                isolated(work, number)
            except Crashed as crash:
                assert str(crash) == said, crash
            else:
                raise AssertionError(said)
        try:
            isolated(time.sleep, 30, seconds=1)
        except Crashed as crash:
            assert str(crash) == "no end in sight"
        try:
            isolated(operator.truediv, 1, 0)
        except ZeroDivisionError:
            print("raised")
    """
    assert _python(textwrap.dedent(around) + textwrap.dedent(code)) == "raised\n"


def test_one_guard_serves_a_process_and_ends_with_it() -> None:
    code = """
        import os, signal, warnings
        warnings.simplefilter("ignore")  # Python 3.12's about the fork below
        from concurrent.futures import ThreadPoolExecutor
        from hlo2penguin.load.isolation import Crashed, isolated
        guard = isolated(os.getppid)
        assert guard != os.getpid()
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(lambda n: isolated(divmod, n, 7), range(40))) == [divmod(n, 7) for n in range(40)]
        assert isolated(os.getppid) == guard
        os.kill(guard, signal.SIGKILL)
        try:
            isolated(os.getppid)
        except Crashed as crash:
            assert "its process ended" in str(crash)
        second = isolated(os.getppid)
        assert second != guard
        child = os.fork()
        if child == 0:
            threading.Thread(target=threading.Event().wait, daemon=True).start()
            os._exit(isolated(os.getppid) in (guard, second))
        assert os.waitpid(child, 0)[1] == 0
        assert isolated(os.getppid) == second
        print(second)
    """
    guard = int(_python(textwrap.dedent(THREAD) + textwrap.dedent(code)))
    with pytest.raises(ProcessLookupError):
        os.kill(guard, 0)


def test_an_interrupted_request_does_not_answer_the_next() -> None:
    code = """
        import _thread, operator, time
        from hlo2penguin.load.isolation import isolated
        isolated(int)
        threading.Timer(0.5, _thread.interrupt_main).start()
        try:
            isolated(time.sleep, 2)
        except KeyboardInterrupt:
            print(isolated(operator.add, 1, 2))
    """
    assert _python(textwrap.dedent(THREAD) + textwrap.dedent(code)) == "3\n"


@pytest.mark.parametrize("interpreter", ["/nowhere/python", "/bin/true", ""])
def test_without_any_guard_work_is_done_here_with_a_warning(interpreter: str) -> None:
    code = """
        import multiprocessing, os, sys, warnings
        multiprocessing.set_executable(sys.argv[1])
        from hlo2penguin.load.isolation import isolated
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            assert isolated(os.getpid) == os.getpid()
        print(*(warning.message for warning in said))
    """
    assert "runs unprotected" in _python(textwrap.dedent(THREAD) + textwrap.dedent(code), interpreter)


def test_this_process_reads_only_the_bytecode_that_the_child_wrote() -> None:
    code = """
        import sys
        import hlo2penguin.load as load_module
        from hlo2penguin.mlir.context import new_context
        from hlo2penguin.mlir.parse import bytecode, parse
        damaged, rewritten = (bytecode(parse(text, new_context())) for text in sys.argv[1:])
        load_module.isolated = lambda work, read, content, seconds: rewritten if content == damaged else None
        print(load_module.load(damaged).module)
    """
    shown = _python(code, STABLEHLO, STABLEHLO.replace("negate", "tanh"))
    assert "stablehlo.tanh" in shown


def test_what_is_wrong_with_bytecode_is_told_by_the_child() -> None:
    code = """
        from hlo2penguin.diagnostics import Refused
        from hlo2penguin.load import load
        try:
            load(b"ML\\xefR damaged")
        except Refused as refused:
            print(refused.diagnostics[0].code, refused.diagnostics[0].cause)
    """
    assert _python(code).startswith("H2P002 ")
