"""performances.py OUT.json: performances of the songs that ../leading-line/pack.py packed there, as notes and leading lines; nothing is rendered."""

import json
import os
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "leading-line"))
from arrange import DRUMS, performance  # noqa: E402
from perform import load_songs  # noqa: E402

COUNTS = {"known": 400, "hymns and chorales": 350, "dances with chords": 250, "tunes": 300, "tunes alone": 60}


def clip_of(kind, songs, rng):
    """Of a drawn song; start and end in seconds, MIDI number, and of a note its loudness 0 … 1."""
    while (made := performance(songs[rng.integers(len(songs))], rng)) is None:
        pass
    notes, _, _, line = made
    pitched = [[round(start, 4), round(end, 4), pitch, round(velocity / 127, 4)] for start, end, pitch, velocity, channel in notes if channel != DRUMS]
    return {"kind": kind, "notes": pitched, "line": [[round(start, 4), round(end, 4), int(midi)] for start, end, midi in line.tolist()]}


def main(out):
    songs = load_songs()
    rng = np.random.default_rng(5)
    of_kind = {kind: [song for song in songs if song["kind"] == kind] for kind in COUNTS}
    clips = [clip_of(kind, of_kind[kind], rng) for kind, count in COUNTS.items() for _ in range(count)]
    with open(out, "w") as file:
        json.dump(clips, file)


if __name__ == "__main__":
    main(sys.argv[1])
