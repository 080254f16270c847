#!/usr/bin/env python3
"""A bot for Carolus Magnus. Lines of JSON come in, lines of JSON go out; see docs/how-to/write-a-bot.md."""

import json
import random
import sys


def value(offer, view):
    """How much I like an offer: more is better."""
    me = view["viewer"]
    side = view["courts"][me]["side"]
    if offer["do"] == "advance":  # the Emperor: go where my side builds a castle
        stop = view["stops"][offer["steps"] - 1]
        return stop["castles"] if stop["side"] == side else -stop["castles"]
    if offer["do"] == "put":
        is_mine = view["emblems"][offer["clan"]] == me
        if offer["place"] == "court":  # win emblems, and do not feed those I have
            return 0.5 if is_mine else 1
        return 1 if is_mine else -1  # strengthen regions with my own clans only
    if offer["do"] == "lay":  # a low disc begins the round
        return -offer["disc"]
    return 0


def main():
    hello = json.loads(sys.stdin.readline())  # game, seat, options, seed, clock
    chance = random.Random(hello["seed"])
    for line in sys.stdin:
        question = json.loads(line)  # id, view, offers, clock
        offers, view = question["offers"], question["view"]
        if hello["game"] == "carolus":
            best = max(value(offer, view) for offer in offers)
            offers = [offer for offer in offers if value(offer, view) == best]
        print(json.dumps({"id": question["id"], "action": chance.choice(offers)}), flush=True)


if __name__ == "__main__":
    main()
