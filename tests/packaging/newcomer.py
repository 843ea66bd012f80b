"""Types what the README and the tutorial say, word for word, in one shell in a fresh copy of the project.

`python tests/packaging/newcomer.py`; needs the package index. Starts from nothing but `python3`: environments,
installation, files, commands. Tells every command that fails or prints something other than the page shows. CI runs it.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs" / "tools"))

import console  # noqa: E402

_LEFT_OUT = shutil.ignore_patterns(".*", "node_modules", "__pycache__", "_build", "tutorial", "out")
_BLOCK = re.compile(r"^```(sh|console|\{code-block\} \w+\n:caption: (\S+)\n)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_OF_ENVIRONMENTS = {"VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME"}
_END = "end-of-command"


class Shell:
    """One bash, as somebody has it open: directory and environment stay from command to command."""

    def __init__(self, folder: Path) -> None:
        environment = {name: value for name, value in os.environ.items() if name not in _OF_ENVIRONMENTS}
        environment |= {"COLUMNS": "80", "NO_COLOR": "1"}
        self._bash = subprocess.Popen(
            ["bash"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def type(self, command: str) -> tuple[str, int]:
        """What a command prints, and its exit status."""
        assert self._bash.stdin is not None
        assert self._bash.stdout is not None
        self._bash.stdin.write(f'{command}\necho "{_END} $?"\n')
        self._bash.stdin.flush()
        output = ""
        for line in self._bash.stdout:
            output += line
            if end := re.search(rf"{_END} (\d+)\n$", output):
                return output[: end.start()], int(end[1])
        sys.exit(f"the shell ended at: {command}")


def install_and_convert(shell: Shell) -> list[str]:
    """The README's first command; gives what went wrong."""
    match = re.search(r"^```sh\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    assert match is not None
    command = match[1].strip()
    output, status = shell.type(command)
    return [f"$ {command}\n{output}"] if status or " ops; fusions: " not in output else []


def follow_the_tutorial(shell: Shell) -> list[str]:
    """Every block of the tutorial in order; gives what went wrong."""
    wrong: list[str] = []
    for kind, name, content in _BLOCK.findall((ROOT / "docs" / "tutorial.md").read_text()):
        if name:
            here, _ = shell.type("pwd")
            Path(here.strip(), name).write_text(content.lstrip("\n"))
        elif kind == "sh":
            for command in content.splitlines():
                output, status = shell.type(command)
                wrong += [f"$ {command}\n{output}"] if status else []
        else:
            for step in console.steps(content):
                output, status = shell.type(step.command)
                step.found = console.tidy(output)
                wrong += [] if step.ok and not status else [str(step)]
    return wrong


def main() -> None:
    """The whole walk."""
    with tempfile.TemporaryDirectory(prefix="hlo2penguin-newcomer-") as folder:
        copy = Path(folder, "project")
        shutil.copytree(ROOT, copy, ignore=_LEFT_OUT)
        wrong = install_and_convert(Shell(copy)) or follow_the_tutorial(Shell(copy))
    if wrong:
        sys.exit("\n".join(wrong))
    print("README and tutorial: every command did what the page says")


if __name__ == "__main__":
    main()
