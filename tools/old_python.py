"""Says so plainly when Python is too old. Written so that any Python since 2.7 can read it."""

import sys

NEEDED = (3, 11)


def refuse_old_python(version):
    # type: (tuple[int, ...]) -> None
    """Stop with one sentence unless this Python is new enough."""
    if tuple(version[:2]) < NEEDED:
        sys.exit(
            "Aachen needs Python %d.%d or newer, and this is Python %d.%d.\n"
            "Install a newer Python, then name it: for example  python%d.%d play"
            % (NEEDED + tuple(version[:2]) + NEEDED)
        )
