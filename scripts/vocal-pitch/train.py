"""train.py OUT MINUTES RATE SEED [START]: trains on clips of folders, reports on held/*.npz once in a while.

made/ is of generate.py and unsung.py, songs/ of student.py, data/ of generate.py by the voices of syllables.pkl alone. FOLDERS="made=0.5 recorded=0.5" has
others, and how often a clip is of each; CLIPS are in a step. START by exported.py keeps its normalisation, which batches do not change.
"""

import glob
import math
import os
import sys
import time

import numpy as np
import torch
from torch.nn import functional as F

from network import PITCHES, Network, scaled

FRAMES, CLIPS = 128, int(os.environ.get("CLIPS", 4))
# How often a clip is of each folder.
FOLDERS = os.environ.get("FOLDERS", "made=0.55 songs=0.25 data=0.2")
SHARES = {of: float(share) for of, share in (one.split("=") for one in FOLDERS.split())}
# In place of a pitch: a voice whose pitch is unknown; nothing known.
UNKNOWN_PITCH, UNKNOWN = -50, -100
REPORT_SECONDS, STEPS_OF_MEAN = 240, 0.995
MIDI = torch.arange(PITCHES) / 3 + 36


def moved(rows, k, empty=None):
    """Rows `k` bands higher, the gap filled with their first or last band, or with `empty`."""
    rows = np.roll(rows, k, -1)
    if k > 0:
        rows[..., :k] = rows[..., k : k + 1] if empty is None else empty
    elif k < 0:
        rows[..., k:] = rows[..., k - 1 : k] if empty is None else empty
    return rows


def batch(rng, clips):
    """Crops in another key, with another colour, at times mono, without what is high or without contours."""
    f = np.empty((CLIPS, 2, FRAMES, 250), np.uint8)
    folders = [of for of in SHARES if clips[of]]
    odds = np.array([SHARES[of] for of in folders])
    c, m = np.zeros((CLIPS, FRAMES, PITCHES), np.float32), np.empty((CLIPS, FRAMES), np.float32)
    colour = np.zeros((CLIPS, 1, 1, 250), np.float32)
    for i in range(CLIPS):
        of = clips[str(rng.choice(folders, p=odds / odds.sum()))]
        clip = of[rng.integers(len(of))]
        t, k = rng.integers(clip["m"].shape[0] - FRAMES), int(rng.integers(-6, 7))
        levels = moved(clip["f"][:, t : t + FRAMES], k)
        f[i] = np.stack([levels[0], levels[0]]) if rng.random() < 0.3 else levels
        level = 0 if rng.random() < 0.25 else rng.uniform(0.5, 1)
        c[i] = moved(clip["c"][t : t + FRAMES].astype(np.float32) / 255, k, 0) * level
        m[i] = clip["m"][t : t + FRAMES] + k / 3
        if rng.random() < 0.1:
            f[i, :, :, int(rng.integers(170, 245)) :] = 0
        colour[i, 0, 0] = np.interp(np.arange(250), np.linspace(0, 249, 7), rng.normal(0, 0.2, 7))
    return scaled(torch.from_numpy(f)) + torch.from_numpy(colour), torch.from_numpy(c), torch.from_numpy(m)


def loss_of(z, v, m):
    """Cross-entropy of the pitch, blurred by 40 cents, where there is one; and of the voice, where it is known."""
    sung = torch.isfinite(m) & (m > 35.8) & (m < 84.2)
    known, voice = ~(m < UNKNOWN + 20), torch.isfinite(m).float()
    target = torch.exp(-0.5 * ((m.nan_to_num(60)[..., None] - MIDI) * 3 / 1.2) ** 2)
    target = target / (target.sum(2, keepdim=True) + 1e-9)
    pitch = -(target * F.log_softmax(z, 2)).sum(2)
    heard = F.binary_cross_entropy_with_logits(v, voice, reduction="none")
    return (pitch * sung).sum() / (sung.sum() + 1) + (heard * known).sum() / (known.sum() + 1)


def judged(network, clips):
    """(raw pitch, raw chroma, area under the curve of the voice), frame by frame, without a tracker."""
    network.eval()
    right, octaves, odds, voices = [], [], [], []
    with torch.no_grad():
        for clip in clips:
            z, v = network(scaled(torch.from_numpy(clip["f"][None])), torch.from_numpy(clip["c"][None] / np.float32(255)))
            sung = np.isfinite(clip["m"]) & (clip["m"] >= 36) & (clip["m"] <= 84)
            error = abs(z[0].argmax(1).numpy() / 3 + 36 - clip["m"])[sung]
            right.append(error <= 0.5)
            octaves.append((error % 12 <= 0.5) | (error % 12 >= 11.5))
            odds.append(v[0].numpy())
            voices.append(np.isfinite(clip["m"]))
    network.train()
    odds, voices = np.concatenate(odds), np.concatenate(voices)
    ranks = np.argsort(np.argsort(odds))
    area = (ranks[voices].mean() - (voices.sum() - 1) / 2) / (~voices).sum()
    return np.concatenate(right).mean(), np.concatenate(octaves).mean(), area


def is_exported(network):
    """Whether the normalisation changes nothing, as of exported.py."""
    return not any(norm.running_mean.any() for norm in network.b)


def freeze(network):
    """Leaves the normalisation as it is: only the mean of the weights is judged, so that the network itself stays in the mode in which it trains."""
    for norm in network.b:
        norm.eval().requires_grad_(False)


def main(out, minutes, rate, seed, start=None):
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    clips = {of: [dict(np.load(path)) for path in sorted(glob.glob(f"{of}/*.npz"))] for of in [*SHARES, "held"]}
    network, averaged = Network(), Network()
    if start:
        network.load_state_dict(torch.load(start))
        if is_exported(network):
            freeze(network)
    mean = {name: value.clone() for name, value in network.state_dict().items()}
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-4)
    begun, step, reported = time.time(), 0, time.time()
    while (share := (time.time() - begun) / (60 * minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, step / 100 + 0.05) * (0.5 * (1 + math.cos(math.pi * share)) + 0.01)
        f, c, m = batch(rng, clips)
        loss = loss_of(*network(f, c), m)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2)
        optimiser.step()
        step += 1
        keep = min(STEPS_OF_MEAN, step / (step + 20))
        for name, value in network.state_dict().items():
            mean[name] = mean[name] * keep + value * (1 - keep) if value.is_floating_point() else value.clone()
        if time.time() - reported > REPORT_SECONDS:
            averaged.load_state_dict(mean)
            print(step, round(loss.item(), 3), "pitch %.3f chroma %.3f voice %.3f" % judged(averaged, clips["held"]), flush=True)
            reported = time.time()
    averaged.load_state_dict(mean)
    print(step, "pitch %.3f chroma %.3f voice %.3f" % judged(averaged, clips["held"]))
    torch.save(mean, out)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]), *sys.argv[5:6])
