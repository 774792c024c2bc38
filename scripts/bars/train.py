"""train.py FOLDER OUT STEPS SEED [--without GROUP]: trains on the songs in FOLDER that are not reported, reports once in a while."""

import argparse
import math
import time

import numpy as np
import torch
from torch.nn import functional as F

from network import POOL, Network
from songs import load, reduced

FRAMES, CLIPS = 1200, 8
CHROMA = 113 - 48
PARTS = 21
# Beats a minute that songs are heard at: log-normal, the median and the spread in octaves. Collections of scores have the tempi that they are performed at
# (make-songs.ts), performances their own; POP909-CL's files have tempi that nobody set, mostly 100 or 120, where the twelve choosing songs of POP909 were played at 56 to 136, 75 in the middle.
TEMPI = {"pop": (78, 0.4), "pop in eighths": (130, 0.3), "compound": (60, 0.5), "other": (88, 0.5)}
# A song is made at most so much slower or faster.
PACES = {"pop": (0.42, 1.3), "other": (0.6, 1.45)}


def pace_of(rng, song):
    collection, signature = song["about"]["collection"], song["about"]["signature"]
    if collection == "performed pop":
        return 2 ** (0.15 * rng.standard_normal())
    kind = "compound" if song["compound"] else "other"
    if collection == "pop":
        kind = "pop in eighths" if signature == "3/8" else "pop"
    median, octaves = TEMPI[kind]
    wanted = median * 2 ** (octaves * rng.standard_normal())
    return float(np.clip(wanted / song["bpm"], *PACES.get(collection, PACES["other"])))


def clip(rng, song):
    """FRAMES of a song at another pace, in another key, with another colour, without some of what is measured."""
    features, beats, firsts = song["features"], song["beats"], song["downbeats"]
    pace = pace_of(rng, song)
    length = FRAMES * pace
    start = rng.uniform(min(0, len(features) - length), max(0, len(features) - length))
    at = start + pace * np.arange(FRAMES)
    low = np.floor(at).astype(np.int32)
    share = (at - low)[:, None].astype(np.float32)
    inside = ((low >= 0) & (low < len(features) - 1))[:, None]
    a, b = (features[np.clip(low + k, 0, len(features) - 1)].astype(np.float32) for k in (0, 1))
    x = (a + (b - a) * share) * (inside / np.float32(256))
    key = rng.integers(12)
    x[:, CHROMA:] = np.roll(x[:, CHROMA:].reshape(FRAMES, 4, 12), key, 2).reshape(FRAMES, 48)
    colour = np.interp(np.arange(PARTS), np.linspace(0, PARTS - 1, 4), rng.normal(0, 0.2, 4))
    x[:, :PARTS] += (colour + rng.normal(0, 0.2)).astype(np.float32)
    if rng.random() < 0.3:
        x[:, :PARTS] = np.maximum(x[:, :PARTS], rng.uniform(-1.5, -0.2))
    x[:, PARTS : 2 * PARTS] *= math.exp(rng.normal(0, 0.3))
    x[:, 2 * PARTS : 2 * PARTS + 2] *= rng.choice([0, 0.5, 1, 1, 1])
    if rng.random() < 0.2:
        first = rng.integers(PARTS)
        last = first + rng.integers(2, 10)
        x[:, first : min(last, PARTS)] = -1
        x[:, PARTS + first : min(PARTS + last, 2 * PARTS)] = 0
    if rng.random() < 0.15:
        x[:, CHROMA + 24 * rng.integers(2) :] *= 0
    x += 0.03 * rng.standard_normal(x.shape, dtype=np.float32)
    y = np.zeros((FRAMES, 3), np.float32)
    places = (beats - start) / pace
    for place, first in zip(places, firsts):
        for frame in range(int(place) - 1, int(place) + 3):
            if 0 <= frame < FRAMES:
                y[frame, 2 if first else 1] = max(y[frame, 2 if first else 1], 1 - abs(frame - place) / 1.6)
    y[:, 1:] = np.clip(y[:, 1:], 0, 1)
    y[:, 0] = 1 - y[:, 1:].sum(1).clip(0, 1)
    known = inside[:, 0] & (np.arange(FRAMES) > places[0] - 4) & (np.arange(FRAMES) < places[-1] + 4)
    return x, y, known, song["three"]


