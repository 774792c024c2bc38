"""
How right the line of the second look is, for songs that its networks have not learnt from: a set's songs that are left out,
and the songs of a group of collections, each by networks that learnt from all others.
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


class Judged:
    """`fold`: what was left out with it; `table`: raw pitch by rule."""

    def __init__(s, fold, example, answers, rules):
        s.fold, s.group, s.kind, s.song = fold, example.group, example.kind, example.song
        odds = example.with_answers(answers)
        s.table = np.array([raw_pitch(example, leading_line(example, odds, gain, sure)) for gain, sure in rules])
        losses = np.logaddexp(0, answers) - example.label * answers
        s.cross_entropy = (losses * example.weight).sum() / example.weight.sum()


def learnt_from(examples, group=None):
    """Those whose sequence has notes of the melody to learn, none of the group."""
    return [
        example
        for example in examples
        if example.role != "left out" and example.group != group and (example.label * example.weight).sum() > 0
    ]


def judge(folder, rounds, seeds, rules):
    """All songs left out, by set and by group."""
    judged = []

    def add(fold, examples, second):
        for example in examples:
            judged.append(Judged(fold, example, second.answer(example), rules))
        print(fold, f"{len(examples)} songs, cross-entropy {np.mean([one.cross_entropy for one in judged if one.fold == fold]):.4f}", flush=True)

    for name in sets(folder):
        examples, names = load(os.path.join(folder, name))
        second = fit(learnt_from(examples), names, rounds, seeds)
        add(name, [example for example in examples if example.role == "left out"], second)
    # Any set will do: a collection is not among the songs of POP909.
    examples, names = load(os.path.join(folder, sets(folder)[0]))
    for group in sorted({example.group for example in examples if example.role == "collection"}):
        second = fit(learnt_from(examples, group), names, rounds, seeds)
        add(group, [example for example in examples if example.group == group], second)
    return judged


def _mean(judged):
    """Raw pitch by rule: songs of the known collection weigh as much as all kinds of collections that were left out."""
    known = [one.table for one in judged if one.fold != one.group]
    left_out = sorted({one.kind for one in judged if one.fold == one.group})
    kinds = [np.mean([one.table for one in judged if one.fold == one.group and one.kind == kind], axis=0) for kind in left_out]
    parts = ([np.mean(known, axis=0)] if known else []) + ([np.mean(kinds, axis=0)] if kinds else [])
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
