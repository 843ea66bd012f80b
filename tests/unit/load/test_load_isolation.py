"""Native crashes become refusals, and JAX stays out."""

import subprocess
import sys
import textwrap

import pytest
from load_programs import HLO, STABLEHLO, hlo

from hlo2penguin.load.isolation import isolated


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


@pytest.mark.skipif(not hasattr(sys, "getswitchinterval") or sys.platform == "win32", reason="needs fork")
def test_hlo_that_aborts_xla_is_refused() -> None:
    gap = hlo("  x = f32[4] parameter(0)\n  y = f32[4] parameter(2)\n  ROOT a = f32[4] add(x, y)")
    missing = hlo("  x = f32[4] parameter(0)\n  ROOT d = f32[4,4] dot(x, ), lhs_contracting_dims={0}")
    element = hlo("  x = f32[4] parameter(0)\n  ROOT o = f32[] opaque(x)")
    first, second, third, last = _python(LOAD, gap, missing, element, STABLEHLO).splitlines()
    assert first.startswith("H2P003")
    assert "invalid parameter number" in first
    assert second.startswith("H2P003")
    assert third.startswith("H2P003")
    assert last == "stablehlo"


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_limits_and_results_of_a_child() -> None:
    code = """
        import os, time
        from hlo2penguin.load.isolation import Crashed, isolated
        assert isolated(lambda: {"a": (1, "x")}) == {"a": (1, "x")}
        for work, said in ((lambda: os.kill(os.getpid(), 11), "SIGSEGV"), (lambda: os._exit(3), "exit status 3")):
            try:
                isolated(work)
            except Crashed as crash:
                assert str(crash) == said, crash
        try:
            isolated(lambda: time.sleep(30), seconds=1)
        except Crashed as crash:
            assert str(crash) == "no end in sight"
        try:
            isolated(lambda: 1 / 0)
        except ZeroDivisionError:
            print("raised")
    """
    assert _python(code) == "raised\n"


def test_threads_keep_work_in_this_process() -> None:
    seen: list[int] = []
    import threading

    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        isolated(lambda: seen.append(1))
    finally:
        stop.set()
        thread.join()
    assert seen == [1]
