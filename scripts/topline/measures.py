"""What is measured at each note of a written song: where it stands among the notes that begin and sound with it, and what precedes and follows it in its register."""

import numba
import numpy as np

from notes import TICKS

COLUMNS = 46
# Quarters. Notes that begin closer together than TOGETHER are one chord; AROUND is how far neighbours and means are looked for.
TOGETHER, AROUND = 0.025, 4.0
# Notes before and after a chord that are looked at.
NEIGHBOURS, SOUNDING = 40, 60


@numba.njit(cache=True)
def _chords(start):
    """First note of each note's chord, and the first one after it."""
    n = len(start)
    first, after = np.zeros(n, np.int64), np.zeros(n, np.int64)
    i = 0
    while i < n:
        j = i + 1
        while j < n and start[j] - start[j - 1] <= TOGETHER:
            j += 1
        first[i:j] = i
        after[i:j] = j
        i = j
    return first, after


@numba.njit(cache=True)
def _in_chord(x, i, first, after, pitch, velocity):
    above, below, same, octave_up, octave_down, louder = 0, 0, 0, 0, 0, 0
    nearest_above, nearest_below, others = 99.0, -99.0, 0.0
    for k in range(first, after):
        if pitch[k] > pitch[i]:
            above += 1
            nearest_above = min(nearest_above, pitch[k])
        elif pitch[k] < pitch[i]:
            below += 1
            nearest_below = max(nearest_below, pitch[k])
        else:
            same += 1
        octave_up |= pitch[k] == pitch[i] + 12
        octave_down |= pitch[k] == pitch[i] - 12
        louder += velocity[k] > velocity[i]
        if k != i:
            others += velocity[k]
    size = after - first
    x[0], x[1], x[2] = min(size, 8) / 4, min(above, 4) / 2, min(below, 6) / 3
    x[3] = min(24.0, nearest_above - pitch[i]) / 12 if above else 2.5
    x[4] = min(24.0, pitch[i] - nearest_below) / 12 if below else 2.5
    x[5], x[6], x[7] = same > 1, octave_up, octave_down
    x[8] = (velocity[i] - others / (size - 1)) / 20 if size > 1 else 0.0
    x[9] = louder / size


@numba.njit(cache=True)
def _sounding(x, i, first, start, end, pitch):
    highest, count, same = -1.0, 0, 0
    for k in range(max(0, first - SOUNDING), first):
        if end[k] > start[i] + 0.05:
            count += 1
            highest = max(highest, pitch[k])
            same |= pitch[k] == pitch[i]
    x[10] = max(-2.0, min(2.0, (highest - pitch[i]) / 12)) if count else -2.5
    x[11], x[12] = min(6, count) / 4, same


@numba.njit(cache=True)
def _neighbour(x, i, begin, stop, step, reach, start, end, pitch, velocity):
    """Of the nearest chord in time that has notes within `reach` semitones, the note with the nearest velocity."""
    best = -1
    for k in range(begin, stop, step):
        if abs(start[k] - start[i]) > AROUND or (best >= 0 and abs(start[k] - start[best]) > 1e-6):
            break
        if abs(pitch[k] - pitch[i]) <= reach and (best < 0 or abs(velocity[k] - velocity[i]) < abs(velocity[best] - velocity[i])):
            best = k
    if best < 0:
        return
    earlier, later = (best, i) if step < 0 else (i, best)
    x[0] = start[later] - start[earlier]
    x[1], x[2] = (pitch[later] - pitch[earlier]) / 12, (velocity[later] - velocity[earlier]) / 20
    x[3], x[4] = max(-2.0, min(2.0, start[later] - end[earlier])), 1


@numba.njit(cache=True)
def _by_note(start, end, pitch, velocity):
    n = len(start)
    x = np.zeros((n, COLUMNS), np.float32)
    first, after = _chords(start)
    low = high = 0
    for i in range(n):
        a, b = first[i], after[i]
        _in_chord(x[i], i, a, b, pitch, velocity)
        _sounding(x[i], i, a, start, end, pitch)
        for c, reach in enumerate((5, 12)):
            _neighbour(x[i, 13 + 5 * c :], i, a - 1, max(-1, a - NEIGHBOURS - 1), -1, reach, start, end, pitch, velocity)
            _neighbour(x[i, 23 + 5 * c :], i, b, min(n, b + NEIGHBOURS), 1, reach, start, end, pitch, velocity)
        while start[low] < start[i] - AROUND:
            low += 1
        while high < n and start[high] < start[i] + AROUND:
            high += 1
        near = velocity[low:high]
        x[i, 36] = max(-4.0, min(4.0, (velocity[i] - near.mean()) / max(2.0, near.std())))
        x[i, 37] = ((near < velocity[i]).sum() + 0.5 * (near == velocity[i]).sum()) / len(near)
        x[i, 38] = (pitch[low:high] < pitch[i]).sum() / len(near)
        x[i, 44] = len(near) / 100
    return x


def measures(rows):
    """rows: N × 5 (`notes.py`) → N × 50: 46 columns, and the place in the beat and half beat as sines and cosines."""
    start, end, pitch, velocity = rows[:, 0] / TICKS, rows[:, 1] / TICKS, rows[:, 2].copy(), rows[:, 3].copy()
    n = len(rows)
    x = _by_note(start, end, pitch, velocity)
    of_velocity = np.bincount(velocity.astype(int), minlength=128)
    x[:, 33] = (velocity - velocity.mean()) / max(1, velocity.std())
    x[:, 34] = velocity.argsort(kind="stable").argsort() / n
    x[:, 35] = of_velocity[velocity.astype(int)] / n * 10
    x[:, 39], x[:, 40] = (pitch - np.median(pitch)) / 12, (pitch - 64) / 12
    x[:, 41], x[:, 42] = np.log2(np.minimum(end - start, 8) + 0.05), velocity / 64 - 1
    x[:, 43] = np.concatenate([[2], np.minimum(2, np.diff(start))])
    x[:, 45] = velocity.std() / 20
    place = np.round(start * 4) / 4 * 2 * np.pi
    return np.concatenate([x, np.stack([np.sin(place), np.cos(place), np.sin(2 * place), np.cos(2 * place)], 1)], 1).astype(np.float32)
