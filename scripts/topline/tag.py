"""tag.py SYMBOLIC OUT [--songs 007,053]: says for each note of POP909-CL how likely it is the melody's, and writes OUT/NNN.json.

SYMBOLIC has the folders pop909 (songs whose tracks are known) and pop909_cl (the same and others, tracks merged).
A tagger is fitted on the known songs, tags some of the others, and a second one learns from both.
With --judge the known songs are left out in four rounds, and a table says how right the taggers are about them; nothing is written.
"""

import argparse
import json
import os
import sys

import numpy as np
import torch

from line import best_line, raw_pitch
from network import Song, fit
from notes import known_songs, merged_songs, names_of_known

# Rounds over the known songs, and over these twice and the tagged ones once; songs tagged for learning.
FIRST, SECOND, TAGGED = 9, 4, 400
FEW_FIRST = 14
SEEDS = (0, 1)


def learnable(song, answer):
    """The song with the tracks that the first tagger is sure of: on its line and likely; bridge; piano; else not learnt from."""
    on_line = np.zeros(len(song.rows), bool)
    on_line[best_line(song.rows, answer[:, 1])] = True
    rows = song.rows.copy()
    rows[:, 4] = np.select(
        [on_line & (answer[:, 1] > 0.35), (answer[:, 2] > 0.5) & ~on_line, (answer[:, 1] < 0.2) & (answer[:, 2] < 0.3)], [1, 2, 0], -1
    )
    return Song("tagged " + song.name, True, rows)


def taggers(known, others):
    """The first tagger, and the second one. `others`: songs whose tracks are not known."""
    few = len({song.name for song in known}) <= 12
    first = fit(known, FEW_FIRST if few else FIRST, SEEDS)
    some = [others[i] for i in np.random.default_rng(5).permutation(len(others))[:TAGGED]]
    tagged = [learnable(song, first.answer(song)) for song in some]
    return first, fit(known + known + tagged, SECOND, [10 + seed for seed in SEEDS])


def f_measure(rows, melody):
    true, found = rows[:, 4] == 1, melody > 0.5
    return 2 * (true & found).sum() / max(1, true.sum() + found.sum())


def judge(known, others):
    names, table = sorted({song.name for song in known}), []
    for k in range(4):
        left_out = names[k::4]
        pair = taggers([song for song in known if song.name not in left_out], others)
        for song in known:
            if song.name in left_out and song.is_main:
                answers = [tagger.answer(song)[:, 1] for tagger in pair]
                table.append([v for a in answers for v in (f_measure(song.rows, a), raw_pitch(song.rows, best_line(song.rows, a)))])
                print(song.name, *(f"{value:.3f}" for value in table[-1]), flush=True)
    table = np.array(table)
    drawn = table[np.random.default_rng(0).integers(0, len(table), (10000, len(table)))].mean(1)
    low, high = np.quantile(drawn, [0.025, 0.975], 0)
    for name, mean, a, b in zip(("first, F of notes", "first, raw pitch", "second, F of notes", "second, raw pitch"), table.mean(0), low, high):
        print(f"{name}: {mean:.3f} ({a:.3f} to {b:.3f}), {len(table)} songs left out")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("symbolic")
    parser.add_argument("out", nargs="?")
    parser.add_argument("--songs", help="the known songs to learn from, by number; all where left out")
    parser.add_argument("--judge", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(1)
    names = options.songs.split(",") if options.songs else names_of_known(options.symbolic)
    known = [Song(*song) for song in known_songs(options.symbolic, names)]
    others = [Song(name, True, rows) for name, rows in merged_songs(options.symbolic)]
    if options.judge:
        return judge(known, others)
    if not options.out:
        parser.error("OUT is missing: a folder for the tagged songs")
    os.makedirs(options.out, exist_ok=True)
    _, second = taggers(known, others)
    for number, song in enumerate(others):
        answer = second.answer(song)
        on_line = np.zeros(len(song.rows), int)
        on_line[best_line(song.rows, answer[:, 1])] = 1
        notes = [
            [int(start), int(end), int(pitch), int(velocity), round(float(p[1]), 3), round(float(p[2]), 3), int(on)]
            for (start, end, pitch, velocity, _), p, on in zip(song.rows, answer, on_line)
        ]
        with open(os.path.join(options.out, f"{song.name}.json"), "w") as file:
            json.dump({"song": song.name, "learntFrom": names, "notes": notes}, file)
        if number % 50 == 0:
            print(f"{number} of {len(others)} songs", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
