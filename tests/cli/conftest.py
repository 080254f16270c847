"""What every test of the terminal needs."""

import pytest


@pytest.fixture(autouse=True)
def data_home(tmp_path, monkeypatch):
    """Games are kept in a folder of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path / "data"
