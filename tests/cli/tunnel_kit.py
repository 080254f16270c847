"""Programs on the path that stand in for `cloudflared` and `tailscale`: they say what those say, and open nothing."""

from __future__ import annotations

from pathlib import Path

CLOUDFLARED = """\
INF Thank you for trying Cloudflare Tunnel. See https://developers.cloudflare.com/cloudflare-one/
INF Requesting new quick Tunnel on trycloudflare.com...
INF |  Your quick Tunnel has been created! Visit it at (it may take some time to be reachable):  |
INF |  https://quiet-forest-lake-1.trycloudflare.com                                             |
INF Registered tunnel connection connIndex=0
"""
CLOUDFLARED_FAILS = """\
INF Requesting new quick Tunnel on trycloudflare.com...
ERR failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": dial tcp: no such host
"""
TAILSCALE = """\
Funnel is not enabled on your tailnet.
To enable, visit:

         https://login.tailscale.com/f/funnel?node=n1

Success.
Available on the internet:

https://desk.example-tail.ts.net/
|-- proxy http://127.0.0.1:8814

Press Ctrl+C to exit.
"""
PUBLIC = "quiet-forest-lake-1.trycloudflare.com"


def stand_in(folder: Path, name: str, says: str, stays: bool = True) -> Path:
    """Put such a program into a folder; it notes its arguments, and how it was ended."""
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.says").write_text(says)
    stay = "while :; do sleep 0.05; done" if stays else "exit 1"
    script = f"""#!/bin/sh
echo "$*" > "{folder}/{name}.arguments"
echo $$ > "{folder}/{name}.pid"
trap 'echo interrupted > "{folder}/{name}.ended"; exit 0' INT
trap 'echo terminated > "{folder}/{name}.ended"; exit 0' TERM
cat "{folder}/{name}.says" >&2
{stay}
"""
    path = folder / name
    path.write_text(script)
    path.chmod(0o755)
    return path


def ended(folder: Path, name: str) -> str:
    """How a stand-in was ended; nothing if it was not."""
    note = folder / f"{name}.ended"
    return note.read_text().strip() if note.exists() else ""
