"""The container recipes: their commands are ours, their proxy is the one that is trusted, and linters accept them."""

from __future__ import annotations

import ipaddress
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

import container_check
from aachen import cli
from aachen.cli.serve import _proxies
from aachen.locales import catalogue
from wheel_check import CheckFailed

ROOT = Path(__file__).resolve().parents[2]
RECIPE = ROOT / "deploy" / "container" / "Containerfile"
COMPOSE = yaml.safe_load(RECIPE.with_name("compose.yaml").read_text(encoding="utf-8"))
SERVICES = COMPOSE["services"]


def linter(name: str) -> str | None:
    """A linter on the path, or beside the Python of the tests."""
    return shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent))


def parsed(words: list[str]):
    return cli.build_parser(words, catalogue("en").say).parse_args(words)


def test_the_commands_are_understood():
    (words,) = re.findall(r"^CMD (\[.*\])$", RECIPE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    alone, composed = parsed(json.loads(words)), parsed(SERVICES["table"]["command"])

    assert (alone.command, composed.command) == ("serve", "serve")
    assert alone.listen == composed.listen == "0.0.0.0:8814"
    assert alone.database.startswith("/data/")
    assert composed.database.startswith("postgresql://aachen@database/")


def test_only_the_proxy_of_the_composition_is_trusted():
    trusted = _proxies(parsed(SERVICES["table"]["command"]).behind_proxy)

    assert trusted == [SERVICES["proxy"]["networks"]["inside"]["ipv4_address"]]
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]


def test_no_container_is_given_the_address_of_the_proxy():
    """Addresses that nobody chose come from a range of their own: the database starts before the proxy."""
    (pool,) = COMPOSE["networks"]["inside"]["ipam"]["config"]
    proxy = ipaddress.IPv4Address(SERVICES["proxy"]["networks"]["inside"]["ipv4_address"])
    given_out = ipaddress.IPv4Network(pool["ip_range"])

    assert given_out.subnet_of(ipaddress.IPv4Network(pool["subnet"]))
    assert proxy in ipaddress.IPv4Network(pool["subnet"])
    assert proxy not in given_out


def test_no_password_is_written_down_and_files_are_there():
    text = json.dumps(COMPOSE)
    files = [
        line.split(":")[0] for service in SERVICES.values() for line in service["volumes"] if ".." in line
    ]

    assert text.count("${AACHEN_DB_PASSWORD:?") == 2
    assert text.count("${AACHEN_SMTP_PASSWORD:-}") == 1
    assert len(re.findall('PASSWORD"', text)) == 3
    assert files
    assert all((RECIPE.parent / file).is_file() for file in files)
    assert (ROOT / SERVICES["table"]["build"]["dockerfile"]).is_file()


def test_a_release_can_be_made_without_podman(tmp_path, monkeypatch):
    """podman-compose refuses to read anything without it."""
    folder = tmp_path / "path"
    folder.mkdir()
    refusing = "#!/bin/sh\nexit 1\n"
    (tmp_path / "podman-compose").write_text(refusing)
    (tmp_path / "podman-compose").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    container_check.lint(tmp_path)
    (folder / "podman").write_text(refusing)
    (folder / "podman").chmod(0o755)

    with pytest.raises(CheckFailed, match="podman-compose"):
        container_check.lint(tmp_path)


@pytest.mark.skipif(not linter("hadolint"), reason="there is no hadolint for this machine")
def test_the_linter_accepts_the_recipe():
    done = subprocess.run([str(linter("hadolint")), str(RECIPE)], capture_output=True, text=True, timeout=60)

    assert (done.returncode, done.stdout) == (0, "")
