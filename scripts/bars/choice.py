"""choice.py OUT ROWS…: fits which of a song's counts is chosen, on the folders that bench/description/bars/count-rows.ts wrote; says how right the choice is on
families of songs left out.

First multinomial and binary logistic regressions on summaries of beats: whether they are the song's, and whether bars have three; then, on their answers for
families left out, the metre at one tempo and a conditional logit over the counts. Performances weigh a quarter of all songs in the first, as much as all
others together in the last, where they count for the tempo alone."""

import glob
import json
import sys

import numpy as np
from folds import FOLDS, PERFORMED, fold_of
from scipy.optimize import minimize

KINDS = ["right", "slow", "fast", "beside"]
# Of the regressions' weights, for measurements of spread one.
DECAY = 2e-2
LEAST = 1e-3
# A count nearly as right as the best one is nearly as likely to be meant.
SOFTNESS = 0.1


def weights(songs, performed):
    """Every collection and kind of metre by the root of its number, a song once however many networks answered; `performed`: of performances together."""
    kinds = [(song["collection"], song["meter"], song["signature"].endswith("/8")) for song in songs]
    names = [song["name"] for song in songs]
    weight = np.array([1 / np.sqrt(kinds.count(kind)) / names.count(name) for kind, name in zip(kinds, names)])
    own = np.array([song["collection"] == PERFORMED for song in songs])
    if own.any():
        weight[own] *= performed * weight[~own].sum() / weight[own].sum()
    return weight / weight.sum()


def regression(x, y, weight, decay=DECAY):
    """y: classes → (classes × (measurements + bias)), of a class against none."""
    classes = int(y.max()) + 1
    mean, spread = x.mean(0), x.std(0) + 0.02
    z = (x - mean) / spread
    one = np.eye(classes)[y]
    weight = weight / weight.sum()

    def loss(flat):
        w = flat.reshape(classes, -1)
        scores = z @ w[:, :-1].T + w[:, -1]
        scores -= scores.max(1, keepdims=True)
        p = np.exp(scores)
        total = p.sum(1, keepdims=True)
        e = weight[:, None] * (p / total - one)
        value = (weight * (np.log(total[:, 0]) - (one * scores).sum(1))).sum() + decay * (w[:, :-1] ** 2).sum()
        return value, np.concatenate([e.T @ z + 2 * decay * w[:, :-1], e.sum(0)[:, None]], 1).ravel()

    w = minimize(loss, np.zeros(classes * (x.shape[1] + 1)), jac=True, method="L-BFGS-B", options={"maxiter": 50}).x.reshape(classes, -1)
    scaled = w[:, :-1] / spread
    return np.concatenate([scaled, (w[:, -1] - scaled @ mean)[:, None]], 1)


def fit_beats(songs):
    """→ weights of the four kinds of beats; of three."""
    rows, kinds, of_kind, threes, metres, of_three = [], [], [], [], [], []
    for song, weight in zip(songs, weights(songs, 0.25)):
        known = [row for row in song["sequences"] + song["counts"] if row["summary"] is not None]
        kind = np.array([KINDS.index(row["kind"]) for row in known])
        x = np.array([row["summary"] for row in known])
        rows.append(x)
        kinds.append(kind)
        of_kind.append(weight / np.bincount(kind, minlength=4)[kind])
        right = x[kind == 0]
        threes.append(right)
        metres.append(np.full(len(right), int(song["meter"] == 3)))
        share = 0.2 if song["collection"] == PERFORMED else 1
        of_three.append(np.full(len(right), weight * share / max(1, len(right))))
    four = regression(*map(np.concatenate, (rows, kinds, of_kind)))
    two = regression(*map(np.concatenate, (threes, metres, of_three)), decay=2 * DECAY)
    return four, two[1] - two[0]


def odds_of_beats(song, four, three):
    """For each count the log odds that its beats are the song's, and that its bars have three."""
    out = []
    for count in song["counts"]:
        x = None if count["summary"] is None else np.append(count["summary"], 1)
        kinds = np.zeros(4) if x is None else four @ x
        out.append((kinds[0] - np.logaddexp.reduce(kinds[1:]), 0.0 if x is None else three @ x))
    return np.array(out)


