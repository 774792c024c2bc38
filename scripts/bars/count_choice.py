"""count_choice.py NETWORKS FOLD=ROWS… [--write FOLDER]: fits how a song's count is chosen by what the networks hear, on songs that they have not learnt from (every
row of the folders): log odds of three by the bars and by the beats of both metres' counts at one tempo, and a conditional logit of the counts by their beats and their
metre. Says how right the choice is, for families of songs left out of it. FOLD is that of the networks: `family`, whose networks are written, or `groups` for those of
each song's own group. FOLDER is models/embedded."""

import os
import sys

import numpy as np
import torch
from beat_export import exported, write
from beat_network import loaded
from beat_rows import KINDS, batch, load, padded
from folds import FOLDS, GROUPS, PERFORMED, fold_of
from halves_train import half_odds
from scipy.optimize import minimize

SMALLEST = 1e-3
# A count nearly as right as the best one is nearly as likely to be meant.
SOFTNESS = 0.1
BATCH = 48


def answer(songs, of_counts, of_halves):
    """Gives every count of the songs log odds that its beats are the song's, and of three; and that its bars begin where they were counted, not in their middle."""
    for song in songs:
        song["counts"] = [each for each in song["sequences"] if each.count is not None]
        for each in song["counts"]:
            each.right, each.three_odds, each.half = 0.0, 0.0, 0.0
    known = [each for song in songs for each in song["counts"] if len(each.rows) and each.count["downbeats"]]
    known.sort(key=lambda each: len(each.rows))
    for at in range(0, len(known), BATCH):
        some = known[at : at + BATCH]
        with torch.no_grad():
            network, mean, spread = of_counts
            answers = network.of_whole(*map(torch.from_numpy, batch(some, mean, spread))).double().numpy()
            network, mean, spread = of_halves
            x, is_known = map(torch.from_numpy, batch(some, mean, spread))
            places = torch.from_numpy(padded([each.places() for each in some], x.shape[1], -1))
            halves = half_odds(network.of_beats(x, is_known), places)[:, 0].numpy()
        for each, own, half in zip(some, answers, halves):
            each.right, each.three_odds, each.half = own[0] - np.logaddexp.reduce(own[1:4]), own[4], half


def weights(songs, performed):
    """Every collection and kind of metre by the root of its number; `performed`: of performances together, where all others have 1."""
    kinds = [(song["collection"], song["meter"], song["signature"].endswith("/8")) for song in songs]
    weight = np.array([1 / np.sqrt(kinds.count(kind)) for kind in kinds])
    own = np.array([song["collection"] == PERFORMED for song in songs])
    if own.any():
        weight[own] *= performed * weight[~own].sum() / weight[own].sum()
    return weight / weight.sum()


def metre_features(song):
    """By tempo: log odds of the bars and of the beats; none where only one metre has a count."""
    p = min(1 - SMALLEST, max(SMALLEST, song["three"]))
    out = {}
    for ratio in (0.5, 1, 2):
        both = [each.three_odds for each in song["counts"] if each.count["ratio"] == ratio]
        out[ratio] = [np.log(p / (1 - p)), np.mean(both)] if len(both) == 2 else None
    return out


def fit_metre(songs):
    """At the tempo at which the true metre's count has the best beats, where they are mostly right."""
    x, y, w = [], [], []
    for song, weight in zip(songs, weights(songs, 0.2)):
        beat, ratio = max((each.count["beat"], each.count["ratio"]) for each in song["counts"] if each.count["meter"] == song["meter"])
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
    for each in song["counts"]:
        own = features[each.count["ratio"]]
        three = features[1][0] if own is None else metre @ [*own, 1]
        sign = 1 if each.count["meter"] == 3 else -1
        out.append([each.right, -np.logaddexp(0, -sign * three)])
    return np.array(out)


def first_beats(each):
    """Bars of four are moved by half a bar, or none are; bars of three stay."""
    return each.count["shifted"][2 if each.count["meter"] == 4 and each.half < 0 else 0]


