"""answer.py FOLDER WEIGHTS OUT [FOLD]: what the network answers for the songs of FOLDER (that train.py leaves out of FOLD, or reported ones): logits of the places as 32-bit floats."""

import os
import sys

import numpy as np
import torch
from folds import is_in
from network import POOL, from_file
from songs import load, reduced

folder, weights, out = sys.argv[1:4]
fold = sys.argv[4] if len(sys.argv) > 4 else None
torch.set_num_threads(1)
network = from_file(weights)
os.makedirs(out, exist_ok=True)


def is_asked(about):
    if fold is None or about["reported"] or fold == "reported":
        return fold is None or (about["reported"] and fold == "reported")
    return is_in(about, fold)


for song in load(folder, is_asked):
    x = reduced(song["features"])
    x = np.pad(x, ((0, -len(x) % POOL), (0, 0)))
    with torch.no_grad():
        logits, _ = network(torch.from_numpy(x[None]))
    logits[0].numpy().tofile(f"{out}/{song['name']}.places")
