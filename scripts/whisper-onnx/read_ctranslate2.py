"""Reads a CTranslate2 `model.bin` (binary format version 6) into named numpy arrays."""

import struct

import numpy as np

_TYPES = {0: np.float32, 1: np.int8, 2: np.int16, 3: np.int32, 4: np.float16}


def read_ctranslate2(path: str) -> dict[str, np.ndarray]:
    """Returns every variable under its name, aliases included. Raises ValueError for another version or a cut-off file."""
    with open(path, "rb") as file:
        data = file.read()
    at = 0

    def number(kind: str) -> int:
        nonlocal at
        (value,) = struct.unpack_from("<" + kind, data, at)
        at += struct.calcsize(kind)
        return value

    def text() -> str:
        nonlocal at
        size = number("H")
        value = data[at : at + size - 1].decode()
        at += size
        return value

    version = number("I")
    if version != 6:
        raise ValueError(f"{path} has binary version {version}; this script reads version 6.")
    text()  # name of the specification
    number("I")  # its revision
    variables: dict[str, np.ndarray] = {}
    for _ in range(number("I")):
        name = text()
        shape = [number("I") for _ in range(number("B"))]
        kind, size = number("B"), number("I")
        variables[name] = np.frombuffer(data[at : at + size], _TYPES[kind]).reshape(shape)
        at += size
    for _ in range(number("I")):
        alias = text()
        variables[alias] = variables[text()]
    if at != len(data):
        raise ValueError(f"{path} has {len(data)} bytes, its variables end at {at}.")
    return variables
