"""export.py WEIGHTS FOLDER: network.onnx, and its hash in the card beside it."""

import os
import sys

import torch

from network import KEYS, PLANES, Network

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "leading-line"))
from card import name_in_card  # noqa: E402
from half_weights import halve  # noqa: E402

weights, folder = sys.argv[1:]
network = Network()
network.load_state_dict(torch.load(weights))
network.eval()
os.makedirs(folder, exist_ok=True)
torch.onnx.export(
    network,
    (torch.rand(1, PLANES, 64, KEYS),),
    f"{folder}/network.onnx",
    input_names=["notes"],
    output_names=["pitches", "sounds"],
    dynamic_axes={"notes": {2: "frames"}, "pitches": {1: "frames"}, "sounds": {1: "frames"}},
    opset_version=17,
    dynamo=False,
    do_constant_folding=False,
)
halve(f"{folder}/network.onnx")
name_in_card(folder, "network.onnx")
