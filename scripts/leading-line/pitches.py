"""The pitches that lead, and a layer along them."""

import torch
from torch import nn

LOWEST, PITCHES = 36, 64


class ByPitch(nn.Module):
    """Each channel at every pitch from the same channel at all pitches, by their interval."""

    def __init__(s, c):
        super().__init__()
        s.weight = nn.Parameter(torch.randn(c, 2 * PITCHES - 1) * (0.5 / (2 * PITCHES - 1) ** 0.5))
        of, to = torch.arange(PITCHES)[:, None], torch.arange(PITCHES)[None]
        s.register_buffer("interval", of - to + PITCHES - 1, persistent=False)

    def forward(s, x):
        return torch.matmul(x, s.weight[:, s.interval])
