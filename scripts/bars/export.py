"""export.py WEIGHTS FOLDER: network.onnx, and its hash in the card beside it."""

import os
import sys

import torch
from network import FEATURES, from_file

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../leading-line"))
from card import name_in_card  # noqa: E402
from half_weights import halve  # noqa: E402


class Exported(torch.nn.Module):
    """The places alone: what else the network says of a song, it says to learn better."""

    def __init__(s, network):
        super().__init__()
        s.network = network

    def forward(s, x):
        return s.network(x)[0]


weights, folder = sys.argv[1:]
with torch.no_grad():
    torch.onnx.export(
        Exported(from_file(weights)).eval(),
        (torch.randn(1, 400, FEATURES),),
        f"{folder}/network.onnx",
        input_names=["x"],
        output_names=["places"],
        dynamic_axes={"x": {1: "frames"}, "places": {1: "frames"}},
        opset_version=17,
        dynamo=False,
    )
halve(f"{folder}/network.onnx")
name_in_card(folder, "network.onnx")