def fit_count(songs, metre):
    cases = []
    for song, weight in zip(songs, weights(songs, 1.0)):
        right = np.array([each.count["meter"] == song["meter"] for each in song["counts"]])
        rightness = np.array([each.count["beat"] + first_beats(each) for each in song["counts"]]) + 0.3 * right
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


def chosen(song, metre, count):
    return song["counts"][int((count_features(song, metre) @ count).argmax())]


def interval(values, rng):
    means = [values[rng.integers(len(values), size=len(values))].mean() for _ in range(2000)]
    return tuple(np.percentile(means, [2.5, 97.5]))


def report(figures):
    rng = np.random.default_rng(1)
    parts = {"all": lambda song: True, "in three": lambda song: song["meter"] == 3, "in two or four": lambda song: song["meter"] != 3}
    parts |= {"in 6/8 and 12/8": lambda song: song["signature"] in ("6/8", "12/8"), "neither": lambda song: song["meter"] != 3 and song["signature"] not in ("6/8", "12/8")}
    parts |= {collection: lambda song, c=collection: song["collection"] == c for collection in sorted({song["collection"] for song, _ in figures})}
    for name, is_in in parts.items():
        own = np.array([each for song, each in figures if is_in(song)])
        if len(own):
            low, high = interval(own[:, 1], rng)
            print(f"{name}: {len(own)} songs, beats %.3f, first beats %.3f (%.3f to %.3f), right metre {int(own[:, 2].sum())}; best of the counts %.3f, at the best place %.3f; as counted %.3f" % (*own[:, :2].mean(0), low, high, *own[:, 3:].mean(0)))


def answered(networks, fold, folder):
    songs = load([folder])
    for own in sorted(set(GROUPS.values())) if fold == "groups" else [fold]:
        of_counts, of_halves = loaded(f"{networks}/count-{own}.pt", len(KINDS) + 1), loaded(f"{networks}/halves-{own}.pt", 1)
        answer([song for song in songs if fold != "groups" or GROUPS[song["collection"]] == own], of_counts, of_halves)
    return songs


def figures_of(judged, songs):
    """By a choice that is fitted without the song's family."""
    figures = []
    # The families of one fold of the networks are dealt out anew.
    part_of = lambda song: fold_of({"family": "choice" + song["family"]})
    for part in range(FOLDS):
        others = [song for song in songs if part_of(song) != part]
        metre = fit_metre(others)
        count = fit_count(others, metre)
        for song in judged:
            if part_of(song) != part or song["collection"] == PERFORMED:
                continue
            best, ideal = chosen(song, metre, count), max(song["counts"], key=first_beats)
            at_best_place = max(max(each.count["shifted"]) for each in song["counts"])
            figures.append((song, [best.count["beat"], first_beats(best), best.count["meter"] == song["meter"], first_beats(ideal), at_best_place, best.count["shifted"][0]]))
    return figures


def main():
    given = sys.argv[1:]
    out = given.pop() if "--write" in given else None
    networks, *folders = [each for each in given if each != "--write"]
    torch.set_num_threads(1)
    parts = {each: answered(networks, *each.split("=")) for each in folders}
    songs = [song for part in parts.values() for song in part]
    for name, part in parts.items():
        print(name)
        report(figures_of(part, songs))
    metre = fit_metre(songs)
    count = fit_count(songs, metre)
    print("metre %s, count %s" % (metre.round(3), count.round(3)))
    if out is not None:
        of_counts, of_halves = loaded(f"{networks}/count-family.pt", len(KINDS) + 1), loaded(f"{networks}/halves-family.pt", 1)
        write(os.path.join(out, "bar-count-choice"), {"id": "bar-count-choice", "metre": metre, "count": count, "network": exported(*of_counts)})
        write(os.path.join(out, "bar-halves"), {"id": "bar-halves", "network": exported(*of_halves)})


if __name__ == "__main__":
    main()
