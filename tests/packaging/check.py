"""Builds sdist and wheel, looks into both, installs the wheel into a clean environment and uses it.

`python tests/packaging/check.py`; needs the package index for the build backend and the dependencies. CI runs it.
"""

import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
IN_WHEEL = (
    "hlo2penguin/py.typed",
    "hlo2penguin/report/static/report.html",
    "hlo2penguin/__main__.py",
    "hlo2penguin_explorer/main.py",
    "dist-info/licenses/LICENSE",
    "dist-info/entry_points.txt",
)
IN_SDIST = ("LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "src/hlo2penguin/py.typed")
NOT_SHIPPED = ("node_modules", "__pycache__", ".hypothesis", ".pyc")
USES = (
    ("hlo2penguin", "--version"),
    ("python", "-m", "hlo2penguin", "convert", str(ROOT / "examples" / "mlp.mlir"), "-o", "out/penguin.py"),
    ("hlo2penguin", "explain", str(ROOT / "examples" / "decoder_block.mlir")),
    ("hlo2penguin", "report", str(ROOT / "examples" / "mlp.mlir"), "-o", "out/report.html"),
    ("hlo2penguin", "lift", "out/penguin.py"),
    ("python", "-c", "import hlo2penguin, sys; assert not {'jax', 'torch', 'jaxlib'} & set(sys.modules)"),
)


def run(*command: str, cwd: Path | None = None) -> str:
    """Runs a command; ends the check where it fails."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def environment(folder: Path) -> Path:
    """A new virtual environment; gives the folder of its programs."""
    venv.create(folder, with_pip=True)
    return folder / "bin"


def check_names(archive: Path, names: Iterable[str], wanted: Iterable[str]) -> None:
    """Every wanted file is in the archive, and nothing that is not to be shipped."""
    names = list(names)
    if missing := [name for name in wanted if not any(found.endswith(name) for found in names)]:
        sys.exit(f"{archive.name} lacks {missing}")
    if extra := [name for name in names if any(part in name for part in NOT_SHIPPED)]:
        sys.exit(f"{archive.name} holds {extra[:5]}")


def build(work: Path) -> Path:
    """The sdist, and from it the wheel; gives the wheel."""
    tools = environment(work / "build")
    run(str(tools / "pip"), "install", "-q", "hatchling")
    run(str(tools / "hatchling"), "build", "-t", "sdist", "-d", str(work), cwd=ROOT)
    (sdist,) = work.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        check_names(sdist, archive.getnames(), IN_SDIST)
    run(str(tools / "pip"), "wheel", "-q", "--no-deps", "--wheel-dir", str(work), str(sdist))
    (wheel,) = work.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        check_names(wheel, archive.namelist(), IN_WHEEL)
    return wheel


def main() -> None:
    """The whole check."""
    with tempfile.TemporaryDirectory(prefix="hlo2penguin-packaging-") as folder:
        work = Path(folder)
        wheel = build(work)
        clean = environment(work / "clean")
        run(str(clean / "pip"), "install", "-q", str(wheel))
        run(str(clean / "pip"), "check")
        for program, *arguments in USES:
            run(str(clean / program), *arguments, cwd=work)
        if not (work / "out" / "penguin.py").read_text().endswith("ir=v0\n"):
            sys.exit("the converted text is not whole")
        print(f"{wheel.name}: built, complete, installed, used")


if __name__ == "__main__":
    main()
