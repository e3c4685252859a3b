"""Sizes and times as people write them: ``"2G"``, ``"90s"``; and who may use how many cores."""

from __future__ import annotations

import os
import re
from typing import Optional, Union

from .errors import InputError

__all__ = ["Memory", "Time", "cores", "memory_in_bytes", "time_in_seconds"]

#: A number of bytes, or a text such as ``"2G"``.
Memory = Union[int, str]
#: A number of seconds, or a text such as ``"10m"``.
Time = Union[float, str]

_BYTES = {"": 0, "B": 0, "K": 1, "M": 2, "G": 3, "T": 4}
_SECONDS = {"": 1.0, "s": 1.0, "ms": 1e-3, "m": 60.0, "h": 3600.0, "d": 86400.0}


def _split(text: str, units: str, example: str) -> tuple[float, str]:
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]*)?)\s*([A-Za-z]*)", text.strip())
    if found is None:
        raise InputError(f"`{text}`: expected a number and a unit ({units}), such as {example}")
    return float(found[1]), found[2]


def memory_in_bytes(memory: Memory) -> int:
    """The number of bytes.

    >>> memory_in_bytes("512M"), memory_in_bytes(65536)
    (536870912, 65536)
    """
    if isinstance(memory, int):
        if not 0 <= memory < 2**63:
            raise InputError(f"{memory} is no number of bytes")
        return memory
    units = "K, M, G or T"
    number, unit = _split(memory, units, "512M")
    unit = re.sub("I?B$", "", unit.upper()) if len(unit) > 1 else unit.upper()
    size = number * 1024.0 ** _BYTES[unit] if unit in _BYTES else None
    if size is None:
        raise InputError(f"`{memory}`: expected a number and a unit ({units}), such as 512M")
    if size >= 2.0**63:
        raise InputError("the number is too large")
    return int(size)


def time_in_seconds(time: Optional[Time]) -> Optional[float]:
    """The number of seconds.

    >>> time_in_seconds("10m"), time_in_seconds(0.5), time_in_seconds(None)
    (600.0, 0.5, None)
    """
    if time is None:
        return None
    if isinstance(time, str):
        units = "ms, s, m, h or d"
        number, unit = _split(time, units, "10m")
        if unit not in _SECONDS:
            raise InputError(f"`{time}`: expected a number and a unit ({units}), such as 10m")
        time = number * _SECONDS[unit]
    if not 0 <= time < 1e18:
        raise InputError(f"{time} is no number of seconds")
    return float(time)


def cores() -> int:
    """The number of cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return os.cpu_count() or 1
