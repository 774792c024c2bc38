"""Trains a network along beats: rounds of batches, a rate that rises and falls once."""

import os
import sys
import time

import numpy as np
import torch
from beat_network import BeatNetwork, saved
from beat_rows import batch, load
from folds import is_in

BATCH, RATE, DECAY = 32, 4e-3, 0.05


def train(round_of, loss_of, answers, mean, spread, rounds, seed=0):
    """`round_of(rng)` → sequences; `loss_of(network, sequences, x, known, rng)`."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network = BeatNetwork(len(mean), answers)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    orders = [round_of(rng) for _ in range(rounds)]
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=sum(-(-len(order) // BATCH) for order in orders))
    begun = time.time()
    for number, order in enumerate(orders):
        total = 0.0
        for at in range(0, len(order), BATCH):
            some = order[at : at + BATCH]
            x, known = map(torch.from_numpy, batch(some, mean, spread, rng))
            loss = loss_of(network, some, x, known, rng)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            total += float(loss.detach()) * len(some)
        print(f"{number} {time.time() - begun:.0f} s: {total / len(order):.4f}", flush=True)
    return network.eval()


def command(name, trained):
    """OUT FOLD ROUNDS ROWS…: writes OUT/name-FOLD.pt; `trained(songs, rounds)` → network, mean, spread."""
    out, fold, rounds, *folders = sys.argv[1:]
    torch.set_num_threads(1)
    songs = load(folders, lambda about: not is_in(about, fold))
    print(len(songs), "songs", flush=True)
    os.makedirs(out, exist_ok=True)
    torch.save(saved(*trained(songs, int(rounds))), f"{out}/{name}-{fold}.pt")
