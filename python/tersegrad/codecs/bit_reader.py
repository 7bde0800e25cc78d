"""Reads fields and unary numbers from a bit string, the lowest bit of a byte first."""

from __future__ import annotations

from ..errors import MalformedInput


class BitReader:
    """Every read is checked against the end of the bytes ``data[start:end]``."""

    def __init__(self, data: bytes, start: int, end: int):
        self._data = data
        self._start = start
        self._end = end
        self.position = 0
        self._limit = 8 * (end - start)

    def read(self, width: int) -> int:
        """The next field of 0 to 57 bits."""
        left = self._limit - self.position
        if width > left:
            raise self.malformed(f"a field of {width} bits, but only {left} bits are left")
        field = self._word() & ((1 << width) - 1)
        self.position += width
        return field

    def read_unary(self, most: int) -> int:
        """The number of zeros before the next one, which is consumed, too."""
        begin = self.position
        while self.position < self._limit:
            word = self._word()
            if word:
                self.position += (word & -word).bit_length()
                zeros = self.position - begin - 1
                if zeros > most:
                    raise self.malformed(f"a unary number of {zeros}, the largest allowed here is {most}")
                return zeros
            self.position = min(self._limit, self.position + 64 - self.position % 8)
            if self.position - begin > most:
                raise self.malformed(f"a unary number above {most}, the largest allowed here")
        raise self.malformed("a unary number that is not closed by a one bit")

    def read_gamma(self) -> int:
        """A number of 1 or more in Elias gamma."""
        n = self.read_unary(30)
        return 1 << n | self.read(n)

    def align(self) -> None:
        """Goes to the next byte; the bits before it must be zero."""
        at = self._byte_index()
        if self.read(-self.position % 8):
            raise MalformedInput(at, "padding bits that are not zero")

    def require_end(self) -> None:
        """Refuses anything but zero padding of the last byte."""
        self.align()
        if self.position != self._limit:
            raise self.malformed(f"{(self._limit - self.position) // 8} bytes after the end of the stream")

    def malformed(self, reason: str) -> MalformedInput:
        """The exception for what is wrong at the bit that this reader has reached."""
        return MalformedInput(self._byte_index(), reason)

    def _byte_index(self) -> int:
        return self._start + self.position // 8

    def _word(self) -> int:
        """At least the next 57 bits; zeros stand for what lies past the end."""
        at = self._byte_index()
        return int.from_bytes(self._data[at : min(at + 8, self._end)], "little") >> self.position % 8
