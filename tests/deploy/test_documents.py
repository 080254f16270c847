"""docs/how-to/host.md says what the files in deploy/ are, and those files say the same."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "how-to" / "host.md").read_text(encoding="utf-8")


def test_every_file_of_a_recipe_that_the_guide_names_exists():
    named = set(re.findall(r"deploy/[\w./*-]*[\w*]", GUIDE))

    assert len(named) >= 4
    assert [name for name in sorted(named) if not list(ROOT.glob(name))] == []


def test_every_link_of_the_guide_leads_somewhere():
    links = re.findall(r"\]\(([^)#]+)\)", GUIDE)

    assert [link for link in links if not (ROOT / "docs" / "how-to" / link).exists()] == []


def test_every_folder_of_the_service_is_in_the_table_of_data():
    unit = (ROOT / "deploy" / "systemd" / "aachen.service").read_text(encoding="utf-8")
    backup = (ROOT / "deploy" / "systemd" / "aachen-backup.service").read_text(encoding="utf-8")
    folders = re.findall(r"/(?:var|etc)/[\w./-]*aachen[\w./-]*", unit + backup)

    assert {folder.rstrip("./") for folder in folders if folder.rstrip("./") not in GUIDE} == set()
