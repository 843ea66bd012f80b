"""Generated parts of the reference: made from forms, codes, options, sub-passes and profiles as the docs are built.

`python docs/tools/reference.py NAME` prints one of them.
"""

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import fields
from pathlib import Path

import click

from hlo2penguin import cli, fusion, options, prepare, profile
from hlo2penguin.diagnostics.codes import GROUPS
from hlo2penguin.forms import FORMS
from hlo2penguin.report.op_table import to_markdown


def table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    headings = list(headings)
    lines = [headings, ["---"] * len(headings), *([str(cell).replace("|", "\\|") for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def ops() -> str:
    """The op table, as `hlo2penguin ops --markdown` prints it."""
    return to_markdown()


def forms() -> str:
    """Every statement form: constructor, keywords with literal type and evidence."""
    parts: list[str] = []
    for form in FORMS.values():
        rows = (
            (f"`{word.name}`", word.literal.name, str(word.evidence), "optional" if word.optional else "", _fixed(word))
            for word in form.keywords
        )
        note = f"\n{form.note[:1].upper()}{form.note[1:]}.\n" if form.note else ""
        heading = f"### {form.name}\n\n`{form.constructor.name}`; evidence: {form.evidence}.\n{note}\n"
        parts.append(heading + table(("keyword", "literal", "evidence", "", "value"), rows))
    return "\n".join(parts)


def _fixed(word: object) -> str:
    value = getattr(word, "fixed", None)
    return "" if value is None else f"`{value}`"


def codes() -> str:
    """Our own diagnostic codes, by group."""
    parts = [
        f"### {group.title}\n\n"
        + table(("code", "meaning", "help"), ((f"`{c}`", e.meaning, e.help) for c, e in group.codes.items()))
        for group in GROUPS
    ]
    return "\n".join(parts)


def commands() -> str:
    """Every command with its arguments and options."""
    group = cli._cli  # pyright: ignore[reportPrivateUsage]
    context = click.Context(group, info_name="hlo2penguin")
    parts: list[str] = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        parts.append(_command(command, click.Context(command, info_name=name, parent=context)))
    return "\n".join(parts)


def _command(command: click.Command, context: click.Context) -> str:
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    text, _, example = inspect.cleandoc(command.help or "").partition("\b\n")
    rows = [
        (_plain(" / ".join(record[0].split(" / "))), record[1])
        for parameter in command.get_params(context)
        if (record := parameter.get_help_record(context)) is not None
    ]
    commands = inspect.cleandoc(example.partition("\n")[2])  # without the heading
    shown = f"```text\n{commands}\n```\n\n" if example else ""
    listed = table(("option", ""), rows)
    return f"### {context.info_name}\n\n`{usage}`\n\n{text.strip()}\n\n{shown}{listed}"


def _plain(option: str) -> str:
    return f"`{option}`"


def subpasses() -> str:
    """The fusion sub-passes in order, with the default of each gate."""
    rows: list[tuple[str, ...]] = []
    for number, subpass in enumerate((*fusion.SUBPASSES, fusion.SCHEDULE), 1):
        own = subpass is fusion.SCHEDULE
        gate = (lambda chosen: chosen.schedule_on) if own else subpass.gate
        on = "on" if gate(options.Options()) else "off"
        summary = (inspect.getmodule(subpass.collect).__doc__ or "").partition("\n\n")[0]  # pyright: ignore
        wanted = re.sub(r"^fuse[^:]*: ", "", " ".join(summary.split()))
        rows.append((str(number), f"`{subpass.name}`", on, wanted))
    return table(("", "sub-pass", "default", "what it looks for"), rows)


def near_misses() -> str:
    """Every near miss that a remark can name: sub-pass file, name of the remark, sentence."""
    folder = Path(inspect.getfile(fusion)).parent
    rows = [
        (path.stem, f"`{name}`", reason)
        for path in sorted(folder.glob("*.py"))
        for name, reason in dict.fromkeys(_misses(ast.parse(path.read_text())))
    ]
    return table(("matcher", "remark", "reason"), rows)


def _misses(tree: ast.Module) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        reasons = _named_strings(function)
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and _is_near_miss(node):
                name, reason = node.args[1:3]
                text = reasons.get(reason.id, "") if isinstance(reason, ast.Name) else _string(reason)
                if isinstance(name, ast.Constant) and text:
                    found.append((str(name.value), text))
    return found


def _is_near_miss(call: ast.Call) -> bool:
    called = call.func.id if isinstance(call.func, ast.Name) else ""
    near = any(word.arg == "near" and not _is_false(word.value) for word in call.keywords)
    return (called == "_near" or (called == "Miss" and near)) and len(call.args) >= 3


def _is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def _named_strings(function: ast.FunctionDef) -> dict[str, str]:
    return {
        target.id: _string(node.value)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _string(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
    return ""


def preparation() -> str:
    """The preparation passes in order."""
    rows = [(str(n), f"`{p.name}`", _summary(p.run)) for n, p in enumerate(prepare.PASSES, 1)]
    return table(("", "pass", "what it does"), rows)


def _summary(function: Callable[..., object]) -> str:
    module = inspect.getmodule(function)
    return " ".join(((module and module.__doc__) or "").partition("\n\n")[0].split())


def profiles() -> str:
    """Every field of the profile: what it decides, both readings, and the evidence."""
    source = inspect.getsource(profile.Profile)
    rows: list[tuple[str, ...]] = []
    for found in fields(profile.Profile):
        if found.name == "name":
            continue
        comment = re.search(rf"((?:    # .*\n)+)    {found.name}:", source)
        text = " ".join(line.strip("# ") for line in comment[1].splitlines()) if comment else ""
        question, _, why = text.partition(": ")
        values = [f"`{getattr(chosen, found.name)}`" for chosen in (profile.OBSERVED, profile.DOCUMENTED)]
        rows.append((f"`{found.name}`", question, *values, why))
    return table(("field", "question", "observed (default)", "documented", "evidence"), rows)


PARTS: dict[str, Callable[[], str]] = {
    "ops": ops,
    "forms": forms,
    "codes": codes,
    "commands": commands,
    "subpasses": subpasses,
    "near_misses": near_misses,
    "preparation": preparation,
    "profiles": profiles,
}

if __name__ == "__main__":
    print(PARTS[sys.argv[1]](), end="")
