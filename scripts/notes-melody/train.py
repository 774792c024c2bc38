"""train.py CLIPS OUT.pt MINUTES [FROM.pt]: learns from CLIPS/sung and CLIPS/played, which `npm run bench -- description --notes-to-learn CLIPS` writes,
and CLIPS/performances.json, which perform.py writes. FROM.pt: weights to begin with."""

import math
import sys
import time

import numpy as np
import torch
from torch.nn import functional as F

from clips import clips_of, planes
from network import LOWEST, PITCHES, Network

BATCH, CROP_FRAMES, RATE = 12, 256, 3e-3
SHARES = {"sung": 0.36, "played": 0.16, "known": 0.18, "hymns and chorales": 0.1, "dances with chords": 0.08, "tunes": 0.1, "tunes alone": 0.02}
rng = np.random.default_rng(1)


def changed(notes):
    """As another transcriber might have written them: fewer notes, other loudness, no short ones."""
    if rng.random() < 0.5:
        notes = notes[rng.random(len(notes)) > rng.choice([0.05, 0.1, 0.2])]
    if rng.random() < 0.3 and len(notes):
        notes = notes[notes[:, 3] >= np.quantile(notes[:, 3], rng.uniform(0, 0.3))]
    if rng.random() < 0.15:
        notes[:, 3] = 0.5
    else:
        notes[:, 3] = notes[:, 3] ** rng.uniform(0.6, 1.6) * rng.uniform(0.85, 1.15, len(notes))
    return notes[notes[:, 1] - notes[:, 0] > 0.12] if rng.random() < 0.2 else notes


def crop(notes, tune):
    start, shift = rng.integers(0, len(tune) - CROP_FRAMES + 1), rng.integers(-5, 6)
    notes = changed(notes.copy())
    notes[:, 2] += shift
    tune = tune[start : start + CROP_FRAMES]
    return planes(notes, CROP_FRAMES, mean_of(notes), start), np.where(tune > 0, tune + shift, 0)


def mean_of(notes):
    return notes[:, 3].mean() if len(notes) else 1


def loss_of(z, v, tune):
    """Cross-entropy of the pitch where the tune sounds; and of whether it does."""
    sounds = (tune >= LOWEST) & (tune < LOWEST + PITCHES)
    pitch = F.cross_entropy(z.permute(0, 2, 1), (tune - LOWEST).clamp(0, PITCHES - 1), reduction="none", label_smoothing=0.01)
    return (pitch * sounds).sum() / (sounds.sum() + 1) + 0.3 * F.binary_cross_entropy_with_logits(v, (tune > 0).float())


@torch.no_grad()
def judged(network, clips):
    """By kind: share of the tune's time with the right pitch class as the likeliest, and its mean probability."""
    network.eval()
    figures = {}
    for kind, notes, tune in clips:
        frames = 4 * -(-len(tune) // 4)
        z, _ = network(torch.from_numpy(planes(notes, frames, mean_of(notes)))[None])
        p = z.softmax(2)[0].numpy()
        classes = np.stack([p[:, k::12].sum(1) for k in range(12)], 1)
        at, right = np.flatnonzero(tune), (tune[tune > 0] - LOWEST) % 12
        figures.setdefault(kind, []).append(((classes[at].argmax(1) == right).mean(), classes[at, right].mean()))
    network.train()
    return {kind: [round(float(x), 3) for x in np.mean(rows, 0)] for kind, rows in figures.items()}


def main(folder, out, minutes, begin=None):
    clips = list(clips_of(folder))
    order = rng.permutation(len(clips))
    left = max(8, len(clips) // 12)
    judging, learning = [clips[i] for i in order[:left]], [clips[i] for i in order[left:]]
    kinds = [kind for kind, *_ in learning]
    odds = np.array([SHARES[kind] / kinds.count(kind) for kind in kinds])
    print(f"{len(learning)} clips, {len(judging)} left out", flush=True)
    torch.manual_seed(1)
    network, mean = Network(), Network()
    if begin:
        for one in (network, mean):
            one.load_state_dict(torch.load(begin))
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-3)
    begun = said = time.time()
    step, share = 0, 0
    while share < 1:
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1, step / 100 + 0.02) * (0.5 * (1 + math.cos(math.pi * share)) + 0.005)
        x, tune = zip(*(crop(*learning[i][1:]) for i in rng.choice(len(learning), BATCH, p=odds / odds.sum())))
        z, v = network(torch.from_numpy(np.stack(x)))
        loss = loss_of(z, v, torch.from_numpy(np.stack(tune)))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2)
        optimiser.step()
        step += 1
        with torch.no_grad():
            keep = min(0.995, step / (step + 20))
            for of, to in zip(network.state_dict().values(), mean.state_dict().values()):
                to.lerp_(of, 1 - keep) if to.is_floating_point() else to.copy_(of)
        if time.time() - said > 120:
            said = time.time()
            print(f"{said - begun:.0f} s, step {step}, loss {loss.item():.3f}; {judged(mean, judging)}", flush=True)
        share = (time.time() - begun) / (60 * float(minutes))
    print(f"step {step}; {judged(mean, judging)}")
    torch.save(mean.state_dict(), out)


if __name__ == "__main__":
    main(*sys.argv[1:])
