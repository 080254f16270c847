"""tools/web.py: the browser table is built when it must be, and only then."""

import json
import re
from pathlib import Path

import pytest

import web

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A small project with a finished bundle; building is noted instead of done."""
    sources, bundle, locales = tmp_path / "web", tmp_path / "bundle", tmp_path / "locales"
    for folder in (sources / "src", sources / "node_modules", bundle, locales / "en"):
        folder.mkdir(parents=True)
    (sources / "src" / "main.ts").write_text("mount()")
    (sources / "package-lock.json").write_text("{}")
    (locales / "en" / "web.json").write_text("{}")
    (bundle / "index.html").write_text("<!doctype html>")
    for name, value in {
        "ROOT": tmp_path,
        "SOURCES": sources,
        "BUNDLE": bundle,
        "LOCALES": locales,
        "TITLES": tmp_path / "titles",
        "STAMP": bundle / "stamp.txt",
        "WORKSHOP": tmp_path / "build" / "web",
        "MODULES": sources / "node_modules",
        "MODULES_STAMP": sources / "node_modules" / ".aachen-stamp",
    }.items():
        monkeypatch.setattr(web, name, value)
    web.STAMP.write_text(web.stamp())
    return tmp_path


@pytest.fixture
def steps(monkeypatch):
    """The steps of a build, in words."""
    ran = []

    def run(command, node, trouble):
        ran.append(command[1].split("/")[-1] + (" without tests" if "--omit=dev" in command else ""))
        if ran[-1] == "vite.js":
            make_page()

    monkeypatch.setattr(web, "find_node", lambda: web.Node("node", "npm", "/somewhere"))
    monkeypatch.setattr(web, "run_node", run)
    return ran


def make_page():
    """What the builder leaves behind."""
    web.WORKSHOP.mkdir(parents=True)
    (web.WORKSHOP / "index.html").write_text("<!doctype html>new")


def test_a_finished_bundle_is_left_alone(project, steps):
    web.make_bundle()

    assert steps == []


@pytest.mark.parametrize("changed", ["web/src/main.ts", "locales/en/web.json", "web/src/new.ts"])
def test_a_changed_source_makes_the_bundle_old(project, changed):
    assert web.is_fresh()
    (project / changed).write_text("other")

    assert not web.is_fresh()


@pytest.mark.parametrize("beside", ["web/src/main.test.ts", "web/node_modules/thing.js"])
def test_what_is_not_in_the_bundle_does_not_make_it_old(project, beside):
    (project / beside).write_text("other")

    assert web.is_fresh()


def test_a_missing_page_is_built_again(project):
    (web.BUNDLE / "index.html").unlink()

    assert not web.is_fresh()


def test_building_fetches_what_it_takes_once(project, steps, monkeypatch, tmp_path):
    monkeypatch.setattr("bootstrap.LOCK", tmp_path / "lock")
    (project / "web" / "src" / "main.ts").write_text("mount(App)")
    web.make_bundle()
    (project / "web" / "src" / "main.ts").write_text("mount(Other)")
    web.make_bundle()

    assert steps == ["ci without tests", "vite.js", "vite.js"]
    assert web.is_fresh()


def test_packages_of_tests_are_fetched_for_tests_only_and_serve_for_building_too(
    project, steps, monkeypatch, tmp_path
):
    monkeypatch.setattr("bootstrap.LOCK", tmp_path / "lock")
    (project / "web" / "src" / "main.ts").write_text("mount(App)")
    web.make_bundle()
    web.make_modules()
    web.make_modules()
    (project / "web" / "src" / "main.ts").write_text("mount(Other)")
    web.make_bundle()

    assert steps == ["ci without tests", "vite.js", "ci", "vite.js"]


def test_building_imports_no_package_of_the_tests():
    """`./play` fetches dependencies only; what configures the build must do with them."""
    folder = ROOT / "web"
    packages = json.loads((folder / "package.json").read_text("utf-8"))
    configuration = "".join(
        (folder / name).read_text("utf-8") for name in ("vite.config.ts", "svelte.config.js", "catalogues.ts")
    )
    imported = set(re.findall(r"^import (?!type).*from '([^.'][^']*)'", configuration, re.MULTILINE))

    assert {name for name in imported if not name.startswith("node:")} <= set(packages["dependencies"])
    assert not {"eslint", "jsdom", "prettier", "vitest"} & set(packages["dependencies"])


def test_a_change_while_building_makes_the_bundle_old_again(project, steps, monkeypatch, tmp_path):
    monkeypatch.setattr("bootstrap.LOCK", tmp_path / "lock")
    source = project / "web" / "src" / "main.ts"
    build = web.run_node

    def change(command, node, trouble):
        build(command, node, trouble)
        source.write_text("changed meanwhile")

    monkeypatch.setattr(web, "run_node", change)
    source.write_text("mount(App)")
    web.make_bundle()

    assert not web.is_fresh()


@pytest.mark.parametrize(("text", "version"), [("v20.20.2\n", 20), ("v9.1\n", 9), ("no node\n", 0)])
def test_the_version_of_a_node_is_read(monkeypatch, text, version):
    monkeypatch.setattr("subprocess.run", lambda *_, **__: type("Done", (), {"stdout": text}))

    assert version == web.version_of("node")


def test_a_node_that_does_not_run_has_no_version():
    assert web.version_of("/no/such/node") == 0
