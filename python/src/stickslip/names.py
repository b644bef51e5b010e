"""Bodies, joints and controls by name."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Union, overload

import numpy as np
from numpy.typing import NDArray

from .errors import ArgumentTypeError, NameLookupError


class Id(int):
    """A place in an array that knows its name: an `int` in every other way."""

    name: str
    """The name."""
    what: str
    """"body", "joint", "material" or "actuator"."""

    def __new__(cls, value: int, name: str, what: str) -> Id:
        made = super().__new__(cls, value)
        made.name, made.what = name, what
        return made

    def __getnewargs__(self) -> tuple[int, str, str]:  # type: ignore[override]
        return int(self), self.name, self.what

    def __repr__(self) -> str:
        return f"{self.what} {int(self)} ({self.name!r})"

    __str__ = __repr__


Chosen = Union[str, int]
"""One of something: its name, its number or its `Id`."""


class Names(Mapping[str, Id]):
    """Names in their order. A name gives its `Id`; a list of names, an index array."""

    def __init__(self, what: str, names: Sequence[str]) -> None:
        self._what = what
        self._names = tuple(names)
        self._places: dict[str, int] = {}
        for place, name in enumerate(self._names):
            self._places.setdefault(name, place)

    @overload
    def __getitem__(self, key: str) -> Id: ...
    @overload
    def __getitem__(self, key: int) -> Id: ...
    @overload
    def __getitem__(
        self, key: list[str] | list[int] | list[Chosen] | tuple[Chosen, ...] | slice | NDArray[Any]
    ) -> NDArray[np.intp]: ...
    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return np.arange(len(self._names))[key]
        if isinstance(key, (list, tuple, np.ndarray)):
            return np.array([int(self.find(each)) for each in key], dtype=np.intp)
        return self.find(key)

    def find(self, key: Any, argument: str = "") -> Id:
        """The one that is meant by a name, a number or an `Id`."""
        place = f"{argument}: " if argument else ""
        if isinstance(key, Id) and key.what != self._what:
            raise ArgumentTypeError(f"{place}a {self._what} is needed, not {key!r}")
        if isinstance(key, (bool, np.bool_)):
            raise ArgumentTypeError(f"{place}a {self._what} is needed, not bool")
        if isinstance(key, (int, np.integer)):
            if not 0 <= key < len(self._names):
                raise NameLookupError(
                    f"{place}there is no {self._what} {int(key)}: there are {len(self._names)}"
                )
            return Id(int(key), self._names[int(key)], self._what)
        if not isinstance(key, str):
            raise ArgumentTypeError(
                f"{place}the name or number of a {self._what} is needed, not {type(key).__name__}"
            )
        found = self._places.get(key)
        if found is None:
            raise NameLookupError(f'{place}there is no {self._what} "{key}"{self._hint(key)}')
        return Id(found, key, self._what)

    def _hint(self, asked: str) -> str:
        near = difflib.get_close_matches(asked, self._names, n=1, cutoff=0.5)
        if near:
            return f'; did you mean "{near[0]}"?'
        if not self._names:
            return "; there are none"
        more = ", …" if len(self._names) > 8 else ""
        return f"; there are {', '.join(self._names[:8])}{more}"

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def ids(self) -> list[Id]:
        """All of them, also those that share a name."""
        return [Id(place, name, self._what) for place, name in enumerate(self._names)]

    def __repr__(self) -> str:
        return f"{len(self)} of {self._what}: {', '.join(self._names[:12])}" + (
            ", …" if len(self) > 12 else ""
        )
