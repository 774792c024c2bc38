"""judge.py WEIGHTS FOLD JUDGED HEARD: raw pitch of the best path, for performances of songs that the network has not learnt from.

JUDGED is a list of performances (judged.json of --leading-songs), HEARD a folder with NAME.npy of each: frames × WIDTH bytes as
features.py has them, of the sound that bench/description/cases.ts renders. FOLD: a group's name, or all.
"""

import json
import os
import sys

import numba
import numpy as np
import torch

from network import Network, scaled
from pitches import LOWEST, PITCHES

# As in src/analyses/describe/leading-line-network.ts and src/music/description/leading-line.ts.
WINDOW, MARGIN = 1024, 128
PER_SEMITONE, LEAP_LIMIT, CHANGE, VOICING, GAIN, SHORTEST, BRIDGE = 0.2, 12, 2.0, 4.0, 2.0, 3, 3
RATE = 22_050 / 512


def answers(network, x):
    """Bytes of each frame: probability of each pitch, and that a line sounds."""
    pitches, sounds = np.zeros((len(x), PITCHES), np.float32), np.zeros(len(x), np.float32)
    for first in range(0, len(x), WINDOW - 2 * MARGIN):
        a, b = max(0, first - MARGIN), min(len(x), first + WINDOW - MARGIN)
        rows = -(-(b - a) // 4) * 4
        y = torch.from_numpy(np.pad(x[a:b], ((0, rows - b + a), (0, 0))))[None]
        levels = torch.nn.functional.pad(scaled(y[:, : b - a, :250]), (0, 0, 0, rows - b + a), value=-2.25)
        keys = y[..., 442:].float().reshape(1, rows, 2, PITCHES).permute(0, 2, 1, 3) / 255
        with torch.no_grad():
            z, v = network(levels, y[..., 250:442].float() / 255, keys)
        end = min(len(x), first + WINDOW - 2 * MARGIN)
        pitches[first:end], sounds[first:end] = z[0].softmax(1)[first - a : end - a], v[0].sigmoid()[first - a : end - a]
    return np.round(255 * pitches), np.round(255 * sounds)


@numba.njit(cache=True)
def best_path(values):
    frames, silent = values.shape
    back = np.zeros((frames, silent + 1), np.int16)
    before, now = np.zeros(silent + 1), np.zeros(silent + 1)
    for t in range(frames):
        best = before[:silent].argmax()
        ends = before[best] - VOICING > before[silent]
        back[t, silent] = best if ends else silent
        now[silent] = max(before[silent], before[best] - VOICING)
        for p in range(silent):
            value, origin = before[p], p
            if before[silent] - VOICING > value:
                value, origin = before[silent] - VOICING, silent
            for q in range(silent):
                cost = CHANGE + PER_SEMITONE * min(LEAP_LIMIT, abs(p - q))
                if q != p and before[q] - cost > value:
                    value, origin = before[q] - cost, q
            now[p], back[t, p] = value + values[t, p], origin
        before[:] = now
    path, state = np.zeros(frames, np.int16), before.argmax()
    for t in range(frames - 1, -1, -1):
        path[t] = -1 if state == silent else state
        state = back[t, state]
    return path


def line_of(pitches, sounds):
    """MIDI number by frame, −1 where there is none; what is shorter than three frames is no note."""
    log = lambda x: np.log(np.maximum(x, 0.5))
    path = best_path(log(pitches) - np.log(255) + (log(sounds) - log(255 - sounds))[:, None] + GAIN)
    runs = []
    for t, pitch in enumerate(path):
        if pitch >= 0 and runs and runs[-1][2] == pitch and t - runs[-1][1] <= BRIDGE:
            runs[-1][1] = t + 1
        elif pitch >= 0:
            runs.append([t, t + 1, pitch])
    line = np.full(len(path), -1)
    for start, end, pitch in runs:
        if end - start >= SHORTEST:
            line[start:end] = pitch + LOWEST
    return line


def raw_pitch(truth, line):
    """Share of the melody's time in which the line has its pitch, on a grid of 10 ms."""
    steps = int(np.ceil(len(line) / RATE * 100))
    wanted = np.full(steps, -1)
    for start, end, pitch in truth:
        wanted[max(0, int(start * 100 + 0.5)) : int(end * 100 + 0.5)] = pitch
    at = np.minimum(len(line) - 1, ((np.arange(steps) + 0.5) / 100 * RATE + 0.5).astype(int))
    return (wanted == line[at])[wanted >= 0].mean()


def main(weights, fold, judged, heard):
    network = Network()
    network.load_state_dict({name: value.float() if value.is_floating_point() else value for name, value in torch.load(weights).items()})
    network.eval()
    figures = {}
    for song in json.load(open(judged)):
        path = os.path.join(heard, os.path.splitext(song["file"])[0] + ".npy")
        if fold in ("all", song["group"]) and os.path.exists(path):
            figures.setdefault(song["kind"], []).append(raw_pitch(song["truth"], line_of(*answers(network, np.load(path)))))
    for kind, found in figures.items():
        drawn = np.array(found)[np.random.default_rng(0).integers(0, len(found), (10_000, len(found)))].mean(1)
        print(f"{kind}: {np.mean(found):.3f} ({np.quantile(drawn, 0.025):.3f} to {np.quantile(drawn, 0.975):.3f}), {len(found)} songs")


if __name__ == "__main__":
    main(*sys.argv[1:])
