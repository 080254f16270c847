"""A class name means one thing, and the checker of names sees what it should."""

import check_names


def complaints(folder, known=(), **sources):
    """What the checker says of a package with these modules."""
    for name, source in sources.items():
        (folder / f"{name}.py").write_text(source)
    return check_names.violations(folder, set(known))


def test_a_name_that_two_modules_define_is_reported_with_both_places(tmp_path):
    found = complaints(tmp_path, one="class Plan: ...", two="\nclass Plan: ...")

    assert found == ["class Plan is defined in one.py:1, two.py:2"]


def test_classes_inside_of_functions_and_classes_count(tmp_path):
    found = complaints(tmp_path, one="class A:\n    class Plan: ...", two="def f():\n    class Plan: ...")

    assert found == ["class Plan is defined in one.py:2, two.py:2"]


def test_different_names_are_fine(tmp_path):
    assert complaints(tmp_path, one="class Plan: ...", two="class Job: ...") == []


def test_an_exception_that_is_no_longer_needed_is_reported(tmp_path):
    found = complaints(tmp_path, known=["Plan"], one="class Plan: ...")

    assert found == ["class Plan is not defined twice: strike it off the list"]
