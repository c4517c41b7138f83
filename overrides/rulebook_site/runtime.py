"""`runtime`: Python for the browser, as one folder named after its content."""

from __future__ import annotations

import gzip
import hashlib
import json
import marshal
import re
import shutil
import struct
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import CodeType

import zstandard

from rulebook_site.faults import SiteError
from rulebook_site.files import content_hash, mirror, remove, run, write, write_json
from rules_py.core.rooms import SLUGS

BINARY = "pyodide.asm.wasm"
"""Pyodide's binary, as Pyodide calls it."""

CORE = ("pyodide.mjs", "python_stdlib.zip")
"""What Pyodide needs to start beside its binary; its lock file, without the packages, goes into the first of them."""

PACKED = 19
"""How hard a picture is packed; two steps harder would take a third longer for two thousandths less."""

NODE = ("node", "--no-wasm-inlining")
"""Node whose last compiler of a binary puts no function into another, which would take it longer than it gains."""

BRIEFLY = (*NODE, "--wasm-tiering-budget=300000000")
"""Node without that compiler: where little is run, it takes as long as what it is to speed up."""

BASE = "snapshot.bin"
"""What the memories of all systems have in common; the worker starts from it and the part of a system."""

CODE = "snapshot-code.bin"
"""What a reader's code may read of memory beyond that, and no answer does: see `UNREAD`."""

UNREAD = {
    "the maps of _codecs_cn, _codecs_hk, _codecs_jp, _codecs_kr and _codecs_tw": (0x093CE0, 0x124060, 0x3125F9B2),
    "the names of characters, of unicodedata": (0x150DA0, 0x1B3C68, 0x0549B0FC),
    "the code of _PyImport_FrozenBootstrap, _PyImport_FrozenStdlib and _PyImport_FrozenTest": (
        *(0x1EA090, 0x2500A6, 0xC582EE9E),
    ),
    "the tables of iconv, of the C library": (0x25AF70, 0x27B800, 0x1EF11BA3),
}
"""Constants of Pyodide's binary that lie in memory though no rule reads them: from, to, and their CRC-32."""

HEAP = 0x867020
"""Where the heap begins in the memory of this Pyodide, and the stack ends."""

STACK = 5 << 20
"""How many bytes before the heap the stack lies in; from its end downwards it has been used."""

FOLDED = 12
"""Bytes that `memory.mjs` puts before a memory that it folds."""

LEAST_PIECES = 1000
"""How many pieces a heap has at least: where it lies elsewhere, not so many happen to follow each other."""

ARGUMENTS = 256
"""Bytes at the end of the stack in which Python's own name and the like stay."""

TIDY = "tidy.wasm"
"""The binary of `prune.mjs` with which pictures are taken."""

EVERYTHING = "all"
"""The part for pages of no system, or of several."""

COMPILER = "from pyodide_build.cli.py_compile import main; main()"
"""`pyodide py-compile` without Pyodide's other commands, which take as long to load as this one takes in all."""

FROM_LOCK = ("icepool",)
"""The distributions that `rules_py` needs in the browser, in the order they are unpacked."""


def build(out: Path, work: Path, pyodide: Path, pruned: Path, lock: Path) -> str:
    """Put the runtime into a folder.

    Args:
        out: Folder that holds runtimes; older ones in it are removed.
        work: Folder for what is downloaded and built on the way.
        pyodide: The npm package.
        pruned: Folder with what `prune.mjs` has made of it.
        lock: Requirements with hashes, of which `FROM_LOCK` is downloaded.

    Returns:
        The name of the runtime's folder below `out`: a hash over its content.

    Raises:
        SiteError: When a step fails; the tool has then said why.
    """
    wheels = [downloaded(name, lock, work / "wheels") for name in FROM_LOCK]
    wheels.append(own_wheel(work / "own"))
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder)
        names = compiled(wheels, fresh)
        write_json(fresh / "wheels.json", names)
        for name in CORE:
            if not (pyodide / name).is_file():
                raise SiteError(f"{pyodide / name}: not there; run `make setup`")
            shutil.copyfile(pyodide / name, fresh / name)
        shutil.copytree(pruned, fresh, dirs_exist_ok=True)
        _without_map_note(fresh / "pyodide.mjs")
        _without_map_note(fresh / "pyodide.asm.js")
        full_lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
        lock_text = json.dumps(json.dumps(full_lock | {"packages": {}}))
        with (fresh / "pyodide.mjs").open("a", encoding="utf-8") as script:
            script.write(f"export const lockFileContents = {lock_text};\n")
        take_snapshots(fresh)
        bundle(pyodide.parent / ".bin/esbuild", fresh)
        digest = content_hash(fresh)
        for path in out.glob("*") if out.is_dir() else ():
            if path.name != digest:
                remove(path)
        mirror(fresh, out / digest)
    return digest


