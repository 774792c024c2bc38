"""The best single line through the notes of a song, and how right it is."""

import numba
import numpy as np

from notes import TICKS

# Log odds that a note on the line gains, a semitone and an overlapping quarter cost; quarters after which a line may go on anywhere.
GAIN, SEMITONE, OVERLAP, PAUSE = 2.0, 0.05, 3.0, 8.0


@numba.njit(cache=True)
def _path(start, end, pitch, odds):
    n = len(start)
    score, back = np.zeros(n), np.full(n, -1)
    oldest, before_pause = 0, -1
    for i in range(n):
        while start[i] - start[oldest] > PAUSE:
            if before_pause < 0 or score[oldest] > score[before_pause]:
                before_pause = oldest
            oldest += 1
        best = 0.0
        if before_pause >= 0 and score[before_pause] - SEMITONE * 6 > best:
            best, back[i] = score[before_pause] - SEMITONE * 6, before_pause
        for j in range(i - 1, oldest - 1, -1):
            if start[i] - start[j] < 0.05:
                continue
            over = max(0.0, min(1.0, end[j] - start[i] - 0.1))
            value = score[j] - SEMITONE * min(12.0, abs(pitch[i] - pitch[j])) - OVERLAP * over
            if value > best:
                best, back[i] = value, j
        score[i] = odds[i] + GAIN + best
    i = int(np.argmax(score))
    line = [i]
    while back[i] >= 0:
        i = back[i]
        line.append(i)
    return np.array(line[::-1])


def best_line(rows, melody):
    """Indexes of the notes of the likeliest line; `melody`: probability of each note."""
    odds = np.log((melody + 1e-3) / (1 - melody + 1e-3))
    return _path(rows[:, 0] / TICKS, rows[:, 1] / TICKS, rows[:, 2], odds)


def raw_pitch(rows, line, hold_quarters=1.0):
    """Share of the melody's time in which the line has its pitch, each of its notes held until the next one begins, at most so long."""
    step = 20
    frames = int(rows[:, 1].max() / step) + 2
    truth, heard = np.full(frames, -1), np.full(frames, -1)
    frame = lambda tick: int(round(tick / step))
    for start, end, pitch, _, track in rows:
        if track == 1:
            truth[frame(start) : frame(end)] = pitch
    for k, i in enumerate(line):
        end = rows[i, 1] + hold_quarters * TICKS
        if k + 1 < len(line):
            end = min(end, rows[line[k + 1], 0])
        heard[frame(rows[i, 0]) : frame(end)] = rows[i, 2]
    return float((heard == truth)[truth >= 0].mean())
