"""export.py WEIGHTS FOLDER: network.onnx, and its hash in the card beside it."""

import hashlib
import json
import sys

import torch

from arranged import FRAMES, REACH, Arranged, joined
from network import Network

weights, folder = sys.argv[1:]
network = Network()
network.load_state_dict(torch.load(weights))
network.eval()
arranged = Arranged(network).eval()
with torch.no_grad():
    levels, contours = torch.randn(1, 2, 256, 250), torch.rand(1, 256, 145)
    cut = (256 - FRAMES) // 2
    given = joined(levels[:, :, cut:-cut], contours[:, cut:-cut])
    for whole, part in zip(network(levels, contours), arranged(given)):
        apart = (whole[:, cut + REACH : -cut - REACH] - part[:, REACH:-REACH]).abs().max()
        if apart > 1e-4:
            raise SystemExit(f"The arrangement answers otherwise: {apart:.2g}")
    torch.onnx.export(
        arranged,
        (given,),
        f"{folder}/network.onnx",
        input_names=["x"],
        output_names=["z", "v"],
        opset_version=17,
        dynamo=False,
    )
card = json.load(open(f"{folder}/card.json"))
card["files"]["network.onnx"] = hashlib.sha256(open(f"{folder}/network.onnx", "rb").read()).hexdigest()
with open(f"{folder}/card.json", "w") as file:
    file.write(json.dumps(card, indent=2, ensure_ascii=False) + "\n")