def take_snapshots(runtime: Path) -> None:
    """Put pictures of Python's memory, after a warm-up of all widgets, beside the files they were taken with.

    Two files make a picture: what all have in common, and by system what differs from it, bit by bit. Whoever runs a
    reader's code takes a third, in which lies what answers do without.

    Args:
        runtime: Folder with Pyodide and the wheels.

    Raises:
        SiteError: When what all have in common is not the same in all, or a constant lies elsewhere in a new Pyodide.
    """
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        work = Path(folder)
        tidy = shutil.copytree(runtime, work / "tidy")
        (tidy / TIDY).replace(tidy / BINARY)
        (runtime / TIDY).unlink()
        library = light_library(runtime / "python_stdlib.zip", work)
        everything = pool.submit(_snapshots, tidy, library, work / "everything", {EVERYTHING: SLUGS})
        lightest_first = {slug: (slug,) for slug in sorted(SLUGS, key=lambda slug: _weight(runtime, slug))}
        systems = pool.submit(_snapshots, tidy, library, work / "systems", lightest_first)
        common, taken = everything.result()
        shortened = pool.submit(_shorten, runtime, work / "everything" / EVERYTHING)
        also_common, of_systems = systems.result()
        if also_common != common:
            raise SiteError("the memories of two systems have less in common than they should")
        taken |= of_systems
        answering, of_code = divided(common)
        files = {BASE: answering, CODE: of_code}
        files |= {part_file(part): _differing(common, memory) for part, memory in taken.items()}
        for name, packed in zip(files, pool.map(_packed, files.values()), strict=True):
            write(runtime / name, packed)
        shortened.result()


def _shorten(runtime: Path, picture: Path) -> None:
    """Put the binary with which Python answers beside the whole one: see `called.mjs`."""
    here = Path(__file__).parent
    told = (runtime, picture, runtime / "snapshot.wasm", here / "exercise.py")
    run([*NODE, *map(str, (here / "called.mjs", *told))])


def part_file(part: str) -> str:
    """Return the name of the file in which a system's memory differs from the others'."""
    return f"snapshot-{part}.bin"


def _weight(runtime: Path, slug: str) -> int:
    """Return the bytes of a system's own modules; the more there are, the more of memory they fill."""
    wheel = runtime / json.loads((runtime / "wheels.json").read_text(encoding="utf-8"))[-1]
    with zipfile.ZipFile(wheel) as packed:
        return sum(each.file_size for each in packed.infolist() if each.filename.startswith(f"rules_py/{slug}/"))


def _snapshots(
    runtime: Path, library: Path, work: Path, parts: Mapping[str, tuple[str, ...]]
) -> tuple[bytes, dict[str, bytes]]:
    """Return Python's memory before it has seen a system, and after it has seen those of each part alone."""
    here = Path(__file__).parent
    work.mkdir()
    common, warm = work / "before", (here / "warm.py").read_text(encoding="utf-8")
    steps = [here / "warm_base.py", common]
    for part, slugs in parts.items():
        write(work / f"{part}.py", f"SLUGS = {slugs!r}\n{warm}".encode())
        steps += [work / f"{part}.py", work / part]
    run([*BRIEFLY, *map(str, (here / "snapshot.mjs", runtime, library, *steps))])
    return emptied(common.read_bytes()), {part: emptied((work / part).read_bytes()) for part in parts}


def _before(memory: bytes) -> int:
    """Return the length of what comes before the first byte of a folded memory.

    Pyodide's second word tells what Pyodide writes there; before it stands what the fold needs.
    """
    return FOLDED + int.from_bytes(memory[FOLDED + 4 : FOLDED + 8], "little")


