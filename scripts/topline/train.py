"""train.py LOOKS [--gain G] [--write FOLDER]: fits the second look at a melody's candidates, and says how right its line is.

LOOKS is what `npm run bench -- description --fit-melody --looks LOOKS` wrote. For each set that leaves songs out, networks
learn from the others and are judged by raw pitch on these, with each gain of a note on the line; the gain of a set's songs is
the one that is best on the other sets' (--gain: the one given, for the reported songs). --write fits the shipped networks on
the set `final`, and stores them with the gain that is best on all songs left out.
"""

import argparse
import json
import os

import numpy as np
import torch

from export import write
from leading_line import leading_line, raw_pitch
from looks import load, sets
from sequence import fit

SEEDS = (0, 1)
GAINS = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5)


def learnt_from(examples):
    """Those whose sequence has notes of the melody to learn."""
    return [example for example in examples if example.role != "left out" and (example.label * example.weight).sum() > 0]


def judge(folder, rounds, gains):
    """Names of the songs left out, their set, and their raw pitch by gain: songs × gains."""
    songs, of_set, table, misses = [], [], [], []
    for number, name in enumerate(sets(folder)):
        examples, names = load(os.path.join(folder, name))
        second = fit(learnt_from(examples), names, rounds, SEEDS)
        for example in examples:
            if example.role != "left out":
                continue
            answers = second.answer(example)
            odds = example.with_answers(answers)
            songs.append(example.song)
            of_set.append(number)
            table.append([raw_pitch(example, leading_line(example, odds, gain)) for gain in gains])
            loss = np.logaddexp(0, answers) - example.label * answers
            misses.append((loss * example.weight).sum() / example.weight.sum())
            print(name, example.song, *(f"{value:.3f}" for value in table[-1]), f"cross-entropy {misses[-1]:.4f}", flush=True)
    return songs, np.array(of_set), np.array(table), np.array(misses)


def chosen_elsewhere(of_set, table):
    """Of each song its raw pitch with the gain that is best for the songs of the other sets."""
    figures = np.zeros(len(table))
    for number in np.unique(of_set):
        others = table[of_set != number] if (of_set != number).any() else table
        figures[of_set == number] = table[of_set == number, others.mean(0).argmax()]
    return figures


def said(what, figures):
    drawn = figures[np.random.default_rng(0).integers(0, len(figures), (10000, len(figures)))].mean(1)
    low, high = np.quantile(drawn, [0.025, 0.975])
    print(f"{what}: {figures.mean():.3f} ({low:.3f} to {high:.3f}), {len(figures)} songs left out")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("looks")
    parser.add_argument("--gain", type=float, help="instead of the best one")
    parser.add_argument("--rounds", type=int, default=8, help="over the examples")
    parser.add_argument("--write", help="folder of the model")
    parser.add_argument("--version", default="melody-2")
    options = parser.parse_args()
    torch.set_num_threads(1)
    gains = GAINS if options.gain is None else (options.gain,)
    _, of_set, table, misses = judge(options.looks, options.rounds, gains)
    for gain, column in zip(gains, table.T):
        said(f"raw pitch, gain {gain}", column)
    figures = chosen_elsewhere(of_set, table)
    if len(gains) > 1:
        said("raw pitch, gain chosen on the other sets", figures)
    print(f"cross-entropy {misses.mean():.4f}")
    if options.write is None:
        return
    with open(os.path.join(options.looks, "run.json")) as file:
        run = json.load(file)
    examples, names = load(os.path.join(options.looks, "final"))
    gain = gains[int(table.mean(0).argmax())]
    metrics = {"songs left out in turn": len(table), "raw pitch": round(float(figures.mean()), 3)}
    second = fit(learnt_from(examples), names, options.rounds, SEEDS)
    print("wrote", write(options.write, second, names, gain, run, metrics, options.version, SEEDS))


if __name__ == "__main__":
    main()
