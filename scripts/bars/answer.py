"""answer.py FOLDER WEIGHTS OUT [GROUP]: what the network answers for the songs of FOLDER (of a group, or reported ones): logits as 32-bit floats, places then metre."""

import os
import sys

import numpy as np
import torch

from network import POOL, Network
from songs import load, reduced

folder, weights, out = sys.argv[1:4]
group = sys.argv[4] if len(sys.argv) > 4 else None
torch.set_num_threads(1)
network = Network()
network.load_state_dict(torch.load(weights))
network.eval()
os.makedirs(out, exist_ok=True)
for song in load(folder):
    if group is not None and (song.get("group") != group if group != "reported" else not song["about"].get("reported")):
        continue
    if group is not None and group != "reported" and song["about"]["reported"]:
        continue
    x = reduced(song["features"])
    x = np.pad(x, ((0, -len(x) % POOL), (0, 0)))
    with torch.no_grad():
        logits, metre = network(torch.from_numpy(x[None]))
    logits[0].numpy().tofile(f"{out}/{song['name']}.places")
    metre[0].numpy().tofile(f"{out}/{song['name']}.metre")