def emptied(memory: bytes) -> bytes:
    """Return a memory in which what is free is zero: zeros pack to nothing.

    The binary that takes the picture leaves nothing in a piece that is given back, but what joins such pieces stays.
    Before each piece of the heap stands how long it is and whether it is in use, as dlmalloc writes it; a free one
    begins with two words about its like, a large one with six. What has been on the stack is free as well.

    Args:
        memory: As Pyodide writes it.

    Raises:
        SiteError: When stack or heap lie elsewhere, as they may in a new Pyodide.
    """
    heap = _before(memory) + HEAP
    rest = bytearray(memory)
    stack = slice(heap - STACK, heap - ARGUMENTS)
    rest[stack] = bytes(stack.stop - stack.start)
    at, pieces = heap, 0
    while at + 8 <= len(memory) and (size := (told := struct.unpack_from("<I", memory, at + 4)[0]) & ~7):
        free = slice(at + (16 if size < 256 else 32), at + size)
        if not told & 2 and free.stop > free.start:
            rest[free] = bytes(free.stop - free.start)
        at, pieces = at + size, pieces + 1
    is_heap = pieces >= LEAST_PIECES and at + 8 <= len(memory) and not any(rest[at:])
    if b"python\0" not in memory[stack.stop : heap] or not is_heap:
        raise SiteError(f"stack and heap do not lie where they did in Python's memory; HEAP of {__name__} says where")
    return bytes(rest)


def divided(memory: bytes) -> tuple[bytes, bytes]:
    """Return a memory without the constants that no answer reads, and these alone; elsewhere each is zero.

    Args:
        memory: As Pyodide writes it.

    Raises:
        SiteError: When one of them is not what it was, as it may be in a new Pyodide.
    """
    head = _before(memory)
    answering, of_code = bytearray(memory), bytearray()
    for what, (start, end, is_known_by) in UNREAD.items():
        place = slice(head + start, head + end)
        if zlib.crc32(memory[place]) != is_known_by:
            raise SiteError(f"{what}: not where they were in Python's memory; UNREAD of {__name__} says where")
        answering[place] = bytes(end - start)
        of_code += bytes(place.start - len(of_code)) + memory[place]
    of_code += bytes(-len(of_code) % 4)
    return bytes(answering), bytes(of_code)


def _differing(common: bytes, memory: bytes) -> bytes:
    """Return the exclusive or of both: what is the same becomes zero, and packs to nothing."""
    return (int.from_bytes(common, "little") ^ int.from_bytes(memory, "little")).to_bytes(len(memory), "little")


def _packed(memory: bytes) -> bytes:
    """Return a memory packed with zstd, which leaves a fifth less than gzip, within gzip, whose sums browsers check.

    The name does not say so: a server would unpack it on the way.
    """
    setting = zstandard.ZstdCompressionParameters.from_level(PACKED, window_log=25)
    return gzip.compress(zstandard.ZstdCompressor(compression_params=setting).compress(memory), 0, mtime=0)


def light_library(archive: Path, work: Path) -> Path:
    """Return the standard library as Python needs it and nobody reads it: compiled, without docstrings and `lightened`.

    What is in memory when the picture is taken comes from here; what a reader's code wants beyond comes whole.

    Args:
        archive: The standard library in source.
        work: Folder for the result.
    """
    sources, light = work / "library", work / "light.zip"
    with zipfile.ZipFile(archive) as whole:
        whole.extractall(sources)
    run(
        [
            sys.executable,
            "-X",
            "no_debug_ranges",
            "-OO",
            "-m",
            "compileall",
            "-q",
            "-b",
            "-s",
            str(sources),
            str(sources),
        ]
    )
    with zipfile.ZipFile(light, "w") as compiled_library:
        for path in sorted(sources.rglob("*")):
            if path.is_file() and path.suffix != ".py":
                entry = zipfile.ZipInfo(path.relative_to(sources).as_posix())
                compiled_library.writestr(entry, lightened(entry.filename, path.read_bytes()))
    return light


CODE_BEGINS = 16
"""Bytes before the code in a compiled file."""


def lightened(name: str, content: bytes) -> bytes:
    """Return a file of a library; in a compiled one each function knows the line where it begins, and no other.

    Which line every instruction comes from is a tenth of what is compiled, and nobody is shown it: a traceback in the
    page has the reader's own code alone.

    Args:
        name: Of the file.
        content: What is in it.
    """
    if not name.endswith(".pyc"):
        return content
    return content[:CODE_BEGINS] + marshal.dumps(_of_one_line(marshal.loads(content[CODE_BEGINS:])))


