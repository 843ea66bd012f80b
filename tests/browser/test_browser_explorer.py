"""The real Model Explorer server with our extension, and what it draws in a browser."""

import importlib.util
import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
from report_programs import GATED, UNSUPPORTED

from hlo2penguin.options import Options
from hlo2penguin.pipeline import convert
from hlo2penguin.report.model_explorer import explore

ROOT = Path(__file__).parents[2]
SOFTWARE_WEBGL = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
ALL = Options(fuse="all")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def get(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read()


def wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(240):
        assert server.poll() is None, "the server ended"
        try:
            get(address)
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.25)
        else:
            return
    pytest.fail("the server does not answer")


@pytest.fixture(scope="module")
def explorer(tmp_path_factory):
    """Address of a running server that has loaded the extension."""
    if importlib.util.find_spec("model_explorer") is None:
        pytest.skip("ai-edge-model-explorer is not installed")
    port = free_port()
    command = "from model_explorer.cmdline import main; main()"
    arguments = ["--extensions=hlo2penguin_explorer", "--no_open_in_browser", "--skip_health_check"]
    log = tmp_path_factory.mktemp("explorer") / "log"
    with log.open("wb") as out:
        server = subprocess.Popen(
            [sys.executable, "-c", command, *arguments, "--host=127.0.0.1", f"--port={port}"],
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        try:
            wait_for(f"http://127.0.0.1:{port}/check_health", server)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(20)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """One file of each sort that the extension opens."""
    folder = tmp_path_factory.mktemp("models")
    (folder / "gated.mlir").write_text(GATED)
    (folder / "refused.mlir").write_text(UNSUPPORTED)
    (folder / "penguin.py").write_text(convert(GATED, ALL, name="gated").text)
    (folder / "gated.json").write_text(json.dumps(explore(GATED, ALL, "gated.mlir").collection))
    shutil.copy(ROOT / "examples" / "mlp.hlo_module.pb", folder)
    (folder / "nothing.mlir").write_text("not a program")
    return folder


def converted(explorer: str, path: Path) -> dict:
    command = {
        "cmdId": "convert",
        "extensionId": "hlo2penguin",
        "modelPath": str(path),
        "settings": {},
        "deleteAfterConversion": False,
    }
    return json.loads(get(f"{explorer}/api/v1/send_command?json={urllib.parse.quote(json.dumps(command))}"))


def test_the_server_has_the_adapter(explorer):
    (found,) = [e for e in json.loads(get(f"{explorer}/api/v1/get_extensions")) if e["id"] == "hlo2penguin"]
    assert found["type"] == "adapter"
    assert {"mlir", "pb", "py"} <= set(found["fileExts"])


@pytest.mark.parametrize(
    ("name", "graphs"),
    [
        ("gated.mlir", ["imported", "prepared", "fused"]),
        ("refused.mlir", ["imported", "prepared", "fused"]),
        ("mlp.hlo_module.pb", ["imported", "prepared", "fused"]),
        ("penguin.py", ["penguin"]),
    ],
)
def test_the_adapter_opens(explorer, files, name, graphs):
    (collection,) = converted(explorer, files / name)["graphCollections"]
    assert collection["label"] == name
    assert [graph["id"] for graph in collection["graphs"] if "@" not in graph["id"]] == graphs


def test_what_is_no_program_is_an_error_in_words(explorer, files):
    assert "H2P00" in converted(explorer, files / "nothing.mlir")["error"]


@pytest.fixture(scope="module")
def window(explorer, launch):
    """A browser window on the server; nothing else is asked for anything."""
    browser = launch(*SOFTWARE_WEBGL)
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    page.set_default_timeout(30_000)
    page.route(lambda url: not url.startswith(explorer), lambda route: route.abort())
    yield page
    browser.close()


@pytest.mark.parametrize(
    ("name", "adapter", "shown"),
    [
        ("gated.mlir", "hlo2penguin", "(imported|prepared|fused) 10 nodes"),
        ("gated.json", "", "(imported|prepared|fused) 10 nodes"),
        ("penguin.py", "hlo2penguin", "penguin 12 nodes"),
    ],
)
def test_the_viewer_draws(explorer, files, window, name, adapter, shown):
    model = {"url": str(files / name), **({"adapterId": adapter} if adapter else {})}
    window.goto(f"{explorer}/?data={urllib.parse.quote(json.dumps({'models': [model]}))}")
    window.wait_for_function(
        "shown => new RegExp(shown).test(document.body.innerText.replace(/\\s+/g, ' '))", arg=shown
    )
    window.wait_for_selector("canvas")
    assert "op node count" in window.inner_text("body")
