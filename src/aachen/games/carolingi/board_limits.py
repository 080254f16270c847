"""What a board of Carolingi may hold at most, and the words that it may not use."""

from __future__ import annotations

from typing import Final

from aachen.games.carolingi.terms import PHASE_NAMES, SEASON_NAMES, TILE_NAMES

FORMAT: Final = "aachen-board/1"
FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 6
MOST_LANDS: Final = 60  # a set of lands is a mask in one machine word
MOST_COPIES: Final = 7  # a hand counts each kind of tile in three bits
FEWEST_NO_ACTION: Final = 2  # they come home every season (3.2), so that nobody runs out of tiles to place
MOST_YEARS: Final = 10  # the annals have ten spaces
MOST_BYTES: Final = 5_000_000
MOST_DEPTH: Final = 10
MOST_PIECES: Final = 999
GANGS_A_PLAYER_814: Final = 8
USUAL_HOURGLASS: Final = 60  # seconds

PROVENANCES: Final = ("text", "inferred", "reconstructed")
KINDS: Final = ("land", "sea")

# Words that the notation of positions and actions uses: no land, region or colour may be called so.
RESERVED: Final = frozenset(TILE_NAMES + SEASON_NAMES + PHASE_NAMES) | frozenset(
    """
    banish before claim co_regent exiles founders honours join lay occupy queue sand second serve solve table
    activate active all anarchy and annals archivium aside bag board bot build card cards carolingi colour
    colours contest counter counters court declarer discard do done doubt draw drawn equip event events
    everybody excess expel extra fight follower followers forest forests fresh from gang gangs glory hand
    hartmut homeland homelands honour hunger in inactive keep known land lands last later leudes lost luck
    march missi missus no nobiles nobody none nothing nowhere open option or palace palaces parts place player
    players problem problems ready rebellion region regions rest roads row rows scriptorium sealed season
    seasons seat seats send set settle since skuld slot slots soothe spectator sundial supply surplus swap
    swapped taken tile tiles time to trophies trophy turn unfold unknown used wheel year years yes
    """.split()
)
