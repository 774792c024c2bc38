"""The best single line among a song's candidates, as src/music/description/melody-notes.ts finds it, and how right it is."""

import math

import numba
import numpy as np

# Cost a semitone of a leap; the widest one that costs more; seconds of a chord, of memory, and of the longest hold; cost a second of overlap.
PER_SEMITONE, WIDEST, CHORD, MEMORY, LEGATO = 0.2, 12.0, 0.07, 4.0, 2.0
PER_OVERLAP, LONGEST_OVERLAP, FREE_OVERLAP = 4.0, 0.5, 0.06
STEPS_PER_SECOND = 100
# Seconds around a candidate; the least share of clear ones there; what all lose where there are fewer. As in src/music/description/melody-scores.ts.
PRESENT, LEAST_CLEAR, IN_NOISE = 4.0, 0.02, 6.0


@numba.njit(cache=True)
def _path(start, end, midi, odds, rate, gain):
    n = len(start)
    score, back = np.zeros(n, np.float32), np.full(n, -1)
    last, remembered, dropped = -1, 0, -1
    for i in range(n):
        while start[i] - start[remembered] > MEMORY * rate:
            if dropped < 0 or score[remembered] > score[dropped]:
                dropped = remembered
            remembered += 1
        best = 0.0
        if dropped >= 0 and score[dropped] - PER_SEMITONE * WIDEST > best:
            best, back[i] = score[dropped] - PER_SEMITONE * WIDEST, dropped
        for j in range(i - 1, remembered - 1, -1):
            if start[i] - start[j] < CHORD * rate:
                continue
            interval = abs(midi[j] - midi[i])
            cost = PER_SEMITONE * min(WIDEST, interval)
            if interval > 0:
                cost += PER_OVERLAP * min(LONGEST_OVERLAP, max(0.0, (end[j] - start[i]) / rate - FREE_OVERLAP))
            if score[j] - cost > best:
                best, back[i] = score[j] - cost, j
        score[i] = odds[i] + gain + best
        if last < 0 or score[i] > score[last]:
            last = i
    return last if last >= 0 and score[last] > 0 else -1, back


@numba.njit(cache=True)
def _present(start, odds, clear, rate, sure):
    answers = odds.copy()
    begin, end = 0, 0
    for i in range(len(start)):
        while (start[i] - start[begin]) / rate > PRESENT:
            begin += 1
        while end < len(start) and (start[end] - start[i]) / rate <= PRESENT:
            end += 1
        best, count = -np.inf, 0
        for j in range(begin, end):
            if clear[j]:
                count += 1
                best = max(best, odds[j])
        if count < LEAST_CLEAR * (end - begin):
            answers[i] -= IN_NOISE
        else:
            answers[i] += max(0.0, sure - best)
    return answers


def leading_line(example, odds, gain, sure):
    """
    Start and end in seconds, and pitch, of each note of the line. All around are raised until the best clear candidate has
    the log-odds `sure`, and each note on the line gains `gain`.
    """
    rate = example.frames_per_second
    odds = _present(example.start, odds.astype(np.float32), example.clear, rate, sure)
    i, back = _path(example.start, example.end, example.midi, odds, rate, gain)
    line = []
    while i >= 0:
        line.append(i)
        i = back[i]
    line.reverse()
    notes = []
    for k, i in enumerate(line):
        following = example.start[line[k + 1]] if k + 1 < len(line) else example.end[i]
        end = min(following, example.end[i] + math.floor(LEGATO * rate + 0.5))
        notes.append((example.start[i] / rate, end / rate, example.midi[i]))
    return notes


def raw_pitch(example, notes):
    """Share of the melody's time in which the notes have its pitch, as bench/description/scores.ts measures it."""
    steps = math.ceil(example.seconds * STEPS_PER_SECOND)
    step = lambda seconds: min(steps, max(0, math.floor(seconds * STEPS_PER_SECOND + 0.5)))

    def painted(these):
        line = np.full(steps, -1.0)
        for start, end, pitch in these:
            line[step(start) : step(end)] = pitch
        return line

    truth, found = painted(example.truth), painted(notes)
    return float((truth == found)[truth >= 0].mean())
