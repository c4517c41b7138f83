"""Small faults in code and data, as somebody might make them."""

from __future__ import annotations

import ast
import copy
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

SHIFTED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
OPPOSITE = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
CALCULATED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}
EXTREME = {"min": "max", "max": "min", "any": "all", "all": "any"}
SAID = ("Text", "same", "InputError", "ForbiddenAction", "Element", "h")
"""What makes sentences and pages: no rule is in its texts."""
UNSEEN = ("__repr__", "__str__", "__hash__")
DRAWN = ("figures.py", "drawings.py", "__init__.py", "system.py")
_NUMBER = re.compile(rb"^\w+ = (\d+)\s*$|^\w+ = \[(\d+)\]\s*$", re.MULTILINE)


@dataclass(frozen=True)
class Fault:
    """One fault, not yet made.

    Args:
        path: The file, below the project's folder.
        start: Where in the file it begins, in bytes.
        line: The same as a line, counted from 1.
        kind: What kind of slip it is.
        before: What stands there.
        after: What will stand there.
    """

    path: str
    start: int
    line: int
    kind: str
    before: str
    after: str

    def __str__(self) -> str:
        before, after = (re.sub(r"\s+", " ", text) for text in (self.before, self.after))
        return f"{self.path}:{self.line}: {self.kind}: {before} -> {after}"

    def made(self, source: bytes) -> bytes:
        """Return the file with the fault in it.

        Raises:
            ValueError: If it does not read there what the fault changes.
        """
        before = self.before.encode()
        end = self.start + len(before)
        if source[self.start : end] != before:
            raise ValueError(f"{self.path}:{self.line} no longer reads {self.before}")
        return source[: self.start] + self.after.encode() + source[end:]


def engine(root: Path, system: str) -> list[str]:
    """Return the files of a system in which faults are made: rules and data, not drawings, forms and exports."""
    folder = root / "rules_py" / system
    code = [path for path in folder.glob("*.py") if path.name not in DRAWN]
    return sorted(path.relative_to(root).as_posix() for path in (*code, *folder.glob("data/*.toml")))


def chosen(root: Path, systems: Iterable[str], count: int, seed: int) -> list[Fault]:
    """Return faults, shared out among the systems, of every kind as often as of the others.

    Args:
        root: The project's folder.
        systems: The systems, in their order.
        count: How many faults.
        seed: The same seed finds the same faults as long as the files are the same.
    """
    there = list(systems)
    found: list[Fault] = []
    for place, system in enumerate(there):
        random = Random(f"{seed} {system}")
        kinds: dict[str, list[Fault]] = defaultdict(list)
        for path in engine(root, system):
            for fault in possible(path, (root / path).read_bytes()):
                kinds[fault.kind].append(fault)
        for _ in range(len(range(place, count, len(there)))):
            kind = random.choice(sorted(kind for kind, faults in kinds.items() if faults))
            found.append(kinds[kind].pop(random.randrange(len(kinds[kind]))))
    return found


@cache
def possible(path: str, source: bytes) -> tuple[Fault, ...]:
    """Return every fault that can be made in a file."""
    if path.endswith(".toml"):
        return tuple(_in_data(path, source))
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    found = []
    for node, kind, after in _slips(ast.parse(source)):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = lines[node.lineno - 1] + node.col_offset, lines[node.end_lineno - 1] + node.end_col_offset
        found.append(Fault(path, start, node.lineno, kind, source[start:end].decode(), after))
    return tuple(found)


def _in_data(path: str, source: bytes) -> Iterator[Fault]:
    for match in _NUMBER.finditer(source):
        group = 1 if match[1] else 2
        number = match[group].decode()
        for other in (int(number) - 1, int(number) + 1):
            line = source.count(b"\n", 0, match.start(group)) + 1
            yield Fault(path, match.start(group), line, "a number of the data", number, str(other))


def _slips(tree: ast.AST) -> Iterator[tuple[ast.expr, str, str]]:
    """Yield what can be put in the place of which expression, and what kind of slip that is."""
    for node in _rules(tree):
        match node:
            case ast.Compare(ops=[op]) if type(op) in SHIFTED:
                yield node, "a bound shifted", _with(node, ops=[SHIFTED[type(op)]()])
            case ast.Compare(ops=[op]) if type(op) in OPPOSITE:
                yield node, "a comparison turned", _with(node, ops=[OPPOSITE[type(op)]()])
            case ast.BoolOp(op=op):
                yield node, "and/or", _with(node, op=ast.And() if isinstance(op, ast.Or) else ast.Or())
            case ast.UnaryOp(ast.Not(), inner):
                yield node, "not dropped", f"({ast.unparse(inner)})"
            case ast.BinOp(left, op, right) if type(op) in CALCULATED and not {type(left), type(right)} & _COLLECTED:
                yield node, "calculated otherwise", _with(node, op=CALCULATED[type(op)]())
            case ast.Call(ast.Name(name), [_, *_]) if name in EXTREME:
                yield node, "min/max, any/all", _with(node, func=ast.Name(EXTREME[name]))
            case ast.IfExp(body=body, orelse=orelse):
                yield node, "the other branch", _with(node, body=orelse, orelse=body)
            case ast.Dict(values=values):
                for value, next_value in pairwise(values):
                    if ast.dump(value) != ast.dump(next_value) and not _passed_over(value):
                        yield value, "the value of the next key", f"({ast.unparse(next_value)})"
            case ast.Constant(bool(value)):
                yield node, "yes/no", str(not value)
            case ast.Constant(int(value)):
                for other in (value - 1, value + 1):
                    yield node, "a number", str(other)


_COLLECTED = {ast.List, ast.Tuple, ast.JoinedStr, ast.ListComp, ast.GeneratorExp}


def _with(node: ast.expr, **changes: object) -> str:
    changed = copy.copy(node)
    for name, value in changes.items():
        setattr(changed, name, value)
    return f"({ast.unparse(ast.fix_missing_locations(changed))})"


def _rules(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of code that decides or counts: no types, no sentences, nothing that only a programmer sees."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _passed_over(child):
                yield child
                yield from _rules(child)


def _passed_over(node: ast.AST) -> bool:
    match node:
        case ast.FunctionDef(name=name):
            return name in UNSEEN
        case ast.Assign([ast.Name(name), *_]):
            return name in ("__slots__", "__all__")
        case ast.Call(ast.Name(name)):
            return name in SAID
        case ast.BinOp(left=ast.Constant(str())) | ast.BinOp(right=ast.Constant(str())):
            return True
    return isinstance(node, (ast.Raise, ast.Assert, ast.JoinedStr, ast.Import, ast.ImportFrom, ast.TypeAlias))
