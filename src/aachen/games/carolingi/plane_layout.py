"""The names of the planes of Carolingi, in the order in which planes.py writes them."""

from __future__ import annotations

from aachen.core.planes import Axis, Plane, PlaneLayout
from aachen.games.carolingi.planes import SEALED_KINDS, WORK_OPTIONS, PlaneFrame, frame_of
from aachen.games.carolingi.realm import Realm
from aachen.games.carolingi.terms import ENDING_NAMES, PHASE_NAMES, SEASON_NAMES
from aachen.games.carolingi.variant import VARIANTS

BEFORE = "before."  # the same planes for the table before a lone Peace's extra action (C20)


class Axes:
    """The directions that planes of a realm have."""

    def __init__(self, realm: Realm, frame: PlaneFrame) -> None:
        seats = [f"+{number}" for number in range(realm.players)]
        self.land = Axis("land", realm.lands[:])
        self.seat = Axis("seat", seats, realm.players)
        self.faction = Axis("faction", [*seats, "gangs"], realm.players)
        self.card = Axis("card", realm.cards[:])
        self.tile = Axis("tile", realm.tile_names[:])
        self.season = Axis("season", list(SEASON_NAMES))
        self.slot = Axis("slot", _numbers(frame.longest_row))
        self.road = Axis(
            "road",
            [
                f"{realm.lands[road // realm.land_count]}>{realm.lands[road % realm.land_count]}"
                for road in frame.roads
            ],
        )
        self.queue = Axis("place", _numbers(frame.longest_queue))
        self.honour = Axis("place", _numbers(frame.most_honours))


def _numbers(count: int) -> list[str]:
    return [str(number + 1) for number in range(count)]


def _words(*words: str) -> Axis:
    return Axis("number", list(words))


def layout(realm: Realm) -> PlaneLayout:
    """The planes of a realm."""
    axes = Axes(realm, frame_of(realm))
    first = [
        Plane("variant", "the rules that are played", [Axis("variant", list(VARIANTS))]),
        Plane("modules", "modules that are played", [_words("anarchy", "hourglass")]),
        Plane("viewer", "the viewer's seat, in seat order", [Axis("colour", realm.colours[:])]),
    ]
    now = table(axes)
    flag = Plane("before", "whether an earlier table is remembered (C20)", [_words("yes")])
    before = [Plane(BEFORE + plane.name, plane.about, plane.axes, plane.most) for plane in now]
    places = [plane for plane in now if plane.axes[0] is axes.land]
    return PlaneLayout([*first, *now, flag, *before], places)


def table(axes: Axes) -> list[Plane]:
    """The planes of one table."""
    return [*_board(axes), *_courts(axes), *_tiles(axes), *_own(axes), *_scenario(axes), *_moment(axes)]


def _board(axes: Axes) -> list[Plane]:
    land, seat, faction, card = axes.land, axes.seat, axes.faction, axes.card
    supplies = _words(
        "gangs", "counters", "surplus", "hunger_aside", "modules_aside", "events", "events_later"
    )
    return [
        Plane("lands.pieces", "followers and gangs in the land", [land, faction], 6),
        Plane("lands.counters", "counters in the land", [land], 3),
        Plane("lands.control", "who controls the land (C1)", [land, seat]),
        Plane("lands.forest", "whether the land is a forest", [land]),
        Plane("lands.homeland", "whose homeland it is", [land, seat]),
        Plane("cards.slot", "where in its region's row the land's card lies", [land, axes.slot]),
        Plane("cards.pieces", "followers and gangs on the land's card", [land, faction], 3),
        Plane("cards.archivium", "cards in the Archivium", [card]),
        Plane("cards.discard", "cards in the discard pile", [card]),
        Plane("cards.drawn", "the card that was turned over", [card]),
        Plane("supply", "what lies beside the board", [supplies], 20),
    ]


def _courts(axes: Axes) -> list[Plane]:
    return [
        Plane("courts.missi", "missi at court", [axes.seat], 8),
        Plane("courts.leudes", "leudes at court", [axes.seat], 8),
        Plane("courts.nobiles", "nobiles at court", [axes.seat], 24),
        Plane("courts.trophies", "trophies", [axes.seat], 3),
        Plane("courts.founders", "followers to be placed before the game (6.1.2)", [axes.seat], 8),
    ]


