"""`python -m rulebook_site COMMAND`: what is done before, around and after the page build."""

from __future__ import annotations

from pathlib import Path

import click

from rulebook_site import LANGUAGES, NAMELESS

FOLDER = click.Path(path_type=Path, file_okay=False)
FILE = click.Path(path_type=Path, dir_okay=False)


@click.group()
def main() -> None:
    """Build, check and serve the site; `make help` lists the usual ways to call these."""


@main.command()
@click.argument("language", type=click.Choice(LANGUAGES))
@click.option("--out", type=FOLDER, required=True, help="Folder for the pages.")
@click.option("--public-url", default="", help="Address of the folder that holds the languages.")
def pages(language: str, out: Path, public_url: str) -> None:
    """Build one language's pages."""
    from rulebook_site.pages import build

    build(language, out, NAMELESS, public_url)


@main.command()
@click.option("--out", type=FOLDER, required=True, help="Folder that holds the runtime.")
@click.option("--work", type=FOLDER, required=True, help="Folder for what is kept on the way.")
@click.option("--pyodide", type=FOLDER, default="node_modules/pyodide", show_default=True)
@click.option("--pruned", type=FOLDER, required=True, help="Folder with what is left of its script and binary.")
@click.option("--lock", type=FILE, default="requirements.lock", show_default=True)
def runtime(out: Path, work: Path, pyodide: Path, pruned: Path, lock: Path) -> None:
    """Build the Python runtime and print its address below the site."""
    from rulebook_site.runtime import build

    click.echo(f"runtime/{build(out, work, pyodide, pruned, lock)}/")


@main.command()
@click.option("--out", type=FOLDER, required=True, help="Folder for the files.")
def data(out: Path) -> None:
    """Write tables, glossaries and rulings as JSON, and in `table` what is taken along to online tables."""
    from rulebook_site.online import write_files
    from rulebook_site.pages import data as write

    write(out)
    write_files(out / "table")


@main.command("print")
@click.argument("language", type=click.Choice(LANGUAGES))
@click.argument("system")
@click.option("--parts", type=FOLDER, required=True, help="Folder with the built pages.")
@click.option("--out", type=FOLDER, required=True, help="Folder for the prints.")
@click.option("--work", type=FOLDER, required=True, help="Folder for what is kept on the way.")
@click.option("--public-url", default="", help="Address of the folder that holds the languages.")
def prints(language: str, system: str, parts: Path, out: Path, work: Path, public_url: str) -> None:
    """Make the booklet and the sheets of a system; without their fonts or libraries, say so and make none."""
    from rulebook_site.printing.press import missing

    if lacking := missing():
        for old in out.glob(f"{language}/{system}*.pdf"):
            old.unlink()
        click.echo(f"no prints of {system}: missing {', '.join(lacking)}; make setup installs it", err=True)
        return
    from rulebook_site.printing.build import build

    build(system, "ja" if language == "ja" else "en", parts, out, work, public_url)


@main.command()
@click.option("--parts", type=FOLDER, required=True, help="Folder with the built parts.")
@click.option("--site", type=FOLDER, default="site", show_default=True)
@click.option("--offline", type=click.Choice(["yes", "no"]), default="yes", help="Whether readers can keep the site.")
def finish(parts: Path, site: Path, offline: str) -> None:
    """Put the parts together to the site."""
    from rulebook_site.finish import finish as put

    put(site, parts, offline=offline == "yes")


@main.command()
@click.option("--site", type=FOLDER, default="site", show_default=True)
def check(site: Path) -> None:
    """Check links, anchors, ids and what both languages share."""
    from rulebook_site.check import check as look

    look(site)


@main.command()
def vocabulary() -> None:
    """Hold pages, data and texts of code to the words of the games."""
    from rulebook_site.vocabulary import check as hold

    hold()


@main.command()
@click.option("--site", type=FOLDER, default="site", show_default=True)
@click.option("--port", type=int, default=8000, show_default=True, envvar="PORT")
def serve(site: Path, port: int) -> None:
    """Serve the finished site and print its address."""
    from rulebook_site.serve import address, server

    with server(site, port) as running:
        click.echo(f"{address(running)} (Ctrl+C ends)")
        try:
            running.serve_forever()
        except KeyboardInterrupt:
            click.echo()


@main.command(context_settings={"ignore_unknown_options": True})
@click.option("--site", type=FOLDER, default="site", show_default=True)
@click.option("--port", type=int, default=8000, show_default=True, envvar="PORT")
@click.option("--public-url", default="", help="Address of the folder that holds the languages.")
@click.argument("command", nargs=-1, required=True)
def watch(site: Path, port: int, public_url: str, command: tuple[str, ...]) -> None:
    """Serve the site, show at once what is saved, and let COMMAND build the rest."""
    import signal

    from rulebook_site.watching.loop import run

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that begins it in the background has it ignored
    run(site, port, command, public_url)


@main.command()
def browser() -> None:
    """Print the paths of the browsers, after installing what is missing."""
    from rulebook_site.browser import ensure

    click.echo(ensure())


if __name__ == "__main__":
    main()