def _of_one_line(code: CodeType) -> CodeType:
    whole, rest = divmod(len(code.co_code) // 2, 8)  # an entry tells of up to eight instructions
    entries = bytes((0xEF, 0)) * whole + bytes((0xE7 + rest, 0)) * bool(rest)  # no columns, and the same line as before
    name = code.co_qualname  # of a class it is a constant, too: the same object, whatever was compiled or loaded before
    consts = tuple(
        _of_one_line(each) if isinstance(each, CodeType) else name if each == name else each for each in code.co_consts
    )
    return code.replace(co_linetable=entries, co_consts=consts)


def bundle(esbuild: Path, runtime: Path) -> None:
    """Put the scripts that bring a library along beside Python: they are loaded when somebody edits or draws.

    Args:
        esbuild: The program that makes one script out of many.
        runtime: Folder for the scripts.
    """
    sources = sorted(map(str, Path(__file__).parent.with_name("editor").glob("*.mjs")))
    run(
        [
            *(str(esbuild), *sources, "--bundle", "--format=esm", "--target=es2022", "--minify", "--loader:.css=text"),
            *("--legal-comments=eof", "--log-level=warning", f"--outdir={runtime}", "--out-extension:.js=.mjs"),
        ]
    )


def requirement(name: str, lock: Path) -> str:
    """Return the lines of one distribution out of a lock with hashes.

    Args:
        name: The distribution.
        lock: The lock file.

    Raises:
        SiteError: When the lock does not name it.
    """
    pattern = rf"^{re.escape(name)}==(?:.*\\\n)*.*(?:\n|\Z)"
    found = re.search(pattern, lock.read_text(encoding="utf-8"), re.MULTILINE)
    if not found:
        raise SiteError(f"{lock}: does not name {name}")
    return found[0]


def downloaded(name: str, lock: Path, work: Path) -> Path:
    """Return a wheel of the lock; it is downloaded when it is not there yet.

    Args:
        name: The distribution.
        lock: The lock file; a wheel whose hash it does not name is refused.
        work: Folder for the wheel.
    """
    wanted = requirement(name, lock)
    work.mkdir(parents=True, exist_ok=True)
    for wheel in work.glob(f"{name}-*.whl"):
        if f"sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}" in wanted:
            return wheel
        wheel.unlink()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "requirements.txt")
        file.write_text(wanted, encoding="utf-8")
        run(
            [
                *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
                *("--no-deps", "--require-hashes", "--only-binary", ":all:"),
                *("--dest", str(work), "--requirement", str(file)),
            ]
        )
    return next(work.glob(f"{name}-*.whl"))


def own_wheel(work: Path) -> Path:
    """Build the wheel of `rules_py`."""
    remove(work)
    run([sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(work)])
    return next(work.glob("*.whl"))


def compiled(wheels: Iterable[Path], out: Path) -> list[str]:
    """Put byte-compiled copies of wheels into a folder and return their names, in the order of the wheels.

    A copy depends on nothing but its wheel: no time, no place. It has no docstrings, which the reference pages show.
    """
    with tempfile.TemporaryDirectory() as folder:
        copies = [Path(shutil.copy(wheel, folder)) for wheel in wheels]
        run(
            [sys.executable, "-c", COMPILER, "--silent", folder],
            SOURCE_DATE_EPOCH="315532800",
            PYTHONOPTIMIZE="2",
            PYTHONNODEBUGRANGES="1",
        )
        made = [next(Path(folder).glob(f"{copy.name.split('-py')[0]}-cp*.whl")) for copy in copies]
        for wheel in made:
            write(out / wheel.name, b"")
            with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(out / wheel.name, "w") as new:
                for name in sorted(old.namelist()):
                    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
                    entry.compress_type = zipfile.ZIP_DEFLATED
                    entry.external_attr = 0o644 << 16
                    new.writestr(entry, lightened(name, old.read(name)), compresslevel=9)
        return [wheel.name for wheel in made]


def _without_map_note(file: Path) -> None:
    text = file.read_bytes()
    write(file, re.sub(rb"\n//# sourceMappingURL=\S+\s*$", b"\n", text))
