"""What all bodies have in common, and the list of schemes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Callable, ClassVar, NamedTuple, Type, TypeVar

import numpy as np

from ..errors import MalformedInput


class View(NamedTuple):
    """Where a body stands in a message, and how many elements it is for."""

    data: bytes
    start: int
    end: int
    elements: int

    @property
    def length(self) -> int:
        """The bytes of the body."""
        return self.end - self.start

    def require_length(self, expected: int) -> None:
        """Refuses a body that is not ``expected`` bytes long."""
        if self.length != expected:
            raise MalformedInput(
                self.start + min(self.length, expected),
                f"a body for {self.elements} elements takes {expected} bytes here, this has {self.length}",
            )

    def require_at_least(self, least: int) -> None:
        """Refuses a body of less than ``least`` bytes."""
        if self.length < least:
            reason = f"a body of {self.length} bytes; the fields before its data take {least}"
            raise MalformedInput(self.end, reason)


class Body(ABC):
    """The content of a body: what its reader found, and what its writer writes."""

    #: The number of the scheme, and its name in Java.
    scheme: ClassVar[int]
    scheme_name: ClassVar[str]

    @classmethod
    @abstractmethod
    def read(cls, view: View) -> "Body":
        """Reads and checks everything, so that nothing can fail later."""

    @abstractmethod
    def write(self) -> bytes:
        """The bytes that the Java writer makes of the same content."""

    @abstractmethod
    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        """``target += weight * decoded``. ``target`` is modified."""

    @abstractmethod
    def describe(self) -> str:
        """The body in words."""

    def require_decodable(self) -> None:
        """Refuses a body that this package can read, but not decode."""

    def padding_bits(self) -> int:
        """How many bits of the last byte only fill it up."""
        return 0


_Kind = TypeVar("_Kind", bound=Type[Body])
_SCHEMES: dict[int, Type[Body]] = {}


def scheme(number: int, name: str) -> Callable[[_Kind], _Kind]:
    """Enters a body into the list of schemes."""

    def enter(body: _Kind) -> _Kind:
        body.scheme, body.scheme_name = number, name
        _SCHEMES[number] = body
        return body

    return enter


def numbers() -> "list[int]":
    """The numbers of all schemes."""
    return sorted(_SCHEMES)


def body_of(number: int, at: int) -> Type[Body]:
    """The body of a scheme whose number stands at ``at``."""
    if number not in _SCHEMES:
        raise MalformedInput(at, f"format {number} is not known")
    return _SCHEMES[number]


def read_body(number: int, view: View) -> Body:
    """Reads the body of a scheme that is known."""
    return _SCHEMES[number].read(view)


def add_scaled(values: np.ndarray, weight: np.float32, target: np.ndarray) -> None:
    """``target += weight * values``, each product and each sum rounded to 32 bits. ``target`` is modified."""
    target += weight * values
