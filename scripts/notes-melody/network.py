"""The network that finds the melody among notes: every pitch beside its octaves and twelfths, a trunk at a quarter of the rate that hears some twelve seconds, and back."""

import os
import sys

import torch
from torch import nn
from torch.nn import functional as F

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "leading-line"))
from pitches import LOWEST, PITCHES, ByPitch  # noqa: E402

FIRST_KEY, KEYS, PLANES = 12, 112, 3
OFFSETS = (-24, -19, -12, 0, 12, 19, 24)
DILATIONS = (1, 2, 4, 8, 16)


class Block(nn.Module):
    def __init__(s, c, dilation):
        super().__init__()
        s.a = nn.Conv2d(c, c, 3, padding=(dilation, 1), dilation=(dilation, 1))
        s.norm = nn.BatchNorm2d(c)
        s.p = ByPitch(c)
        s.g = nn.Conv1d(2 * c, c, 1)
        s.mix = nn.Conv2d(c, c, 1)

    def forward(s, x):
        pooled = torch.cat([x.mean(3), x.amax(3)], 1)
        y = F.relu(s.norm(s.a(x)) + s.g(pooled)[..., None])
        return x + s.mix(y + s.p(y))


class Network(nn.Module):
    def __init__(s, c1=16, c4=28):
        super().__init__()
        s.a = nn.Conv2d(PLANES * len(OFFSETS), c1, 1)
        s.b = nn.Conv2d(c1, c1, 3, padding=1)
        s.down = nn.Conv2d(c1, c4, (6, 3), stride=(4, 1), padding=(1, 1))
        s.pos = nn.Parameter(torch.zeros(c4, 1, PITCHES))
        s.blocks = nn.ModuleList([Block(c4, d) for d in DILATIONS])
        s.up = nn.Conv2d(c4 + c1, c1, 1)
        s.upb = nn.Conv2d(c1, c1, 3, padding=1)
        s.o = nn.Conv2d(c1, 1, 1)
        s.v = nn.Conv1d(2 * c4, 16, 3, padding=1)
        s.v2 = nn.Conv1d(16, 1, 1)
        s.n = nn.ModuleList([nn.BatchNorm2d(c) for c in (c1, c1, c4, c1)])

    def forward(s, x):
        """x: batch × 3 × frames × 112 keys → pitches, logits, batch × frames × 64; whether a line sounds, log-odds, batch × frames. Frames: a multiple of 4."""
        first = LOWEST - FIRST_KEY
        rows = torch.cat([x[..., first + o : first + o + PITCHES] for o in OFFSETS], 1)
        x1 = F.relu(s.n[0](s.a(rows)))
        x1 = x1 + F.relu(s.n[1](s.b(x1)))
        x4 = F.relu(s.n[2](s.down(x1))) + s.pos
        for block in s.blocks:
            x4 = block(x4)
        b, c, t, p = x4.shape
        wide = x4[:, :, :, None].expand(b, c, t, 4, p).reshape(b, c, 4 * t, p)
        y = F.relu(s.n[3](s.up(torch.cat([wide, x1], 1))))
        y = y + F.relu(s.upb(y))
        v = s.v2(F.relu(s.v(torch.cat([x4.mean(3), x4.amax(3)], 1))))
        return s.o(y)[:, 0], v[:, 0].repeat_interleave(4, 1)
