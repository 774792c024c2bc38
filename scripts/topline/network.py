"""Which track each note of a merged song comes from: dilated convolutions over its notes in order, and how they learn."""

import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from augment import augment
from measures import measures

# Notes in a piece, pieces in a batch.
PIECE, BATCH = 200, 16
# Share of its notes by which another arrangement of a song counts.
ARRANGEMENT = 0.5
RATE = 3e-3


class Network(nn.Module):
    def __init__(s, inputs, hidden=64, dilations=(1, 2, 4, 8, 16, 32)):
        super().__init__()
        s.first = nn.Linear(inputs, hidden)
        s.wide = nn.ModuleList(nn.Conv1d(hidden, hidden, 3, padding=d, dilation=d) for d in dilations)
        s.norms = nn.ModuleList(nn.LayerNorm(hidden) for _ in dilations)
        s.last = nn.Linear(hidden, 3)
        s.drop = nn.Dropout(0.15)

    def forward(s, x):
        """x: batch × notes × measures → logits of piano, melody and bridge."""
        h = F.relu(s.first(s.drop(x)))
        for wide, norm in zip(s.wide, s.norms):
            h = h + s.drop(F.relu(wide(norm(h).transpose(1, 2)).transpose(1, 2)))
        return s.last(h)


class Song:
    """`is_main`: not another arrangement of a song that is there too."""

    def __init__(s, name, is_main, rows):
        s.name, s.is_main, s.rows, s.measures = name, is_main, rows, measures(rows)


class Tagger:
    """The mean of several networks."""

    def __init__(s, networks, mean, spread):
        s.networks, s.mean, s.spread = networks, mean, spread

    def answer(s, song):
        """Probability of piano, melody and bridge for each note: N × 3."""
        x = torch.from_numpy(((song.measures - s.mean) / s.spread).astype(np.float32))[None]
        with torch.no_grad():
            return torch.stack([F.softmax(network(x)[0], -1) for network in s.networks]).mean(0).numpy()


def _pieces(songs, random, mean, spread):
    pieces = []
    for song in songs:
        if not song.is_main and random.random() < 1 - ARRANGEMENT:
            continue
        rows = augment(song.rows, random)
        x, y = ((measures(rows) - mean) / spread).astype(np.float32), rows[:, 4].astype(np.int64)
        for at in range(-random.integers(0, PIECE), len(rows), PIECE):
            part = slice(max(0, at), min(len(rows), at + PIECE))
            if part.stop - part.start > 20:
                pieces.append((x[part], y[part]))
    return pieces


def _train(songs, seed, rounds, mean, spread):
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    network = Network(len(mean))
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=0.02)
    notes = sum(len(song.rows) * (1 if song.is_main else ARRANGEMENT) for song in songs)
    steps, step = rounds * int(notes / PIECE / BATCH), 0
    for _ in range(rounds):
        pieces = _pieces(songs, random, mean, spread)
        order = random.permutation(len(pieces))
        for at in range(0, len(pieces) - BATCH + 1, BATCH):
            x, y = np.zeros((BATCH, PIECE, len(mean)), np.float32), np.full((BATCH, PIECE), -1)
            for k, piece in enumerate(order[at : at + BATCH]):
                px, py = pieces[piece]
                x[k, : len(px)], y[k, : len(py)] = px, py
            answers = network(torch.from_numpy(x))
            loss = F.cross_entropy(answers.reshape(-1, 3), torch.from_numpy(y).reshape(-1), ignore_index=-1)
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1, step / 50) * (0.5 * (1 + math.cos(math.pi * min(1, step / steps))) + 0.01)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            step += 1
    return network.eval()


def fit(songs, rounds, seeds):
    """A tagger fitted on `songs` for `rounds` rounds over them; a track of -1 is not learnt from."""
    every = np.concatenate([song.measures for song in songs])
    mean, spread = every.mean(0), every.std(0) + 1e-3
    return Tagger([_train(songs, seed, rounds, mean, spread) for seed in seeds], mean, spread)
