"""What goes wrong while a map is drawn, as sentences for whoever wrote the board file."""


class CannotDraw(Exception):
    """No map can be made of this; carries every sentence that can be said, not only the first."""

    def __init__(self, *sentences: str) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences
