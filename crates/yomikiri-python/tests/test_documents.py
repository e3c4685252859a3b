"""Docstrings, types, and the notebooks."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import yomikiri as yk

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))
MODULES = sorted(module.name for module in pkgutil.iter_modules(yk.__path__) if not module.name.startswith("_"))


@pytest.mark.parametrize("name", ["", *MODULES])
def test_examples_in_docstrings(name):
    module = importlib.import_module(f"yomikiri.{name}" if name else "yomikiri")
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    for test in finder.find(module, module.__name__):
        runner.run(test)
    assert runner.summarize().failed == 0


def test_there_are_examples():
    assert MODULES and "solving" in MODULES


def test_everything_public_has_a_docstring():
    for name in yk.__all__:
        assert getattr(yk, name).__doc__, name


@pytest.mark.parametrize("tool", [["mypy", "-p", "yomikiri"], ["mypy.stubtest", "yomikiri"]], ids=["mypy", "stubtest"])
def test_types(tool, tmp_path):
    pytest.importorskip("mypy")
    settings = Path(__file__).resolve().parents[1] / "pyproject.toml"
    option = "--config-file" if tool[0] == "mypy" else "--mypy-config-file"
    done = subprocess.run(
        [sys.executable, "-m", *tool, option, str(settings)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def outputs(notebook):
    """What the cells wrote, pictures and times left out."""
    found = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            found.append(output.get("text") or data.get("text/plain") or "")
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks(path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(path, as_version=4)
    kept = outputs(notebook)
    assert any(kept), "it is kept with its outputs"
    settings = {"metadata": {"path": path.parent}}
    nbclient.NotebookClient(notebook, timeout=300, record_timing=False, resources=settings).execute()
    if os.environ.get("YOMIKIRI_NOTEBOOKS") == "rewrite":
        nbformat.write(notebook, path)
        return
    assert outputs(notebook) == kept


def test_there_is_a_notebook_for_every_paper():
    assert [path.stem[:3] for path in NOTEBOOKS] == ["000", "001", "002", "003", "004"]


def test_examples_in_the_guide():
    guide = Path(__file__).resolve().parents[3] / "docs" / "python.md"
    text = guide.read_text().replace("```python\n", "\n").replace("```\n", "\n")
    test = doctest.DocTestParser().get_doctest(text, {}, "docs/python.md", str(guide), 0)
    assert len(test.examples) > 20
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize().failed == 0