def _tiles(axes: Axes) -> list[Plane]:
    seat, tile = axes.seat, axes.tile
    given = Axis("tile", [*tile.labels, "never seen"])
    bag = Axis("tile", [*tile.labels, "hidden"])
    return [
        Plane("tiles.used", "tiles used this year", [axes.season, seat, tile]),
        Plane("tiles.known", "so many of a kind have been seen active", [seat, tile], 3),
        Plane("tiles.taken", "the tile taken back by a swap and not seen since", [seat, tile]),
        Plane("tiles.drawn", "the first tile of the seat that was drawn this season", [seat, tile]),
        Plane("tiles.given", "tiles that the seat may have given up in its swap", [seat, given]),
        Plane("tiles.hand", "how many tiles are in hand", [seat], 10),
        Plane("tiles.inactive", "how many tiles are inactive", [seat], 8),
        Plane("tiles.fresh", "how many tiles were activated this season", [seat], 2),
        Plane("tiles.swapped", "whether a tile lies on the swap space", [seat]),
        Plane("tiles.sealed", "whether the seat has sealed a choice", [seat]),
        Plane("tiles.laid", "whether a tile lies there under the hourglass", [seat]),
        Plane("tiles.laid_count", "tiles laid this season under the hourglass", [seat], 2),
        Plane("tiles.since_peace", "1 + activations since Peace was forfeited; 0: never", [seat], 4),
        Plane("bag.tiles", "tiles in the bag that are known, and hidden ones", [seat, bag], 2),
        Plane("bag.events", "event tiles in the bag", [_words("events")], 2),
        Plane("aside.tiles", "tiles that lay in the bag when several declared peace", [seat, bag], 2),
        Plane("aside.events", "event tiles among them", [_words("events")], 2),
    ]


def _own(axes: Axes) -> list[Plane]:
    return [
        Plane("own.hand", "the viewer's tiles in hand", [axes.tile], 3),
        Plane("own.inactive", "the viewer's inactive tiles", [axes.tile], 3),
        Plane("own.fresh", "the viewer's tiles activated this season", [axes.tile], 2),
        Plane("own.swapped", "the viewer's tile on the swap space", [axes.tile]),
        Plane("own.laid", "the viewer's tile laid under the hourglass", [axes.tile]),
        Plane("own.sealed", "the kind of the viewer's sealed choice", [Axis("kind", list(SEALED_KINDS))]),
        Plane("own.first", "its first tile, or the tile to give", [axes.tile]),
        Plane("own.second", "its second tile, or the tile to take", [axes.tile]),
    ]


def _scenario(axes: Axes) -> list[Plane]:
    return [
        Plane("problems.seasons", "problems on the seasons (814)", [axes.season, axes.tile]),
        Plane("problems.cards", "the problem on the land's card (814)", [axes.land, axes.tile]),
        Plane("problems.queue", "the queue of problems, from the top (814)", [axes.queue, axes.tile]),
        Plane("honours", "who was honoured, the oldest first (814)", [axes.honour, axes.seat]),
    ]


def _moment(axes: Axes) -> list[Plane]:
    seat, land = axes.seat, axes.land
    return [
        Plane("time.years", "years gone by, and years to come", [_words("gone", "left")], 4),
        Plane("bag.open", "whether the bag was laid open this season", [_words("open")]),
        Plane("time.season", "the season", [axes.season]),
        Plane("time.phase", "what the table waits for", [Axis("phase", list(PHASE_NAMES))]),
        Plane("time.waiting", "who owes a sealed choice", [seat]),
        Plane("time.actor", "who acts alone", [seat]),
        Plane("time.ending", "how the game ended", [Axis("ending", ["no", *ENDING_NAMES[1:]])]),
        Plane("time.winner", "who won", [seat]),
        Plane("work.tile", "the tile being carried out", [axes.tile]),
        Plane("work.option", "which of its options has begun", [Axis("option", _numbers(WORK_OPTIONS))]),
        Plane("work.parts", "counters placed, gangs on their way out", [_words("counters", "exiles")], 3),
        Plane("work.ready", "followers that may still march", [land], 6),
        Plane("work.roads", "roads that were used", [axes.road]),
        Plane("peace.declarer", "who declares peace", [seat]),
        Plane("peace.contest", "who declared peace, if several did", [seat]),
        Plane("hunger.land", "the hungry land", [land]),
        Plane("hunger.excess", "followers too many there", [_words("followers")], 4),
        Plane("hunger.starved", "lands that lost a follower", [land]),
    ]
