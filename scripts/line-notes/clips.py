"""Clips whose notes are known, with what was measured along their lines."""

import glob
import json
import os

import numpy as np

# A line this near a note, in semitones, follows it; what is heard this many steps beside a note belongs to it too.
FOLLOWS_SEMITONES, BESIDE_STEPS = 1.3, 3


def clip_of(path, kind):
    """Measurements (steps × columns), and of each step whether a note begins there and whether it is learnt from; None without notes.

    Learnt from are steps where the line follows what sounds. Those beside a beginning say nothing: it is not known to the step.
    """
    name = path[: -len(f".{kind}.rows")]
    text = open(f"{name}.notes.tsv").read().split()
    if not text:
        return None
    about = json.load(open(f"{name}.{kind}.json"))
    rows = np.fromfile(path, np.float32).reshape(-1, about["columns"])
    bins, per_second, steps = np.array(about["bins"]), about["stepsPerSecond"], len(rows)
    pitches = bins + about["lowestMidi"] + about["ownCents"] / 100
    begins, followed, doubtful = np.zeros(steps, np.float32), np.zeros(steps, bool), np.zeros(steps, bool)
    for start, end, pitch, *_ in np.array(text, float).reshape(len(open(f"{name}.notes.tsv").readlines()), -1):
        first = max(0, int(np.floor(start * per_second)) - BESIDE_STEPS)
        last = min(steps - 1, int(np.ceil(end * per_second)) + BESIDE_STEPS - 1)
        at = np.arange(first, last + 1)
        followed[at[(bins[at] >= 0) & (abs(pitches[at] - pitch) <= FOLLOWS_SEMITONES)]] = True
        begun = int(np.floor(start * per_second + 0.5))
        if begun < steps:
            begins[begun] = 1
        doubtful[[step for step in (begun - 1, begun + 1) if 0 <= step < steps]] = True
    learnt = followed & ((begins > 0) | ~doubtful)
    return {"name": os.path.basename(name), "rows": rows, "begins": begins, "learnt": learnt, "followed": followed}


def clips_of(folder, kind):
    clips = (clip_of(path, kind) for path in sorted(glob.glob(f"{folder}/*.{kind}.rows")))
    return [clip for clip in clips if clip is not None]
