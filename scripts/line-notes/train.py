"""train.py sung|leading CLIPS [STEPS]: learns from CLIPS/train without every fourth clip, and writes CLIPS/KIND.weights.json."""

import json
import math
import sys

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from clips import clips_of
from judge import found_onsets
from network import StepNetwork, exported

CHOOSE_EVERY = 4
CROP, BATCH, RATE, DECAY, NOISE, LIMIT = 256, 16, 0.003, 0.01, 0.1, 5
STEPS_OF_MEAN = 0.995
# How often a clip of a line alone is learnt from beside one over a band.
SHARE_ALONE = {"sung": 0.25, "leading": 0.5}


def scaled(rows, mean, spread):
    return np.clip((rows - mean) / spread, -LIMIT, LIMIT).T.astype(np.float32)


def batch(rng, clips, inputs, odds):
    """Crops of clips, with a little noise."""
    x, y, m = (np.zeros(shape, np.float32) for shape in ((BATCH, len(inputs[0]), CROP), (BATCH, CROP), (BATCH, CROP)))
    for row, at in enumerate(rng.choice(len(clips), BATCH, p=odds)):
        steps = inputs[at].shape[1]
        first = rng.integers(max(1, steps - CROP))
        span = slice(first, min(steps, first + CROP))
        length = span.stop - first
        x[row, :, :length] = inputs[at][:, span]
        y[row, :length] = clips[at]["begins"][span]
        m[row, :length] = clips[at]["learnt"][span]
    return torch.from_numpy(x) + NOISE * torch.randn(x.shape), torch.from_numpy(y), torch.from_numpy(m)


def odds_of(clips, kind):
    """How often each clip is drawn: by what there is to learn in it, lines alone together by their share."""
    learnt = np.array([clip["learnt"].sum() for clip in clips], float)
    alone = np.array([clip["name"].startswith("alone") for clip in clips])
    share = SHARE_ALONE[kind] if alone.any() else 0
    odds = np.where(alone, share * learnt / max(1, learnt[alone].sum()), (1 - share) * learnt / learnt[~alone].sum())
    return odds / odds.sum()


def trained(clips, kind, steps, seed):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    some = np.concatenate([clip["rows"][clip["followed"]][::7] for clip in clips])
    mean, spread = some.mean(0), some.std(0) + 1e-4
    inputs, odds = [scaled(clip["rows"], mean, spread) for clip in clips], odds_of(clips, kind)
    network = StepNetwork(len(mean))
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    averaged = {name: value.clone() for name, value in network.state_dict().items()}
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1, step / 100 + 0.01) * (0.5 * (1 + math.cos(math.pi * step / steps)) + 0.003)
        x, y, m = batch(rng, clips, inputs, odds)
        loss = (F.binary_cross_entropy_with_logits(network(x), y, reduction="none") * m).sum() / m.sum().clamp(min=1)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1)
        optimiser.step()
        keep = min(STEPS_OF_MEAN, step / (step + 20))
        for name, value in network.state_dict().items():
            averaged[name] = averaged[name] * keep + value * (1 - keep)
        if step % 200 == 199:
            print(f"{step + 1} of {steps}", round(loss.item(), 4), flush=True)
    network.load_state_dict(averaged)
    return network.eval(), mean, spread


def main(kind, folder, steps=2500, seed=0):
    torch.set_num_threads(1)
    clips = clips_of(f"{folder}/train", kind)
    network, mean, spread = trained([clip for at, clip in enumerate(clips) if at % CHOOSE_EVERY], kind, int(steps), int(seed))
    with torch.no_grad():
        answers = lambda clip: network(torch.from_numpy(scaled(clip["rows"], mean, spread)[None]))[0].numpy()
        for name, some in (("every fourth", clips[::CHOOSE_EVERY]), ("held", clips_of(f"{folder}/held", kind))):
            for alone in (True, False):
                of = [clip for clip in some if clip["name"].startswith("alone") == alone]
                if of:
                    print(name, "alone" if alone else "over a band", len(of), "F of onsets %.3f, mean precision %.3f" % found_onsets(of, [answers(clip) for clip in of]))
    json.dump(exported(network, mean, spread), open(f"{folder}/{kind}.weights.json", "w"))


if __name__ == "__main__":
    main(*sys.argv[1:])
