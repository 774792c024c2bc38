"""export.py WEIGHTS FOLDER: network.onnx, and its hash in the card beside it."""

import os
import sys

import torch

# Finds the folder of the other network, whose files come next.
from network import KEYS, PLANES, Network
from card import name_in_card
from half_weights import halve

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
