"""A network of dilated convolutions along the steps of a line, as src/signal/dilated-network.ts runs it."""

import os
import sys

from torch import nn
from torch.nn import functional as F

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../bars"))
from beat_export import layer, numbers  # noqa: E402

CHANNELS, DILATIONS = 24, (1, 2, 4, 8)


class StepNetwork(nn.Module):
    def __init__(s, columns):
        super().__init__()
        s.input = nn.Conv1d(columns, CHANNELS, 1)
        s.wide = nn.ModuleList([nn.Conv1d(CHANNELS, CHANNELS, 3, padding=d, dilation=d) for d in DILATIONS])
        s.mix = nn.ModuleList([nn.Conv1d(CHANNELS, CHANNELS, 1) for _ in DILATIONS])
        s.answers = nn.Conv1d(CHANNELS, 1, 1)

    def forward(s, x):
        """x: clips × columns × steps → clips × steps, log odds of a beginning."""
        h = F.elu(s.input(x))
        for wide, mix in zip(s.wide, s.mix):
            h = h + mix(F.elu(wide(h)))
        return s.answers(F.elu(h))[:, 0]


def exported(network, mean, spread):
    """What src/models/embedded/dilated-network-file.ts reads."""
    of = lambda conv: (conv.weight.detach().numpy(), conv.bias.detach().numpy())
    blocks = []
    for dilation, wide, mix in zip(DILATIONS, network.wide, network.mix):
        weights, bias = of(wide)
        blocks.append({"dilation": dilation, "wide": layer(weights.transpose(2, 0, 1), bias), "mix": layer(*of(mix))})
    return {
        "channels": CHANNELS,
        "mean": numbers(mean),
        "spread": numbers(spread),
        "input": layer(*of(network.input)),
        "blocks": blocks,
        "answers": layer(*of(network.answers)),
    }
