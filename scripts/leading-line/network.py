"""The network that hears the leading line: harmonics of every semitone side by side, a trunk at a quarter of the rate that hears some twelve seconds, and back."""

import torch
from torch import nn
from torch.nn import functional as F

from pitches import PITCHES, ByPitch

HARMONICS = [-12, 0, 12, 19, 24, 28, 31, 34, 36, 40]
OCTAVES = [-12, 0, 12]
DILATIONS = [1, 2, 4, 8, 16, 32]
CHANNELS = 3 * len(HARMONICS) + 5 * len(OCTAVES)
AROUND = 129


class Block(nn.Module):
    def __init__(s, c, dilation):
        super().__init__()
        s.a = nn.Conv2d(c, c, 3, padding=(dilation, 1), dilation=(dilation, 1))
        s.b1, s.b2 = nn.BatchNorm2d(c), nn.BatchNorm2d(c)
        s.p = ByPitch(c)
        s.g = nn.Conv1d(4 * c, c, 1)
        s.mix = nn.Conv2d(c, c, 1)

    def forward(s, x):
        pooled = torch.cat([x.mean(3), x.amax(3)], 1)
        around = F.avg_pool1d(pooled, AROUND, 1, AROUND // 2, count_include_pad=False)
        y = F.relu(s.b1(s.a(x)) + s.g(torch.cat([pooled, around], 1))[..., None])
        return x + s.b2(s.mix(y + s.p(y)))


class Network(nn.Module):
    def __init__(s, c1=16, c2=24, c4=40):
        super().__init__()
        s.a = nn.Conv2d(CHANNELS, c1, 1)
        s.c1 = nn.Conv2d(c1, c1, 3, padding=1)
        s.d2 = nn.Conv2d(c1, c2, (4, 3), stride=(2, 1), padding=(1, 1))
        s.d4 = nn.Conv2d(c2, c4, (4, 3), stride=(2, 1), padding=(1, 1))
        s.pos = nn.Parameter(torch.zeros(c4, 1, PITCHES))
        s.blocks = nn.ModuleList([Block(c4, d) for d in DILATIONS])
        s.u2 = nn.Conv2d(c4 + c2, c2, 1)
        s.u2b = nn.Conv2d(c2, c2, 3, padding=1)
        s.u1 = nn.Conv2d(c2 + c1, c1, 1)
        s.u1b = nn.Conv2d(c1, c1, 3, padding=1)
        s.o = nn.Conv2d(c1, 1, 1)
        s.v = nn.Conv1d(2 * c4, 24, 3, padding=1)
        s.v2 = nn.Conv1d(24, 1, 1)
        s.b = nn.ModuleList([nn.BatchNorm2d(c) for c in (c1, c1, c2, c4, c2, c1)])

    def forward(s, f, c, k):
        """f: batch × frames × 250 scaled levels; c: batch × frames × 192 contours; k: batch × 2 × frames × 64 notes and onsets; frames a multiple of 4."""
        n, t = f.shape[:2]
        f = F.pad(f, (37, 61))
        rows = [f[:, :, 36 + 3 * h : 36 + 3 * h + 192].reshape(n, t, PITCHES, 3).permute(0, 3, 1, 2) for h in HARMONICS]
        c = F.pad(c, (36, 36))
        rows += [c[:, :, 36 + 3 * h : 36 + 3 * h + 192].reshape(n, t, PITCHES, 3).permute(0, 3, 1, 2) for h in OCTAVES]
        k = F.pad(k, (12, 12))
        rows += [k[..., 12 + h : 12 + h + PITCHES] for h in OCTAVES]
        x1 = F.relu(s.b[0](s.a(torch.cat(rows, 1))))
        x1 = x1 + F.relu(s.b[1](s.c1(x1)))
        x2 = F.relu(s.b[2](s.d2(x1)))
        x4 = F.relu(s.b[3](s.d4(x2))) + s.pos
        for block in s.blocks:
            x4 = block(x4)
        y = F.relu(s.b[4](s.u2(torch.cat([doubled(x4), x2], 1))))
        y = y + F.relu(s.u2b(y))
        y = F.relu(s.b[5](s.u1(torch.cat([doubled(y), x1], 1))))
        y = y + F.relu(s.u1b(y))
        z = s.o(y)[:, 0]
        v = s.v2(F.relu(s.v(torch.cat([x4.mean(3), x4.amax(3)], 1))))
        return z, v[:, 0].repeat_interleave(4, 1)


def doubled(x):
    n, c, t, p = x.shape
    return x[:, :, :, None].expand(n, c, t, 2, p).reshape(n, c, 2 * t, p)


def scaled(levels):
    """batch × frames × bands, half decibels from −60 dB → against the mean power: 20 dB are 1, −15 dB are 0."""
    decibels = levels.float() / 2 - 60
    mean = 10 * torch.log10((10 ** (decibels / 10)).mean((1, 2), keepdim=True) + 1e-6)
    return ((decibels - mean).clamp(-60, 30) + 15) / 20
