"""What the product reads of a network along beats: weights as 8-bit integers with a step for each layer, batch normalisation folded into the convolutions."""

import base64
import json
import os
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../leading-line"))
from card import name_in_card  # noqa: E402

LARGEST = 127


def numbers(values):
    return [float("%.5g" % value) for value in values]


def layer(weights, bias):
    values = np.asarray(weights, np.float64).ravel()
    step = float("%.6g" % (np.abs(values).max() / LARGEST))
    whole = np.clip(np.round(values / step), -LARGEST, LARGEST).astype(np.int8)
    return {"step": step, "weights": base64.b64encode(whole.tobytes()).decode(), "bias": numbers(bias)}


def exported(network, mean, spread):
    w = {name: value.double().numpy() for name, value in network.state_dict().items()}
    blocks = []
    for at, block in enumerate(network.blocks):
        of = lambda name: w[f"blocks.{at}.{name}"]
        gain = of("norm.weight") / np.sqrt(of("norm.running_var") + block.norm.eps)
        wide = (of("wide.weight") * gain[:, None, None]).transpose(2, 0, 1)
        bias = (of("wide.bias") - of("norm.running_mean")) * gain + of("norm.bias")
        blocks.append({"dilation": block.wide.dilation[0], "wide": layer(wide, bias), "mix": layer(of("mix.weight")[:, :, 0], of("mix.bias"))})
    return {
        "channels": len(w["input.bias"]),
        "mean": numbers(mean),
        "spread": numbers(spread),
        "input": layer(w["input.weight"], w["input.bias"]),
        "blocks": blocks,
        "answers": layer(w["answers.weight"], w["answers.bias"]),
    }


def write(folder, given):
    """folder/weights.json, and its hash in the card beside it."""
    lines = (f"  {json.dumps(name)}: {json.dumps(numbers(value) if isinstance(value, np.ndarray) else value)}" for name, value in given.items())
    with open(os.path.join(folder, "weights.json"), "w") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")
    name_in_card(folder, "weights.json")
