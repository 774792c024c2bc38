"""train.py LOOKS [--rule GAIN SURE] [--write FOLDER]: fits the second look at a melody's candidates, and says how right its line is.

LOOKS is what `npm run bench -- description --fit-melody --looks LOOKS` wrote. Songs that are left out are judged by raw pitch
(judge.py), with the rule of the line that is best for all others (--rule: the one given, for the reported songs). --write fits
the shipped networks on the set `final`, and stores them with the rule that is best for all songs left out.
"""

import argparse
import json
import os
import pickle

import numpy as np
import torch

from export import write
from judge import RULES, best_rule, chosen_elsewhere, judge, learnt_from
from looks import load
from sequence import fit


def said(what, figures):
    drawn = figures[np.random.default_rng(0).integers(0, len(figures), (10000, len(figures)))].mean(1)
    low, high = np.quantile(drawn, [0.025, 0.975])
    print(f"{what}: {figures.mean():.3f} ({low:.3f} to {high:.3f}), {len(figures)} songs left out")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("looks")
    parser.add_argument("--rule", type=float, nargs=2, help="gain of a note on the line, and log-odds of the best clear candidate, instead of the best ones")
    parser.add_argument("--rounds", type=int, default=4, help="over the examples")
    parser.add_argument("--networks", type=int, default=2, help="whose mean answers")
    parser.add_argument("--keep", help="a file for the songs' figures by rule")
    parser.add_argument("--write", help="folder of the model")
    parser.add_argument("--version", default="melody-3")
    options = parser.parse_args()
    torch.set_num_threads(1)
    seeds = tuple(range(options.networks))
    rules = RULES if options.rule is None else (tuple(options.rule),)
    judged = judge(options.looks, options.rounds, seeds, rules)
    if options.keep is not None:
        with open(options.keep, "wb") as file:
            pickle.dump(judged, file)
    figures = chosen_elsewhere(judged)
    kinds = np.array([one.kind for one in judged])
    for kind in sorted(set(kinds)):
        said(f"raw pitch, {kind}", figures[kinds == kind])
    gain, sure = rules[best_rule(judged)]
    print(f"best rule: gain {gain}, best clear candidate {sure}")
    if options.write is None:
        return
    with open(os.path.join(options.looks, "run.json")) as file:
        run = json.load(file)
    examples, names = load(os.path.join(options.looks, "final"))
    metrics = {f"raw pitch of {(kinds == kind).sum()} songs left out, {kind}": round(float(figures[kinds == kind].mean()), 3) for kind in sorted(set(kinds))}
    second = fit(learnt_from(examples), names, options.rounds, seeds)
    print("wrote", write(options.write, second, names, {"gain": gain, "clearLogOdds": sure}, run, metrics, options.version, seeds))


if __name__ == "__main__":
    main()
