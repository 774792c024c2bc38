"""tune.py OUT FOLD SECONDS WEIGHTS SOFT OTHERS…: trains the bar network WEIGHTS further, on a CPU (some 0.7 seconds a step where it has bfloat16), on songs as
bench/description/bars/ keeps them (.feat, .json): clips of soft_clips.py in the folder SOFT, two and a half times as often and at slower tempi, and those of the
folders OTHERS, without the songs of FOLD. Writes OUT/FOLD.pt. The gradient is that of train.py, with batches of 16 clips; the rate rises for 60 steps and falls by a
cosine. What is written is the running mean of the weights."""

import copy
import json
import math
import os
import sys
import tempfile
import time

import numpy as np
import torch
from folds import COMPOUND
from network import FEATURES, from_file
from songs import RATE, load, reduced
from train import FRAMES, PACES, Data, answers, left_out, loss_of

CLIPS, RATE_OF_LEARNING, WARM_STEPS, RENEWAL, DECAY = 16, 6e-4, 60, 0.004, 1e-3
OF_SOFT = 2.5
# Beats a minute that soft clips are heard at: log-normal, the medians and the spread in octaves.
SOFT_AT, SOFT_COMPOUND_AT, SOFT_OCTAVES = 70, 58, 0.42
# The longest clips, of 64 seconds.
LONGEST = 2757
FEWEST_BEATS, FEWEST_BARS = 12, 2


def gathered(folders, data):
    """All songs with enough bars, as Data reads them; → whether each is of the first folder."""
    x, clips, first = [], [], []
    for n, folder in enumerate(folders):
        for song in load(folder):
            about, features = song["about"], song["features"][:LONGEST]
            beats = [beat for beat in about["beats"] if beat * RATE < len(features) - 2]
            downbeats = [beat for beat in about["downbeats"] if beat < len(beats)]
            if len(beats) < FEWEST_BEATS or len(downbeats) < FEWEST_BARS:
                continue
            own = np.zeros((LONGEST, FEATURES), np.float16)
            own[: len(features)] = reduced(features)
            x.append(own)
            clips.append({key: about[key] for key in ("collection", "family", "signature", "meter")} | {"beats": beats, "downbeats": downbeats})
            first.append(n == 0)
    torch.save(torch.from_numpy(np.stack(x)), f"{data}/x.pt")
    with open(f"{data}/clips.json", "w") as file:
        json.dump(clips, file)
    return np.array(first)


def slow(data, soft):
    """Soft clips are slowed where others are heard at the usual tempi."""
    for i in np.flatnonzero(soft):
        clip = data.clips[i]
        bpm = 60 / np.median(np.diff(clip["beats"]))
        median = SOFT_COMPOUND_AT if clip["signature"] in COMPOUND else SOFT_AT
        data.pace[i] = torch.tensor((median / bpm, SOFT_OCTAVES, *PACES["other"]))


def odds_of(data, fold, favoured, share):
    """Of each clip to be drawn, as running sums: `share` for the favoured ones, one for the others, none for those of the fold."""
    odds = np.where(left_out(data.clips, fold), 0.0, np.where(favoured, share, 1.0))
    return torch.from_numpy(np.cumsum(odds / odds.sum()).astype(np.float32))


def trained_further(network, seconds, rate, loss_of_step):
    """The running mean of the weights of `network`, which learns meanwhile. The rate rises for some steps and falls by a cosine. loss_of_step() → what is learnt by, what
    is printed."""
    averaged = copy.deepcopy(network)
    names = [name for name, value in network.state_dict().items() if value.is_floating_point()]
    live, mean = ([of.state_dict()[name] for name in names] for of in (network, averaged))
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=DECAY)
    begun, step = time.time(), 0
    while (done := (time.time() - begun) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, step / WARM_STEPS + 0.02) * (0.5 * (1 + math.cos(math.pi * done)) + 0.003)
        loss, places = loss_of_step()
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2)
        optimiser.step()
        torch._foreach_lerp_(mean, live, RENEWAL)
        if step % 20 == 0:
            print(f"{step} {time.time() - begun:.0f} s: {places.item():.4f}", flush=True)
        step += 1
    return averaged


def keep(network, path):
    torch.save({name: value.half() if value.is_floating_point() else value for name, value in network.state_dict().items()}, path)


def main(out, fold, seconds, weights, *folders):
    torch.set_num_threads(1)
    torch.manual_seed(7)
    with tempfile.TemporaryDirectory() as folder:
        soft = gathered(folders, folder)
        data = Data(folder, "cpu")
    slow(data, soft)
    odds = odds_of(data, fold, soft, OF_SOFT)
    network = from_file(weights)
    network.train()

    def loss_of_step():
        x, *known = data.drawn(odds, CLIPS, FRAMES)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            given = answers(network, x)
        return loss_of(*given, *known)

    averaged = trained_further(network, seconds, RATE_OF_LEARNING, loss_of_step)
    os.makedirs(out, exist_ok=True)
    keep(averaged, f"{out}/{fold}.pt")


if __name__ == "__main__":
    out, fold, seconds, *others = sys.argv[1:]
    main(out, fold, float(seconds), *others)
