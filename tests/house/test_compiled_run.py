"""A run that claims to test the compiled engine must do so."""

import importlib
import os
from importlib.machinery import EXTENSION_SUFFIXES

import pytest

import compile as compiler


@pytest.mark.skipif(os.environ.get("AACHEN_COMPILED") != "1", reason="this run is plain Python")
def test_every_hot_module_is_the_compiled_one():
    modules = compiler.hot_modules(compiler.SOURCE, compiler.HOT)
    names = ["aachen." + module.removesuffix(".py").replace("/", ".") for module in modules]
    files = [importlib.import_module(name).__file__ or "" for name in names]

    assert files
    assert [file for file in files if not file.endswith(tuple(EXTENSION_SUFFIXES))] == []
