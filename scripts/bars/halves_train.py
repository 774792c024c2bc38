"""halves_train.py OUT FOLD ROUNDS ROWS…: trains the network that hears where bars of four begin, on the folders that bench/description/bars/beat-rows.ts wrote,
without the songs of FOLD; writes OUT/halves-FOLD.pt. It learns which of two halves of counted bars is the first, and which single beats are first ones."""

import numpy as np
import torch
from beat_rows import padded, scaling
from beat_training import command, train
from torch.nn import functional as F

# A half nearly as right as the other is nearly as likely to be meant.
SOFTNESS = 0.1
OF_BEATS = 0.5


def wanted(songs):
    return [each for song in songs if song["meter"] == 4 for each in song["sequences"] if each.is_right and len(each.rows)]


def half_odds(first, places):
    """Log odds that bars begin at place 0 and not at 2, and at 1 and not at 3."""
    mean = lambda place: (first * (places == place)).sum(1) / (places == place).sum(1).clamp(min=1)
    return torch.stack([mean(0) - mean(2), mean(1) - mean(3)], 1)


def meant(sequences):
    """How likely each place is, by how right first beats are there."""
    shifted = np.array([each.count["shifted"] for each in sequences], np.float32)
    likely = np.exp((shifted - shifted.max(1, keepdims=True)) / SOFTNESS)
    return torch.from_numpy(likely / likely.sum(1, keepdims=True))


def loss_of(network, sequences, x, known, rng):
    first = network.of_beats(x, known)
    size = x.shape[1]
    places = torch.from_numpy(padded([each.places() for each in sequences], size, -1))
    firsts = torch.from_numpy(padded([each.firsts for each in sequences], size, -1))
    likely = meant(sequences)
    pair = likely[:, :2] + likely[:, 2:]
    of_half = (pair * F.binary_cross_entropy_with_logits(half_odds(first, places), likely[:, :2] / pair.clamp(min=1e-6), reduction="none")).sum(1).mean()
    is_beat = (firsts >= 0).float()
    of_beat = (F.binary_cross_entropy_with_logits(first, firsts.clamp(min=0), reduction="none") * is_beat).sum() / is_beat.sum().clamp(min=1)
    return of_half + OF_BEATS * of_beat


def trained(songs, rounds):
    some = wanted(songs)
    mean, spread = scaling(some)
    return train(lambda rng: [some[at] for at in rng.permutation(len(some))], loss_of, 1, mean, spread, rounds), mean, spread


if __name__ == "__main__":
    command("halves", trained)
