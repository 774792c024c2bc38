"""tune_notes.py OUT.pt SECONDS NETWORK.onnx HEARD PERFORMED: trains the bar network that ships further, on a CPU, on notes instead of sound: songs as
bench/description/bars/keep-notes.ts keeps them. HEARD are transcriptions, two and a half times as often; PERFORMED are performances as notes, without the families
that are left for judging. The file that ships has its norms within the convolutions, which is how they are trained here; what it says of the tempo and the metre
while learning is not in the file. The rate rises for 60 steps and falls by a cosine. What is written lies between the weights that were given and the running
mean of those that were learnt (Wortsman et al., "Robust fine-tuning of zero-shot models", CVPR 2022): it keeps what the songs here do not show, such as bars of three in
transcriptions."""

import sys
import tempfile

import numpy as np
import onnx
import torch
from network import without_norms
from train import FRAMES, Data, loss_of_places
from tune import gathered, keep, odds_of, trained_further

CLIPS, RATE_OF_LEARNING, OF_HEARD, SHARE_LEARNT = 12, 5e-4, 2.5, 0.7


def from_onnx(path):
    network = without_norms()
    tensors = {each.name: torch.from_numpy(onnx.numpy_helper.to_array(each).astype(np.float32)) for each in onnx.load(path).graph.initializer}
    state = network.state_dict()
    fused = [tensor for name, tensor in sorted(tensors.items()) if name.startswith("onnx::Conv_")]
    layers = ["first", *[f"fine.{n}.wide" for n in range(2)], *[f"coarse.{n}.wide" for n in range(10)], "join"]
    for layer, weight, bias in zip(layers, fused[::2], fused[1::2], strict=True):
        state[f"{layer}.weight"], state[f"{layer}.bias"] = weight, bias
    for name, tensor in tensors.items():
        if name.startswith("network."):
            state[name.removeprefix("network.").removesuffix("_half")] = tensor
    network.load_state_dict(state)
    return network


def between(given, learnt, share):
    state = learnt.state_dict()
    for name, value in given.state_dict().items():
        if value.is_floating_point():
            state[name].lerp_(value.float(), 1 - share)
    return learnt


def main(out, seconds, weights, *folders):
    torch.set_num_threads(1)
    torch.manual_seed(11)
    with tempfile.TemporaryDirectory() as folder:
        heard = gathered(folders, folder)
        data = Data(folder, "cpu")
    odds = odds_of(data, "family", heard, OF_HEARD)
    network = from_onnx(weights)
    network.train()
    # What is given keeps its scale.
    network.scale.eval()

    def loss_of_step():
        x, y, known, *_ = data.drawn(odds, CLIPS, FRAMES)
        loss = loss_of_places(network(x)[0], y, known)
        return loss, loss

    learnt = trained_further(network, seconds, RATE_OF_LEARNING, loss_of_step)
    keep(between(from_onnx(weights), learnt, SHARE_LEARNT), out)


if __name__ == "__main__":
    out, seconds, *others = sys.argv[1:]
    main(out, float(seconds), *others)
