"""The systemd units: without a warning, with few rights, and with commands that work."""

from __future__ import annotations

import http.client
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
UNITS = ROOT / "deploy" / "systemd"
INSTALLED = "/opt/aachen/bin/aachen"
MOST_EXPOSED = 15  # tenths of the "exposure" from 0 to 10 that systemd computes

analyze = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed here"
)

# What strace saw a server call that started, played a whole game of two bots and ended.
# SQLite calls fchown as well, but only for root.
CALLED = """
    accept4 access arch_prctl bind brk clock_gettime clone clone3 close connect dup2 epoll_create1
    epoll_ctl epoll_pwait epoll_wait eventfd2 execve exit exit_group fcntl fdatasync ftruncate futex
    getcwd getdents64 geteuid getpeername getpid getpriority getrandom getsockname gettid getuid
    io_uring_enter io_uring_setup ioctl kill listen lseek madvise mkdir mmap mprotect munmap newfstatat
    openat pipe2 pread64 prlimit64 pwrite64 read readlink recvfrom rseq rt_sigaction rt_sigprocmask
    rt_sigreturn sendto set_robust_list set_tid_address setitimer setpriority setsockopt socket
    socketpair sysinfo tgkill uname unlink wait4 write
""".split()


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units, for a program that is there."""
    for path in UNITS.iterdir():
        text = path.read_text(encoding="utf-8").replace(INSTALLED, "/bin/true")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    return tmp_path


@analyze
@pytest.mark.parametrize("unit", sorted(path.name for path in UNITS.iterdir()))
def test_systemd_finds_nothing_wrong(units: Path, unit: str) -> None:
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(units / unit)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    ours = [line for line in done.stderr.splitlines() if "aachen" in line]

    assert (done.returncode, ours) == (0, [])


@analyze
def test_a_misspelt_setting_is_found(units: Path) -> None:
    unit = units / "aachen.service"
    unit.write_text(unit.read_text().replace("PrivateTmp=", "PrivatTmp="))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, timeout=60
    )

    assert "PrivatTmp" in done.stderr


@analyze
@pytest.mark.parametrize("unit", ["aachen.service", "aachen-backup.service"])
def test_the_units_have_few_rights(units: Path, unit: str) -> None:
    command = [
        "systemd-analyze",
        "security",
        "--offline=true",
        f"--threshold={MOST_EXPOSED}",
        str(units / unit),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)

    assert done.returncode == 0, done.stdout[-2000:]


def settings(unit: str, folder: Path) -> tuple[dict[str, str], list[str]]:
    """The environment and the command of a unit, with its folder and program exchanged for ours."""
    text = (UNITS / unit).read_text(encoding="utf-8").replace("/var/lib/aachen", str(folder))
    lines = re.findall(r"^Environment=(.*)$", text, flags=re.MULTILINE)
    environment = dict(pair.split("=", 1) for line in lines for pair in shlex.split(line))
    (command,) = re.findall(r"^ExecStart=(.*)$", text, flags=re.MULTILINE)
    command = re.sub(r"\$\{(\w+)\}", lambda found: environment[found[1]], command).replace("%%", "%")
    return environment, shlex.split(command.replace(INSTALLED, f"{sys.executable} -m aachen"))


def test_the_commands_of_the_units_serve_and_back_up(tmp_path: Path) -> None:
    """As systemd would run them: the service, and the backup beside it."""
    environment, serve = settings("aachen.service", tmp_path)
    serve[serve.index("--listen") + 1] = "127.0.0.1:0"
    own = dict(os.environ) | environment | {"AACHEN_LANG": "en"}
    server = subprocess.Popen(
        serve, env=own, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert server.stdout is not None
        found = re.search(r"http://(\S+)/", server.stdout.readline())
        assert found
        connection = http.client.HTTPConnection(found[1], timeout=20)
        connection.request("GET", "/health/ready", headers={"Host": "localhost"})
        ready = connection.getresponse().status
        (tmp_path / "backups").mkdir()
        more, backup = settings("aachen-backup.service", tmp_path)
        done = subprocess.run(backup, env=own | more, capture_output=True, text=True, timeout=60)
    finally:
        server.terminate()
        server.wait(30)

    assert ready == 200
    assert (done.returncode, done.stderr) == (0, "")
    assert [path.suffix for path in (tmp_path / "backups").iterdir()] == [".backup"]
    assert server.returncode in (0, -signal.SIGTERM)  # systemd takes both for a clean end


def test_the_database_of_service_and_backup_is_the_same(tmp_path: Path) -> None:
    service, backup = (settings(unit, tmp_path)[0] for unit in ("aachen.service", "aachen-backup.service"))

    assert service["AACHEN_DATABASE"] == backup["AACHEN_DATABASE"] == str(tmp_path / "tables.db")


def calls_of(name: str) -> set[str]:
    """The system calls of a set of systemd's, or the one call."""
    if not name.startswith("@"):
        return {name}
    listed = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, timeout=60, check=True
    )
    words = [line.strip() for line in listed.stdout.splitlines()[1:]]
    return {call for word in words if word and not word.startswith("#") for call in calls_of(word)}


@analyze
def test_the_service_may_call_what_a_server_with_bots_calls() -> None:
    allowed = calls_of("@default")
    text = (UNITS / "aachen.service").read_text(encoding="utf-8")
    for line in re.findall(r"^SystemCallFilter=(.*)$", text, flags=re.MULTILINE):
        calls = {call for name in line.removeprefix("~").split() for call in calls_of(name)}
        allowed = allowed - calls if line.startswith("~") else allowed | calls

    assert set(CALLED) - allowed == set()
    assert "mount" not in allowed
