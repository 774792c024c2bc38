"""The second look at a melody's candidates: dilated convolutions over them in their order, and how they learn. Run by src/signal/sequence-network.ts."""

import collections
import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

HIDDEN, DILATIONS = 48, (1, 2, 4, 8, 16, 32)
# Candidates in a piece; pieces in a batch; the least that a piece holds.
PIECE, BATCH, LEAST = 200, 16, 20
RATE, DECAY, DROPOUT, WARM_UP = 3e-3, 0.02, 0.15, 50
# Scaled measures are cut off at ± this; deviations are this at least.
LIMIT, LEAST_DEVIATION = 5.0, 1e-2
# A piece is learnt from as if it lay higher or lower, by what this measure says alone: deviations of it.
PITCH, TRANSPOSED = "octaves-above-middle-c", 0.4


class Network(nn.Module):
    def __init__(s, inputs, hidden=HIDDEN, dilations=DILATIONS):
        super().__init__()
        s.first = nn.Linear(inputs, hidden)
        s.wide = nn.ModuleList(nn.Conv1d(hidden, hidden, 3, padding=d, dilation=d) for d in dilations)
        s.norms = nn.ModuleList(nn.LayerNorm(hidden) for _ in dilations)
        s.last = nn.Linear(hidden, 1)
        s.drop = nn.Dropout(DROPOUT)

    def forward(s, x):
        """x: batch × candidates × measures, scaled → log-odds, batch × candidates."""
        h = F.relu(s.first(s.drop(x)))
        for wide, norm in zip(s.wide, s.norms):
            h = h + s.drop(F.relu(wide(norm(h).transpose(1, 2)).transpose(1, 2)))
        return s.last(h)[..., 0]

    def numbers(s):
        """All weights in the order of src/signal/sequence-weights.ts."""
        parts = [s.first.weight, s.first.bias]
        for wide, norm in zip(s.wide, s.norms):
            parts += [norm.weight, norm.bias, wide.weight.transpose(1, 2), wide.bias]
        parts += [s.last.weight, s.last.bias]
        return np.concatenate([part.detach().reshape(-1).numpy() for part in parts]).astype("<f4")


class SecondLook:
    """The mean of several networks."""

    def __init__(s, networks, mean, deviation):
        s.networks, s.mean, s.deviation = networks, mean, deviation

    def answer(s, example):
        """Log-odds of the candidates in the sequence."""
        if len(example.rows) == 0:
            return np.zeros(0)
        x = torch.from_numpy(scaled(example.rows, s.mean, s.deviation))[None]
        with torch.no_grad():
            return torch.stack([network(x)[0] for network in s.networks]).mean(0).numpy()


def scaled(rows, mean, deviation):
    return np.clip((rows - mean) / deviation, -LIMIT, LIMIT).astype(np.float32)


def moments(examples):
    """Mean and deviation of each measure, as 32-bit numbers, which the file of the networks holds as they are."""
    count = sum(len(example.rows) for example in examples)
    mean = sum(example.rows.sum(0, dtype=np.float64) for example in examples) / count
    square = sum(((example.rows - mean) ** 2).sum(0) for example in examples) / count
    return mean.astype(np.float32), (np.sqrt(square) + LEAST_DEVIATION).astype(np.float32)


def _pieces(examples, random):
    pieces = []
    for number, example in enumerate(examples):
        count = len(example.rows)
        for at in range(-int(random.integers(0, PIECE)), count, PIECE):
            begin, end = max(0, at), min(count, at + PIECE)
            if end - begin > LEAST:
                pieces.append((number, begin, end))
    return pieces


def group_weights(examples):
    """What a candidate of each group weighs: a group of four times as many has twice the weight; 1 is the mean of all."""
    sizes = collections.Counter()
    for example in examples:
        sizes[example.group] += len(example.rows)
    total, roots = sum(sizes.values()), sum(math.sqrt(size) for size in sizes.values())
    return {group: total / roots / math.sqrt(size) for group, size in sizes.items()}


def _train(examples, seed, rounds, mean, deviation, pitch):
    weights = group_weights(examples)
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    network = Network(len(mean))
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    steps, step = rounds * int(sum(len(example.rows) for example in examples) / PIECE / BATCH), 0
    for _ in range(rounds):
        pieces = _pieces(examples, random)
        order = random.permutation(len(pieces))
        for at in range(0, len(pieces) - BATCH + 1, BATCH):
            x = np.zeros((BATCH, PIECE, len(mean)), np.float32)
            label, weight = np.zeros((BATCH, PIECE), np.float32), np.zeros((BATCH, PIECE), np.float32)
            for k, piece in enumerate(order[at : at + BATCH]):
                number, begin, end = pieces[piece]
                example, size = examples[number], end - begin
                x[k, :size] = scaled(example.rows[begin:end], mean, deviation)
                label[k, :size] = example.label[begin:end]
                weight[k, :size] = example.weight[begin:end] * weights[example.group]
            x[:, :, pitch] += random.normal(0, TRANSPOSED, (BATCH, 1))
            misses = F.binary_cross_entropy_with_logits(network(torch.from_numpy(x)), torch.from_numpy(label), reduction="none")
            loss = (misses * torch.from_numpy(weight)).sum() / max(1.0, weight.sum())
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1, step / WARM_UP) * (0.5 * (1 + math.cos(math.pi * min(1, step / max(1, steps)))) + 0.01)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            step += 1
    return network.eval()


def fit(examples, names, rounds, seeds):
    """Learns from `examples` for this many rounds over them; `names`: of the measures."""
    mean, deviation = moments(examples)
    pitch = names.index(PITCH)
    return SecondLook([_train(examples, seed, rounds, mean, deviation, pitch) for seed in seeds], mean, deviation)
