"""export.py WEIGHTS FOLDER: network.onnx, and its hash in the card beside it."""

import os
import sys

import torch
from card import name_in_card
from half_weights import halve
from network import Network

weights, folder = sys.argv[1:]
network = Network()
network.load_state_dict({name: value.float() if value.is_floating_point() else value for name, value in torch.load(weights).items()})
network.eval()
given = (torch.randn(1, 64, 250), torch.rand(1, 64, 192), torch.rand(1, 2, 64, 64))
os.makedirs(folder, exist_ok=True)
torch.onnx.export(
    network,
    given,
    f"{folder}/network.onnx",
    input_names=["levels", "contours", "keys"],
    output_names=["pitches", "sounds"],
    dynamic_axes={"levels": {1: "frames"}, "contours": {1: "frames"}, "keys": {2: "frames"}, "pitches": {1: "frames"}, "sounds": {1: "frames"}},
    opset_version=17,
    dynamo=False,
    do_constant_folding=False,
)
halve(f"{folder}/network.onnx")
name_in_card(folder, "network.onnx")
