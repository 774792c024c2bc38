"""exported.py NETWORK.onnx OUT: the weights that ship as train.py takes them, to train them further.

What was normalised by batches is part of the convolutions there; the normalisation that is left changes nothing.
"""

import sys

import onnx
import torch
from onnx import numpy_helper

from arranged import GROUPS
from network import HARMONICS, Network


def weights_of(path):
    """The state of a Network that answers as the exported one."""
    graph, network = onnx.load(path).graph, Network()
    given = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    state = network.state_dict()
    state.update({name[2:]: value for name, value in given.items() if name.startswith("n.")})
    for node in graph.node:
        layer = node.name.strip("/").split("/")[0]
        if node.op_type == "Conv" and layer in ("c1", "c2", "w", "c3"):
            state[f"{layer}.weight"], state[f"{layer}.bias"] = (given[name] for name in node.input[1:])
    state["a.bias"] = given["first.0.bias"]
    for place, (first, count, apart) in enumerate(GROUPS):
        kernel = given[f"first.{place}.weight"]
        for tap in range(count):
            at = 2 * HARMONICS.index(first + tap * apart)
            state["a.weight"][:, at : at + 2, 0, 0] = kernel[:, :2, 0, tap]
        if place == 0:
            state["a.weight"][:, -2:, 0, 0] = kernel[:, 2, 0, 1:3]
    for place, norm in enumerate(network.b):
        for name, value in (("weight", 1), ("bias", 0), ("running_mean", 0), ("running_var", 1 - norm.eps)):
            state[f"b.{place}.{name}"] = torch.full_like(state[f"b.{place}.{name}"], value)
    return state


if __name__ == "__main__":
    torch.save(weights_of(sys.argv[1]), sys.argv[2])
