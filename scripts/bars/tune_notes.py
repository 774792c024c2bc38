"""tune_notes.py OUT.pt SECONDS NETWORK.onnx HEARD PERFORMED: trains the bar network that ships further, on a CPU, on notes instead of sound: songs as
bench/description/bars/keep-notes.ts keeps them. HEARD are transcriptions, two and a half times as often; PERFORMED are performances as notes, without the families
that are left for judging. The file that ships has its norms within the convolutions, which is how they are trained here; what it says of the tempo and the metre
while learning is not in the file. The rate rises for 60 steps and falls by a cosine; what is written is the running mean of the weights."""

import math
import sys
import tempfile
import time

import numpy as np
import onnx
import torch
from network import without_norms
from torch.nn import functional as F
from train import FRAMES, Data, left_out
from tune import DECAY, RENEWAL, WARM_STEPS, gathered

CLIPS, RATE_OF_LEARNING, OF_HEARD = 12, 5e-4, 2.5


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


def loss_of(places, y, known):
    loss = -(y * F.log_softmax(places, 2)).sum(2)
    return (loss * known).sum() / known.sum().clamp(min=1)


def learning(network):
    """What is given keeps its scale."""
    network.train()
    network.scale.eval()


def main(out, seconds, weights, *folders):
    torch.set_num_threads(1)
    torch.manual_seed(11)
    with tempfile.TemporaryDirectory() as folder:
        heard = gathered(folders, folder)
        data = Data(folder, "cpu")
    odds = np.where(left_out(data.clips, "family"), 0.0, np.where(heard, OF_HEARD, 1.0))
    odds = torch.from_numpy(np.cumsum(odds / odds.sum()).astype(np.float32))
    network, averaged = from_onnx(weights), from_onnx(weights)
    learning(network)
    names = [name for name, value in network.state_dict().items() if value.is_floating_point()]
    live, mean = ([of.state_dict()[name] for name in names] for of in (network, averaged))
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE_OF_LEARNING, weight_decay=DECAY)
    begun, step, sum_of_losses = time.time(), 0, 0.0
    while (done := (time.time() - begun) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = RATE_OF_LEARNING * min(1, step / WARM_STEPS + 0.02) * (0.5 * (1 + math.cos(math.pi * done)) + 0.003)
        x, y, known, *_ = data.drawn(odds, CLIPS, FRAMES)
        loss = loss_of(network(x)[0], y, known)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2)
        optimiser.step()
        torch._foreach_lerp_(mean, live, RENEWAL)
        sum_of_losses += loss.item()
        step += 1
        if step % 20 == 0:
            print(f"{step} {time.time() - begun:.0f} s: {sum_of_losses / 20:.4f}", flush=True)
            sum_of_losses = 0.0
    torch.save({name: value.half() if value.is_floating_point() else value for name, value in averaged.state_dict().items()}, out)


if __name__ == "__main__":
    out, seconds, *others = sys.argv[1:]
    main(out, float(seconds), *others)
