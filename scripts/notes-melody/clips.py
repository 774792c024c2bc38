"""Clips to learn from: the notes that were heard in a recording or are played, and the tune."""

import csv
import glob
import json
import os

import numpy as np

from network import FIRST_KEY, KEYS, PLANES

# As src/music/symbolic/note-planes.ts.
RATE = 22_050 / 1024
HEARD_SECONDS, PERFORMED_SECONDS = 75, 30
LONGEST_SECONDS, LONG_SECONDS = 20, 2


def clips_of(folder):
    """(kind, notes, tune) of each clip: rows of start and end in seconds, MIDI number, loudness 0 … 1; and the tune's MIDI number a frame, 0 where it pauses."""
    for path in sorted(glob.glob(f"{folder}/*/*.notes.json")):
        name = path[: -len(".notes.json")]
        # As it was sung, in the octave of the voice.
        tune = f"{name}.sung.csv" if os.path.exists(f"{name}.sung.csv") else f"{name}.csv"
        line = [(float(start), float(end), int(midi)) for start, end, midi in csv.reader(open(tune))]
        yield os.path.basename(os.path.dirname(path)), table(json.load(open(path))), pitches_of(line, HEARD_SECONDS)
    for clip in json.load(open(f"{folder}/performances.json")):
        yield clip["kind"], table(clip["notes"]), pitches_of(clip["line"], PERFORMED_SECONDS)


def table(rows):
    return np.array(rows, float).reshape(-1, 4)


def pitches_of(line, seconds):
    pitches = np.zeros(int(seconds * RATE), np.int64)
    for start, end, midi in line:
        pitches[round(start * RATE) : round(end * RATE)] = midi
    return pitches


def planes(notes, frames, mean, start=0):
    """3 × frames × KEYS, 0 … 1, from frame `start` on: how loud a note sounds, how loud it begins, how long it is. `mean`: salience of the whole clip's notes."""
    x = np.zeros((PLANES, frames, KEYS), np.float32)
    for begin, end, midi, salience in notes:
        seconds = min(LONGEST_SECONDS, end - begin)
        first = int(begin * RATE) - start
        last, key = max(first + 1, round((begin + seconds) * RATE) - start), int(midi) - FIRST_KEY
        if not 0 <= key < KEYS or first >= frames or last <= 0:
            continue
        level = min(2, salience / mean) / 2
        if first >= 0:
            x[1, first, key] = max(x[1, first, key], level)
        held = slice(max(0, first), last)
        x[0, held, key] = np.maximum(x[0, held, key], level)
        x[2, held, key] = min(1, seconds / LONG_SECONDS) ** 0.5
    return x
