"""Harvest in words."""

from __future__ import annotations

from collections.abc import Mapping

from aachen.locales.wording import View, Wording


class HarvestWording(Wording):
    """The words of one language."""

    package = "harvest"
    sections = {"sheaves_taken": "H3", "nothing_taken": "H3"}
    secret_facts = {"card_sealed": "card"}

    def fact(self, key: str, value: object) -> object:
        """A fact in words."""
        if key == "cards" and isinstance(value, Mapping):
            return ", ".join(f"{self.seat(seat)} {card}" for seat, card in value.items())
        return super().fact(key, value)

    def question(self, view: View) -> str:
        """What is asked of the viewer."""
        return self.say("prompt.sealing", round=view["round"], rounds=view["rounds"], field=view["field"])
