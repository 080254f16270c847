"""Quiet hours and times of day, by the clock of a person's time zone."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from babel.dates import format_datetime

from aachen.core.errors import bad
from aachen.server.messages.notifications import QuietHours


def zone_of(name: str) -> tzinfo:
    """A time zone; BadInput if there is none of that name."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, a path, or a folder
        raise bad("unknown_time_zone", "settings.zone", given=name) from None


def end_of_quiet(quiet: QuietHours | None, zone: str, now: int) -> int | None:
    """When the quiet hours end in which this moment lies (milliseconds since 1970); None if it lies in none."""
    if quiet is None or quiet.since == quiet.until:
        return None
    here = datetime.fromtimestamp(now / 1000, zone_of(zone))
    since, until = time.fromisoformat(quiet.since), time.fromisoformat(quiet.until)
    clock = here.time().replace(second=0, microsecond=0)
    is_over_night = until < since
    is_quiet = clock >= since or clock < until if is_over_night else since <= clock < until
    if not is_quiet:
        return None
    day = here.date() + timedelta(days=is_over_night and clock >= since)
    end = datetime.combine(day, until, here.tzinfo)
    return max(now + 1, round(end.timestamp() * 1000))


def shown_time(at: int, zone: str, language: str) -> str:
    """A moment as people write it."""
    here = datetime.fromtimestamp(at / 1000, zone_of(zone))
    shown = format_datetime(here, "short", locale=language)
    return f"{shown} UTC" if zone == "UTC" else shown
