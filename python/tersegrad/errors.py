"""What is raised for bytes that no writer of the format produces."""


class MalformedInput(Exception):
    """Bytes that were truncated, damaged or never a message. A caller's own mistakes are a ``ValueError``.

    ``offset`` is the index of the byte at which reading stopped making sense, counted from the beginning of the
    message; ``reason`` says what was expected there and what was found. Both are those of the Java reader.
    """

    def __init__(self, offset: int, reason: str):
        super().__init__(f"malformed input at byte {offset}: {reason}")
        self.offset = offset
        self.reason = reason
