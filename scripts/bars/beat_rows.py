"""What bench/description/bars/beat-rows.ts wrote of songs' counts, and batches of it."""

import glob
import json

import numpy as np

KINDS = ["right", "slow", "fast", "beside"]
STEPS, LIMIT, CLASSES = 256, 5.0, 12
# Pitch classes are the last columns: of what sounds and what begins, in the bass and above.
PITCHED = 48


class Sequence:
    """Beats of one count, or of a song's own or wrong beats; `count` is None for those."""

    def __init__(s, about, written, rows):
        s.rows, s.kind, s.count = rows, KINDS.index(written["kind"]), written["count"]
        s.three = float(about["meter"] == 3)
        s.firsts = np.array(written["firsts"], np.float32) if s.kind == 0 else np.full(len(rows), -1, np.float32)
        s.is_right = s.count is not None and s.kind == 0 and (s.count["meter"] == 3) == (about["meter"] == 3) and len(s.count["downbeats"]) > 0

    def places(s):
        """Of each beat: how many beats after the first one of its bar, as counted."""
        meter, downbeats, beats = s.count["meter"], np.array(s.count["downbeats"]), np.arange(len(s.rows))
        before = np.searchsorted(downbeats, beats, "right") - 1
        return (beats - downbeats[np.maximum(before, 0)]) % meter


def load(folders, wanted=lambda about: True):
    """→ songs with their sequences; those of too few beats have no rows."""
    songs = []
    for path in sorted(path for folder in folders for path in glob.glob(f"{folder}/*.rows")):
        about = json.load(open(path[:-5] + ".json"))
        if not wanted(about):
            continue
        written = about.pop("written")
        rows = np.fromfile(path, np.int16).reshape(sum(each["beats"] for each in written), -1)
        at, sequences = 0, []
        for each in written:
            sequences.append(Sequence(about, each, rows[at : at + each["beats"]]))
            at += each["beats"]
        songs.append({**about, "sequences": sequences})
    return songs


def scaling(sequences):
    rows = np.concatenate([each.rows for each in sequences]).astype(np.float32) / STEPS
    return rows.mean(0), rows.std(0) + 0.02


def batch(sequences, mean, spread, rng=None):
    """→ counts × beats × columns, and which beats are known; with `rng` each in another key."""
    x = np.zeros((len(sequences), max(len(each.rows) for each in sequences), len(mean)), np.float32)
    known = np.zeros(x.shape[:2], bool)
    for k, each in enumerate(sequences):
        values = np.clip((each.rows / np.float32(STEPS) - mean) / spread, -LIMIT, LIMIT)
        if rng is not None:
            classes = values[:, -PITCHED:].reshape(len(values), -1, CLASSES)
            values[:, -PITCHED:] = np.roll(classes, int(rng.integers(CLASSES)), 2).reshape(len(values), -1)
        x[k, : len(values)], known[k, : len(values)] = values, True
    return x, known


def padded(values, size, nothing):
    """Rows of different lengths as one array."""
    out = np.full((len(values), size), nothing, np.float32)
    for row, own in zip(out, values):
        row[: len(own)] = own
    return out
