"""export.py WEIGHTS FOLDER: network.onnx, and its hash in the card beside it."""

import hashlib
import json
import sys

import torch

from network import Network

weights, folder = sys.argv[1:]
network = Network()
network.load_state_dict(torch.load(weights))
network.eval()
with torch.no_grad():
    torch.onnx.export(
        network,
        (torch.randn(1, 2, 256, 250), torch.rand(1, 256, 145)),
        f"{folder}/network.onnx",
        input_names=["f", "c"],
        output_names=["z", "v"],
        opset_version=17,
        dynamo=False,
    )
card = json.load(open(f"{folder}/card.json"))
card["files"]["network.onnx"] = hashlib.sha256(open(f"{folder}/network.onnx", "rb").read()).hexdigest()
with open(f"{folder}/card.json", "w") as file:
    file.write(json.dumps(card, indent=2, ensure_ascii=False) + "\n")
