"""count_train.py OUT FOLD ROUNDS ROWS…: trains the network that hears whether a count's beats are the song's and whether its bars have three, on the folders that
bench/description/bars/beat-rows.ts wrote, without the songs of FOLD; writes OUT/count-FOLD.pt."""

import numpy as np
import torch
from beat_rows import KINDS, scaling
from beat_training import command, train
from torch.nn import functional as F

# Of a song's right counts, of its other counts, of the sequences made of its beats, in each round.
EACH = (3, 1, 1)


def drawn(songs, rng):
    out = []
    for song in songs:
        known = [each for each in song["sequences"] if len(each.rows)]
        parts = ([], [], [])
        for each in known:
            parts[2 if each.count is None else 0 if each.is_right else 1].append(each)
        for part, number in zip(parts, EACH):
            out += [part[at] for at in rng.permutation(len(part))[:number]]
    return [out[at] for at in rng.permutation(len(out))]


def trained(songs, rounds):
    some = drawn(songs, np.random.default_rng(0))
    number = np.bincount([each.kind for each in some], minlength=len(KINDS))
    of_kind = torch.from_numpy((number.mean() / np.maximum(1, number)).astype(np.float32))

    def loss_of(network, sequences, x, known, rng):
        answers = network.of_whole(x, known)
        kind = torch.tensor([each.kind for each in sequences])
        three = torch.tensor([each.three for each in sequences])
        right = (kind == 0).float()
        of_three = F.binary_cross_entropy_with_logits(answers[:, 4], three, reduction="none")
        return F.cross_entropy(answers[:, :4], kind, of_kind) + (of_three * right).sum() / right.sum().clamp(min=1)

    mean, spread = scaling(some)
    return train(lambda rng: drawn(songs, rng), loss_of, len(KINDS) + 1, mean, spread, rounds), mean, spread


if __name__ == "__main__":
    command("count", trained)
