"""pack.py WRITTEN SYMBOLIC OUT: what perform.py renders: the performances that bench/description/bars/write-performances.ts wrote to WRITTEN, and excerpts of POP909's
twelve choosing songs (SYMBOLIC/pop909), which are performances at their own tempo."""

import json
import os
import sys

import numpy as np
import pretty_midi
from folds import PERFORMED

CHOOSING = "007 053 065 083 161 173 191 343 347 383 389 433".split()
EXCERPT, EXCERPTS_EACH = 62.0, 8


def written(folder):
    about = [json.loads(line) for line in open(os.path.join(folder, "performances.jsonl"))]
    rows = np.fromfile(os.path.join(folder, "notes.bin"), np.int32).reshape(-1, 6)
    at = np.cumsum([0] + [each["notes"] for each in about])
    return [(each, rows[at[i] : at[i + 1]]) for i, each in enumerate(about)]


def choosing(symbolic, rng):
    for name in CHOOSING:
        folder = os.path.join(symbolic, "pop909", name)
        lines = [line.split() for line in open(os.path.join(folder, "beat_midi.txt")) if line.strip()]
        beats = np.array([float(line[0]) for line in lines])
        columns = [np.flatnonzero([float(line[k]) == 1 for line in lines]) for k in (1, 2)]
        lengths = np.diff(columns[0])
        three = 2 * (lengths == 3).sum() > len(lengths)
        firsts = columns[0 if three else 1]
        midi = pretty_midi.PrettyMIDI(os.path.join(folder, f"{name}.mid"))
        notes = [(n.start, n.end, n.pitch, n.velocity, channel) for channel, track in enumerate(midi.instruments[:8]) for n in track.notes]
        notes = np.array(sorted(notes))
        for turn in range(EXCERPTS_EACH):
            start = 0.0 if turn == 0 else rng.uniform(0, max(1.0, notes[-1, 0] - EXCERPT))
            own = notes[(notes[:, 0] >= start) & (notes[:, 0] < start + EXCERPT)]
            if len(own) < 60:
                continue
            program = 0 if turn < 3 else int(rng.integers(0, 104))
            milliseconds = np.round(1000 * (own[:, :2] - start))
            rows = np.column_stack([milliseconds, own[:, 2:5], np.where(own[:, 4] == 0, program, 0)]).astype(np.int32)
            kept = (beats >= start) & (beats < start + EXCERPT)
            at = np.flatnonzero(kept)
            yield {
                "collection": PERFORMED,
                "family": name,
                "signature": "3/4" if three else "4/4",
                "meter": 3 if three else 4,
                "notes": len(rows),
                "beats": [round(float(b - start), 3) for b in beats[at]],
                "downbeats": [int(np.searchsorted(at, f)) for f in firsts if kept[f]],
            }, rows


def main(folder, symbolic, out):
    rng = np.random.default_rng(5)
    songs = written(folder)
    own = list(choosing(symbolic, rng))
    # Spread among the others, so that every beginning has its share of them.
    step = len(songs) // (len(own) + 1)
    for n, each in enumerate(own):
        songs.insert(n * (step + 1), each)
    rows = np.concatenate([rows for _, rows in songs])
    with open(os.path.join(out, "performances.json"), "w") as file:
        json.dump([about for about, _ in songs], file)
    np.savez_compressed(
        os.path.join(out, "performances.npz"),
        start=np.diff(rows[:, 0], prepend=0).astype(np.int32),
        length=np.clip(rows[:, 1] - rows[:, 0], 1, 30_000).astype(np.int16),
        pitch=rows[:, 2].astype(np.uint8),
        velocity=np.clip(rows[:, 3], 1, 127).astype(np.uint8),
        channel=rows[:, 4].astype(np.uint8),
        program=rows[:, 5].astype(np.uint8),
    )
    print(len(songs), "performances,", len(own), "of performances")


if __name__ == "__main__":
    main(*sys.argv[1:])
