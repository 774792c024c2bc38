"""halves.py OUT ROWS…: fits which half of bars of four begins them, on the folders that bench/description/bars/count-rows.ts wrote: a logistic regression on what is
heard at first beats less what is heard at third ones, of counts whose metre and beats are mostly right; says how right it is on families and on groups of
collections left out."""

import glob
import json
import sys

import numpy as np
from choice import weights
from folds import GROUPS, fold_of
from scipy.optimize import minimize

DECAY = 2e-2
MIN_BEAT = 0.75
# A half nearly as right as the other is nearly as likely to be meant.
SOFTNESS = 0.1
# Of performances together, where all other songs have 1.
PERFORMED = 0.25


def group_of(song):
    return GROUPS[song["collection"]]


def right_counts(song):
    if song["meter"] != 4:
        return []
    return [count for count in song["counts"] if count["meter"] == 4 and count["beat"] >= MIN_BEAT and count["halves"]]


def fit(songs):
    """→ weights of the measurements, and a bias."""
    x, ahead, weight = [], [], []
    for song, share in zip(songs, weights(songs, PERFORMED)):
        counts = right_counts(song)
        for count in counts:
            x.append(count["halves"]["difference"])
            ahead.append(count["paired"] - count["halves"]["paired"])
            weight.append(share / len(counts))
    x, weight = np.array(x), np.array(weight) / np.sum(weight)
    meant = 1 / (1 + np.exp(-np.array(ahead) / SOFTNESS))
    spread = x.std(0) + 0.02
    z = x / spread

    def loss(w):
        odds = z @ w[:-1] + w[-1]
        e = weight * (1 / (1 + np.exp(-odds)) - meant)
        value = (weight * (np.logaddexp(0, odds) - meant * odds)).sum() + DECAY * (w[:-1] ** 2).sum()
        return value, np.append(z.T @ e + 2 * DECAY * w[:-1], e.sum())

    w = minimize(loss, np.zeros(x.shape[1] + 1), jac=True, method="L-BFGS-B", options={"maxiter": 100}).x
    return np.append(w[:-1] / spread, w[-1])


def report(songs, part_of, what):
    figures = []
    for part in sorted({part_of(song) for song in songs}, key=str):
        families = {song["family"] for song in songs if part_of(song) == part}
        w = fit([song for song in songs if part_of(song) != part and song["family"] not in families])
        for song in (song for song in songs if part_of(song) == part):
            for count in right_counts(song):
                kept = np.append(count["halves"]["difference"], 1) @ w >= 0
                figures.append([count["paired"], count["paired"] if kept else count["halves"]["paired"]])
    print(f"{what} left out: first beats %.3f as counted, %.3f by the likelier half; {len(figures)} counts" % tuple(np.mean(figures, 0)))


def main():
    out, *folders = sys.argv[1:]
    songs = [json.load(open(path)) for folder in folders for path in sorted(glob.glob(f"{folder}/*.json"))]
    report(songs, fold_of, "families")
    report(songs, group_of, "groups")
    numbers = ", ".join("%.5g" % value for value in fit(songs))
    with open(out, "w") as file:
        file.write('{\n  "id": "bar-halves",\n  "first": [%s]\n}\n' % numbers)


if __name__ == "__main__":
    main()