def metre_features(song):
    """By tempo: log odds of the bars and of the beats; none where only one metre has a count."""
    p = min(1 - LEAST, max(LEAST, song["three"]))
    out = {}
    for ratio in (0.5, 1, 2):
        both = [song["odds"][i, 1] for i, count in enumerate(song["counts"]) if count["ratio"] == ratio]
        out[ratio] = [np.log(p / (1 - p)), np.mean(both)] if len(both) == 2 else None
    return out


def fit_metre(songs):
    """At the tempo at which the true metre's count has the best beats, where they are mostly right."""
    x, y, w = [], [], []
    for song, weight in zip(songs, weights(songs, 0.2)):
        beat, ratio = max((count["beat"], count["ratio"]) for count in song["counts"] if count["meter"] == song["meter"])
        features = metre_features(song)[ratio]
        if beat >= 0.6 and features is not None:
            x.append([*features, 1])
            y.append(song["meter"] == 3)
            w.append(weight * (0.1 if song["collection"] == PERFORMED else 1))
    x, sign, w = np.array(x), np.where(y, 1, -1), np.array(w) / np.mean(w)
    return minimize(lambda b: (w * np.logaddexp(0, -sign * (x @ b))).sum() + 0.5 * (b[:-1] ** 2).sum(), np.zeros(3), method="BFGS").x


def count_features(song, metre):
    features = metre_features(song)
    out = []
    for count, (odds, _) in zip(song["counts"], song["odds"]):
        own = features[count["ratio"]]
        three = features[1][0] if own is None else metre @ [*own, 1]
        sign = 1 if count["meter"] == 3 else -1
        out.append([odds, -np.logaddexp(0, -sign * three)])
    return np.array(out)


def fit_count(songs, metre):
    cases = []
    for song, weight in zip(songs, weights(songs, 1.0)):
        right = np.array([count["meter"] == song["meter"] for count in song["counts"]])
        rightness = np.array([count["beat"] + count["paired"] for count in song["counts"]]) + 0.3 * right
        meant = np.exp((rightness - rightness.max()) / SOFTNESS)
        kept = right if song["collection"] == PERFORMED else np.ones(len(right), bool)
        meant = meant[kept] / meant[kept].sum()
        cases.append((count_features(song, metre)[kept], meant, weight))

    def loss(b):
        total = 0
        for x, meant, weight in cases:
            scores = x @ b
            total -= weight * (meant @ (scores - np.logaddexp.reduce(scores)))
        return total

    return minimize(loss, np.full(2, 0.3), method="BFGS").x


def main():
    out, *folders = sys.argv[1:]
    songs = [json.load(open(path)) for folder in folders for path in sorted(glob.glob(f"{folder}/*.json"))]
    for fold in range(FOLDS):
        held = [song for song in songs if fold_of(song) == fold]
        fitted = fit_beats([song for song in songs if fold_of(song) != fold])
        for song in held:
            song["odds"] = odds_of_beats(song, *fitted)
    figures = []
    for fold in range(FOLDS):
        others = [song for song in songs if fold_of(song) != fold]
        metre = fit_metre(others)
        count = fit_count(others, metre)
        for song in (song for song in songs if fold_of(song) == fold and song["collection"] != PERFORMED):
            best = song["counts"][int((count_features(song, metre) @ count).argmax())]
            figures.append([best["beat"], best["paired"], best["meter"] == song["meter"]])
    print(len(figures), "counts of families left out: beats %.3f, first beats %.3f, right metre %.3f" % tuple(np.mean(figures, 0)))
    metre = fit_metre(songs)
    count = fit_count(songs, metre)
    four, three = fit_beats(songs)
    numbers = dict(zip(KINDS, four)) | {"three": three, "metre": metre, "count": count}
    lines = [f'  "{name}": [{", ".join("%.5g" % value for value in values)}]' for name, values in numbers.items()]
    with open(out, "w") as file:
        file.write('{\n  "id": "bar-count-choice",\n' + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
