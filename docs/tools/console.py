"""Runs what a page shows: files in captioned code blocks are written, `console` blocks are executed in order.

A page has a directory of its own, in which `examples/` lies. Output is standard output and error together; `...` in a
page stands for any text. `python docs/tools/console.py PAGE.md` tells what differs; with `--update` blocks that differ
are rewritten.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

DOCS = Path(__file__).parents[1]
EXAMPLES = DOCS.parent / "examples"
_BLOCK = re.compile(r"^```(?:console|\{code-block\} \w+\n:caption: (\S+)\n)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


_TIMES = re.compile(r"\b\d+\.\d+ s\b")


@dataclass(slots=True)
class Step:
    """One command of a page, the output that the page shows, and the output that came."""

    command: str
    expected: str
    found: str = ""

    @property
    def ok(self) -> bool:
        """Whether the output is what the page says."""
        pattern = re.escape(self.expected).replace(r"\.\.\.", ".*?")
        return re.fullmatch(pattern, self.found, re.DOTALL) is not None

    def __str__(self) -> str:
        return f"$ {self.command}\n--- the page says\n{self.expected}\n--- it printed\n{self.found}\n"


@dataclass(slots=True)
class Block:
    """A console block: its place in the page and its steps."""

    start: int
    end: int
    steps: list[Step] = field(default_factory=list)

    def text(self) -> str:
        """The block with the outputs that came where they differ."""
        lines = [
            part for step in self.steps for part in (f"$ {step.command}", step.expected if step.ok else step.found)
        ]
        return _TIMES.sub("... s", "".join(f"{line}\n" for line in lines if line))


def run_page(page: Path) -> Iterator[Block]:
    """Writes the page's files and runs its commands; gives each console block when its commands are done."""
    with tempfile.TemporaryDirectory(prefix="hlo2penguin-docs-") as folder:
        shutil.copytree(EXAMPLES, Path(folder, "examples"))
        for match in _BLOCK.finditer(page.read_text()):
            name, content = match.groups()
            if name:
                Path(folder, name).write_text(content.lstrip("\n"))
                continue
            block = Block(*match.span(2), steps(content))
            for step in block.steps:
                step.found = _run(step.command, folder)
            yield block


def steps(content: str) -> list[Step]:
    """The commands of a console block, each with the output that follows it."""
    found: list[Step] = []
    for part in re.split(r"^\$ ", content, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        found.append(Step(command, tidy(output)))
    return found


def _run(command: str, folder: str) -> str:
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "COLUMNS": "80", "NO_COLOR": "1", "HOME": folder, "JAX_PLATFORMS": "cpu"}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return tidy(done.stdout)


def tidy(text: str) -> str:
    """The text without spaces at the ends of lines and without empty lines around it."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


def pages() -> list[Path]:
    """Pages that show commands."""
    return [page for page in sorted(DOCS.rglob("*.md")) if "```console" in page.read_text()]


def _main(arguments: list[str]) -> int:
    update = "--update" in arguments
    wrong = 0
    for page in [Path(name) for name in arguments if name != "--update"] or pages():
        text, parts, position = page.read_text(), [], 0
        for block in run_page(page):
            for step in block.steps:
                if not step.ok:
                    wrong += 1
                    print(f"{page}:\n{step}")
            parts += [text[position : block.start], block.text()]
            position = block.end
        if update:
            page.write_text("".join([*parts, text[position:]]))
    return 1 if wrong and not update else 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