def loss_of(logits, metre, y, known, three):
    places = -(y * F.log_softmax(logits, 2)).sum(2)
    places = (places * known).sum() / known.sum()
    coarse = known[:, ::POOL]
    odds = F.binary_cross_entropy_with_logits(metre, three[:, None].expand_as(metre), reduction="none")
    return places + 0.1 * (odds * coarse).sum() / coarse.sum(), places


def chances(songs):
    """Every collection and kind of metre by the root of its number, in three and in 6/8 and 12/8 more often."""
    kinds = [(song["about"]["collection"], song["three"], song["about"]["signature"].endswith("/8")) for song in songs]
    weight = np.array([(1.6 if kind[1] or kind[2] else 1) / math.sqrt(kinds.count(kind)) for kind in kinds])
    # Most recordings are of pop.
    weight *= [2.5 if kind == ("pop", False, False) else 1 for kind in kinds]
    weight[[kind[0] == "performed pop" for kind in kinds]] = 1.6
    weight *= [0.35 if song["about"].get("sketched") else 1 for song in songs]
    return weight / weight.sum()


def judged(network, songs):
    """Mean cross-entropy of the places; share of songs whose metre the mean log-odds show."""
    network.eval()
    losses, right = [], []
    with torch.no_grad():
        for song in songs:
            x = reduced(song["features"])
            x = x[: len(x) // POOL * POOL]
            logits, metre = network(torch.from_numpy(x[None]))
            y = np.zeros((len(x), 3), np.float32)
            for place, first in zip(song["beats"], song["downbeats"]):
                if round(place) < len(x):
                    y[round(place), 2 if first else 1] = 1
            y[:, 0] = 1 - y[:, 1:].sum(1).clip(0, 1)
            losses.append(-(torch.from_numpy(y) * F.log_softmax(logits[0], 1)).sum(1).mean().item())
            right.append((metre.mean().item() > 0) == song["three"])
    network.train()
    return np.mean(losses), np.mean(right)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("out")
    parser.add_argument("steps", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--without", default="")
    parser.add_argument("--rate", type=float, default=0.004)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    rng = np.random.default_rng(given.seed)
    songs = [song for folder in given.folder.split(",") for song in load(folder, lambda about: not about["reported"])]
    without = given.without.split(",")
    held = [song for song in songs if song["group"] in without]
    families = {song["about"]["family"] for song in held}
    songs = [song for song in songs if song["group"] not in without and song["about"]["family"] not in families]
    print(len(songs), "songs,", len(held), "held out", flush=True)
    chance = chances(songs)
    network = Network()
    if given.start:
        network.load_state_dict(torch.load(given.start))
    print(sum(p.numel() for p in network.parameters()), "weights")
    optimiser = torch.optim.AdamW(network.parameters(), lr=given.rate, weight_decay=1e-3)
    begun, mean = time.time(), [0, 0]
    for step in range(given.steps):
        share = step / given.steps
        for group in optimiser.param_groups:
            group["lr"] = given.rate * min(1, step / 60 + 0.05) * (0.5 * (1 + math.cos(math.pi * share)) + 0.01)
        picked = rng.choice(len(songs), CLIPS, p=chance)
        x, y, known, three = (np.stack(rows) for rows in zip(*(clip(rng, songs[i]) for i in picked)))
        loss, places = loss_of(
            *network(torch.from_numpy(x)), torch.from_numpy(y), torch.from_numpy(known).float(), torch.from_numpy(three).float()
        )
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2)
        optimiser.step()
        mean = [mean[0] + places.item(), mean[1] + 1]
        if step % 100 == 99:
            print(step + 1, "%.4f" % (mean[0] / mean[1]), "%.0f s" % (time.time() - begun), "cpu %.0f" % time.process_time(), flush=True)
            mean = [0, 0]
            torch.save(network.state_dict(), given.out)
    torch.save(network.state_dict(), given.out)
    held = [song for song in held if not song["about"].get("sketched")]
    if held:
        print("held out: cross-entropy %.4f, metre %.3f" % judged(network, held))


if __name__ == "__main__":
    main()
