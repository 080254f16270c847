"""Every fault that `make mutants` plants can still be planted, and its tests still exist."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from run_mutants import PlantedFault, failing_test, plant, read_faults  # noqa: E402

FAULTS = read_faults()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_replaces_text_that_stands_exactly_once(fault):
    text = (ROOT / fault.file).read_text(encoding="utf-8")

    assert text.count(fault.old) == 1
    assert fault.old != fault.new
    assert all((ROOT / test.split("::")[0]).exists() for test in fault.tests)


def test_there_are_at_least_forty_faults_with_names_of_their_own():
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 40


def test_a_fault_is_planted_in_the_copy_alone(tmp_path):
    fault = FAULTS[0]
    copy = tmp_path / fault.file
    copy.parent.mkdir(parents=True)
    copy.write_text((ROOT / fault.file).read_text(encoding="utf-8"), encoding="utf-8")
    before = plant(tmp_path, fault)

    assert fault.new in copy.read_text(encoding="utf-8")
    assert before == (ROOT / fault.file).read_text(encoding="utf-8")
    with pytest.raises(AssertionError):
        plant(tmp_path, fault)


def test_the_test_that_finds_a_fault_is_named(tmp_path):
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (tmp_path / "test_it.py").write_text("def test_it():\n    assert False\n")
    fault = PlantedFault("any", "", "", "", ("test_it.py",))

    assert failing_test(tmp_path, fault) == "test_it.py::test_it"
