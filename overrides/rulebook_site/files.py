"""Files and folders, written only when they change."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

from rulebook_site.faults import SiteError


def write(path: Path, content: str | bytes) -> bool:
    """Write a file when its content differs from what is there; tell whether it did."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return True


def write_json(path: Path, content: object) -> bool:
    """Write JSON, compact, in the order given and with its letters readable."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=False)
    return write(path, text + "\n")


def mirror(
    source: Path, target: Path, keep: Iterable[str] = (), read: Callable[[Path], bytes] = Path.read_bytes
) -> None:
    """Make a folder equal to another, touching only what differs.

    Args:
        source: The folder to copy.
        target: The folder to change; it is made when it is not there.
        keep: Names directly in `target` that stay although `source` has none such.
        read: Returns what becomes of a file: what it holds, unless something else is asked for.
    """
    target.mkdir(parents=True, exist_ok=True)
    wanted = {path.name for path in source.iterdir()}
    for path in target.iterdir():
        if path.name not in wanted and path.name not in keep:
            remove(path)
    for path in sorted(source.iterdir()):
        other = target / path.name
        if other.exists() and path.is_dir() != other.is_dir():
            remove(other)
        if path.is_dir():
            mirror(path, other, read=read)
        else:
            write(other, read(path))


def remove(path: Path) -> None:
    """Remove a file or a folder; one that is not there is no fault."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def content_hash(folder: Path) -> str:
    """Return a short hash over the names and contents of a folder's files."""
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def run(command: list[str], **environment: str) -> None:
    """Run a program that has nothing to say when it succeeds.

    Args:
        command: The program and its arguments.
        environment: Variables for it, beside those that are set.

    Raises:
        SiteError: When it fails; with what it has said.
    """
    done = subprocess.run(command, env=os.environ | environment, check=False, capture_output=True, text=True)
    if done.returncode:
        raise SiteError(f"{' '.join(command[:4])} …\n{done.stdout}{done.stderr}".rstrip())
