"""What a file of tests or examples rests on, read from its imports and the files that it names; nothing is run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from doctest import DocTestParser
from functools import cached_property
from pathlib import Path

FOLDERS = ("rules_py", "overrides", "tests", "docs", ".ci")
BUILT = ("tests/browser/", "tests/pages/", "tests/bench/")
"""Tests that need the built site; whatever imports from them does, too."""
EVERYWHERE = ("pyproject.toml", "requirements.lock", ".python-version", "tests/conftest.py")
_EXAMPLE = re.compile(r"^\s*>>> ", re.MULTILINE)
_BELOW = re.compile(r"[\w.-]+(/[\w.-]+)+")


class Project:
    """The sources of the project, and what each of them reads.

    Args:
        root: The project's folder.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._reads: dict[str, tuple[set[str], set[str]]] = {}
        self._steps: dict[str, dict[str, int]] = {}
        self._rests: dict[str, dict[str, int]] = {}
        self._names: dict[str, dict[str, tuple[str, str]]] = {}

    @cached_property
    def files(self) -> frozenset[str]:
        """All sources, by their path below the project's folder."""
        folders = (path for folder in FOLDERS for path in (self.root / folder).rglob("*"))
        return frozenset(
            path.relative_to(self.root).as_posix()
            for path in (*self.root.iterdir(), *folders)
            if path.is_file() and "__pycache__" not in path.parts
        )

    @cached_property
    def systems(self) -> frozenset[str]:
        """The games: packages of `rules_py` with a `system.py`."""
        return frozenset(path.parent.name for path in self.root.glob("rules_py/*/system.py"))

    def units(self) -> list[str]:
        """Return every file that pytest finds something to run in."""
        return sorted(path for path in self.files if self._is_unit(path))

    def needs_the_site(self, unit: str) -> bool:
        """Say whether a unit can only be run when the site is built."""
        return any(path.startswith(BUILT) for path in self._imported(unit))

    def rests_on(self, unit: str) -> dict[str, int]:
        """Return what a unit reads, directly or not, with the number of steps that lead there; to read takes two.

        What a test or a page of one game reaches only by way of what all games share, `rules_py.library` for
        instance, it does not rest on where that belongs to another game.
        """
        if unit in self._rests:
            return self._rests[unit]
        steps = {path: 1 for path in EVERYWHERE if path in self.files}
        for path, far in self._imported(unit).items():
            steps[path] = far
            for package in self._packages(path):
                steps.setdefault(package, far + 1)
            for named in self._of_its_game(unit, path, self.reads(path)[1]):
                steps.setdefault(named, far + 2)
        self._rests[unit] = steps
        return steps

    def _imported(self, unit: str) -> dict[str, int]:
        """Return the modules that a unit imports, directly or not, and itself, in the order of their distance."""
        if unit in self._steps:
            return self._steps[unit]
        steps = self._steps[unit] = {unit: 0}
        ahead = [unit]
        for path in ahead:
            for found in self._of_its_game(unit, path, self.reads(path)[0]):
                if found not in steps:
                    steps[found] = steps[path] + 1
                    ahead.append(found)
        return steps

    def _of_its_game(self, unit: str, path: str, found: set[str]) -> list[str]:
        """Return what was found in a file on the way from a unit, without what belongs to another game by chance."""
        own = self._game(unit)
        if own and not self._game(path):
            return sorted(each for each in found if self._game(each) in (own, None))
        return sorted(found)

    def reads(self, path: str) -> tuple[set[str], set[str]]:
        """Return the modules that a source imports, and the files that it names: these are read and not run."""
        if path not in self._reads:
            imported, named = set(), set()
            for tree in self._code(path):
                for node in ast.walk(tree):
                    match node:
                        case ast.Import(names):
                            imported |= {self._module(alias.name) for alias in names}
                        case ast.ImportFrom(names=names):
                            imported |= {self._place(self._from(path, node), alias.name) for alias in names}
                        case ast.Call(ast.Name("import_module") | ast.Attribute(attr="import_module"), [name, *_]):
                            imported |= set(self._modules_like(name))
                        case ast.Call(ast.Name("of"), [_, ast.Constant(str(room))]):  # of `rules_py.core.rooms`
                            imported |= set(self._modules_in(room))
                        case ast.Call(ast.Name("words"), [ast.Constant(str(slug))]):
                            named.add(f"rules_py/{slug}/data/words.toml")
                        case ast.Call(ast.Name("drawn"), [ast.Constant(str(slug)), *_]) | ast.Call(
                            ast.Name("partial"), [ast.Name("drawn"), ast.Constant(str(slug)), *_]
                        ):
                            named.add(f"rules_py/{slug}/data/flows.toml")
                        case ast.BinOp(op=ast.Div(), right=ast.Constant(str(text))):
                            named |= set(self._files_named(path, text))
                        case ast.Constant(str(text)) if _BELOW.fullmatch(text):
                            named |= set(self._files_named(path, text))
            if path.endswith("/system.py"):
                named |= set(self._below(f"{path.rpartition('/')[0]}/data"))
            self._reads[path] = imported & self.files - {path}, named & self.files - {path}
        return self._reads[path]

    def _from(self, path: str, node: ast.ImportFrom) -> str:
        """Return the whole name of the module that an import is from, a relative one too."""
        package = path.split("/")[:-1]
        above = package[: len(package) + 1 - node.level] if node.level else []
        return ".".join([*above, *([node.module] if node.module else [])])

    def _code(self, path: str) -> Iterator[ast.AST]:
        """Yield the code of a module and of the examples in its docstrings, or of the examples in a page."""
        if not path.endswith((".py", ".md")):
            return
        text = (self.root / path).read_text(encoding="utf-8")
        pieces = [text]
        if path.endswith(".py"):
            try:
                yield ast.parse(text)
            except SyntaxError:  # whoever runs it says where
                return
            pieces = re.findall(r'"""(.*?)"""', text, re.DOTALL)
        for piece in filter(_EXAMPLE.search, pieces):
            for example in DocTestParser().get_examples(piece):
                try:
                    yield ast.parse(example.source)
                except SyntaxError:  # meant, where an example shows one
                    continue

    def _module(self, name: str) -> str:
        """Return the file of a module, or nothing when it is none of this project."""
        for top in ("", "overrides/"):
            for file in (f"{top}{name.replace('.', '/')}.py", f"{top}{name.replace('.', '/')}/__init__.py"):
                if file in self.files:
                    return file
        return ""

    def _place(self, module: str, name: str) -> str:
        """Return where a name comes from that a module has, from wherever a package took it."""
        inside = self._module(f"{module}.{name}")
        file = self._module(module)
        if inside or not file.endswith("/__init__.py"):
            return inside or file
        if file not in self._names:
            tree = next(self._code(file), ast.Module([], []))
            self._names[file] = {
                alias.asname or alias.name: (node.module, alias.name)
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom) and node.module and not node.level
                for alias in node.names
            }
        taken = self._names[file].get(name)
        return self._place(*taken) if taken and self._module(taken[0]) else file

    def _modules_like(self, name: ast.expr) -> Iterator[str]:
        """Yield the modules that an `import_module` can mean, whatever stands in the gaps of its name."""
        parts = name.values if isinstance(name, ast.JoinedStr) else [name]
        said = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+" for part in parts]
        pattern = re.compile("".join(said).replace(r"\.", "/") + r"(/__init__)?\.py")
        yield from (path for path in self.files if pattern.fullmatch(path))

    def _modules_in(self, room: str) -> Iterator[str]:
        """Yield the modules, of any game, that stand in a room."""
        yield from (self._module(f"rules_py.{slug}.{room}") for slug in self.systems)

    def _files_named(self, path: str, text: str) -> Iterator[str]:
        """Yield what a text in code names: a source or folder of the project, or a file of data beside the code."""
        yield text
        yield f"{path.rpartition('/')[0]}/data/{text}"
        yield from self._below(text)

    def _below(self, folder: str) -> Iterator[str]:
        return (path for path in self.files if path.startswith(f"{folder}/"))

    def _packages(self, path: str) -> Iterator[str]:
        """Yield the packages around a module: they are imported with it, but what they import is not what it needs."""
        if path.endswith(".py"):
            folders = path.split("/")[:-1]
            around = ("/".join([*folders[:depth], "__init__.py"]) for depth in range(1, len(folders) + 1))
            yield from (package for package in around if package in self.files)

    def _game(self, path: str) -> str | None:
        return next((part for part in path.split("/")[1:3] if part in self.systems), None)

    def _is_unit(self, path: str) -> bool:
        if path.startswith("tests/") and Path(path).match("test_*.py"):
            return True
        if not path.startswith(("tests/", "rules_py/", "docs/")) or not path.endswith((".py", ".md")):
            return False
        return bool(_EXAMPLE.search((self.root / path).read_text(encoding="utf-8")))
