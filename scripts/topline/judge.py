"""
How right the line of the second look is, for songs that no network has learnt from: those that a set leaves out, which are
songs of POP909 or a whole group of collections.
"""

import os
from itertools import product

import numpy as np

from leading_line import leading_line, raw_pitch
from looks import load, sets
from sequence import fit

# What a note on the line gains, and the log-odds to which the best clear candidate around is raised before that.
GAINS = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5)
SURES = (-1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
RULES = tuple(product(GAINS, SURES))
# The kind of which other songs are learnt from, too.
KNOWN = "pop"


class Judged:
    """`fold`: what was left out with it; `table`: raw pitch by rule."""

    def __init__(s, fold, example, answers, rules):
        s.fold, s.group, s.kind, s.song = fold, example.group, example.kind, example.song
        odds = example.with_answers(answers)
        s.table = np.array([raw_pitch(example, leading_line(example, odds, gain, sure)) for gain, sure in rules])
        losses = np.logaddexp(0, answers) - example.label * answers
        s.cross_entropy = (losses * example.weight).sum() / example.weight.sum()


def learnt_from(examples):
    """Those whose sequence has notes of the melody to learn."""
    return [example for example in examples if example.role != "left out" and (example.label * example.weight).sum() > 0]


def judge(folder, rounds, seeds, rules):
    """All songs left out, by set."""
    judged = []
    for name in sets(folder):
        examples, names = load(os.path.join(folder, name))
        second = fit(learnt_from(examples), names, rounds, seeds)
        left_out = [Judged(name, example, second.answer(example), rules) for example in examples if example.role == "left out"]
        print(name, f"{len(left_out)} songs, cross-entropy {np.mean([one.cross_entropy for one in left_out]):.4f}", flush=True)
        judged += left_out
    return judged


def _mean(judged):
    """Raw pitch by rule: songs of the known collection weigh as much as all kinds of collections that were left out."""
    kinds = {kind: np.mean([one.table for one in judged if one.kind == kind], axis=0) for kind in {one.kind for one in judged}}
    others = [table for kind, table in kinds.items() if kind != KNOWN]
    parts = ([kinds[KNOWN]] if KNOWN in kinds else []) + ([np.mean(others, axis=0)] if others else [])
    return np.mean(parts, axis=0)


def best_rule(judged):
    """The number of the rule that is best for these songs."""
    return int(_mean(judged).argmax())


def chosen_elsewhere(judged):
    """Raw pitch of each song with the rule that is best for the songs of all other folds."""
    figures = np.zeros(len(judged))
    for fold in {one.fold for one in judged}:
        others = [one for one in judged if one.fold != fold] or judged
        rule = best_rule(others)
        for at, one in enumerate(judged):
            if one.fold == fold:
                figures[at] = one.table[rule]
    return figures
