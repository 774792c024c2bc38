"""answer_performances.py DATA WEIGHTS OUT: what the network that has not learnt from a clip's group of collections (WEIGHTS/GROUP.pt) answers for every clip of perform.py;
writes clips as bench/description/bars/ keeps songs (.feat, .json), and the answers beside them (.places)."""

import json
import os
import sys

import torch
from folds import GROUPS
from network import POOL, from_file
from songs import RATE, STEPS
from torch.nn import functional as F

# Of the note network, in which a song's extent is given.
FRAMES_PER_SECOND = 2 * RATE


def main(data, weights, out):
    torch.set_num_threads(1)
    os.makedirs(out, exist_ok=True)
    networks = {group: from_file(f"{weights}/{group}.pt") for group in set(GROUPS.values())}
    x = torch.load(f"{data}/x.pt", mmap=True)
    for n, clip in enumerate(json.load(open(f"{data}/clips.json"))):
        name = f"performance-{n}"
        kept = (x[n].float() * STEPS).round().to(torch.int16)
        given = F.pad(kept.float() / STEPS, (0, 0, 0, -len(kept) % POOL))
        with torch.no_grad():
            places, _ = networks[GROUPS[clip["collection"]]](given[None])
        kept.numpy().tofile(f"{out}/{name}.feat")
        places[0, : len(kept)].numpy().tofile(f"{out}/{name}.places")
        extent = [int(clip["beats"][at] * FRAMES_PER_SECOND) for at in (0, -1)]
        about = {key: clip[key] for key in ("collection", "family", "signature", "meter", "beats", "downbeats")}
        with open(f"{out}/{name}.json", "w") as file:
            json.dump({"name": name, **about, "reported": False, "sketched": False, "extent": extent, "earlier": None}, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
