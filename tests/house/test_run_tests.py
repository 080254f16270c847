"""`./test`: which halves run, and what the exit code says."""

import os

import pytest

import run_tests


@pytest.fixture
def halves(monkeypatch):
    """Both halves noted instead of run; the codes they end with can be set."""
    ran = []
    codes = {"plain": 0, "compiled": 0}

    def note(half):
        def run(arguments):
            ran.append((half, arguments))
            return codes[half]

        return run

    monkeypatch.setattr(run_tests, "make_ready", lambda kind: None)
    monkeypatch.setattr(run_tests, "run_plain", note("plain"))
    monkeypatch.setattr(run_tests, "run_compiled", note("compiled"))
    monkeypatch.setattr(run_tests, "compile_meanwhile", lambda: ran.append(("build", [])))
    monkeypatch.setattr(run_tests, "what_compiling_lacks", lambda: "")
    monkeypatch.setattr(run_tests, "has_browser", lambda: True)
    monkeypatch.setattr(run_tests, "failed_before", lambda: [])
    return ran, codes


def test_without_arguments_both_halves_run_and_the_engine_is_built_during_the_first(halves):
    ran, _ = halves

    assert run_tests.main([]) == 0
    assert [half for half, _ in ran] == ["build", "plain", "compiled"]


@pytest.mark.parametrize("half", ["plain", "compiled"])
def test_one_failed_half_fails_the_whole(halves, half):
    ran, codes = halves
    codes[half] = 1

    assert run_tests.main([]) == 1
    assert len(ran) == 3


def test_arguments_go_to_pytest_and_stay_plain(halves):
    ran, _ = halves
    run_tests.main(["tests/core", "-k", "luck"])

    assert ran == [("plain", ["tests/core", "-k", "luck"])]


def test_the_compiled_half_can_be_asked_for(halves):
    ran, _ = halves
    run_tests.main(["--compiled", "-k", "luck"])

    assert ran == [("compiled", ["-k", "luck"])]


def test_a_machine_without_a_compiler_is_told_what_was_skipped(halves, monkeypatch, capfd):
    ran, _ = halves
    monkeypatch.setattr(run_tests, "what_compiling_lacks", lambda: "there is no C compiler on this machine")

    assert run_tests.main([]) == 0
    assert "SKIPPED: there is no C compiler" in capfd.readouterr().err
    assert [half for half, _ in ran] == ["plain"]


def test_a_path_from_outside_cannot_bring_in_another_aachen(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "elsewhere")

    assert "PYTHONPATH" not in run_tests.plain_environment()
    assert run_tests.compiled_environment()["PYTHONPATH"] == os.fspath(run_tests.COMPILED)


def test_a_missing_browser_is_installed_by_root_and_missed_aloud_otherwise(halves, monkeypatch, capsys):
    monkeypatch.setattr(run_tests, "has_browser", lambda: False)
    monkeypatch.setattr(run_tests, "is_root", lambda: False)
    monkeypatch.setattr("run_tests.subprocess.run", lambda *_, **__: pytest.fail("installed something"))

    assert run_tests.main([]) == 0
    assert "in a browser were SKIPPED" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("failed", "runs"),
    [
        (["tests/web/test_a.py::test_a"], 2),
        (["tests/web/test_a.py::test_a", "tests/core/test_b.py::test_b"], 1),
        (["tests/web/test_a.py::test_a[1]", "tests/web/test_a.py::test_a[2]"] * 2, 1),
        ([], 1),
    ],
    ids=["browser", "browser-and-engine", "too-many", "cannot-start"],
)
def test_a_few_tests_in_a_browser_get_a_second_run_that_counts(halves, monkeypatch, failed, runs):
    ran, codes = halves
    codes["plain"] = 1
    monkeypatch.setattr(run_tests, "failed_before", lambda: failed)

    assert run_tests.main([]) == 1
    assert [half for half, _ in ran] == ["build"] + ["plain"] * runs + ["compiled"]
