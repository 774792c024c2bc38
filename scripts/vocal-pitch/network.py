"""The vocal pitch network: ten harmonics of every pitch side by side, small convolutions, and the frame as a whole."""

import torch
from torch import nn
from torch.nn import functional as F

# Of the harmonics ½, 1 … 8 and 10 of a pitch, in bands of a third of a semitone.
HARMONICS = [-36, 0, 36, 57, 72, 84, 93, 101, 108, 120]
PITCHES = 145


class Network(nn.Module):
    def __init__(s, channels=16):
        super().__init__()
        c = channels
        s.a = nn.Conv2d(2 * len(HARMONICS) + 2, c, 1)
        s.c1 = nn.Conv2d(c, c, 3, padding=1)
        s.c2 = nn.Conv2d(c, c, 3, padding=(2, 1), dilation=(2, 1))
        s.w = nn.Conv2d(c, c, (1, 25), padding=(0, 36), dilation=(1, 3), groups=c)
        s.g = nn.Conv1d(2 * c, 32, 5, padding=2)
        s.g2 = nn.Conv1d(32, 32, 5, padding=8, dilation=4)
        s.gb = nn.Conv1d(32, c, 1)
        s.c3 = nn.Conv2d(c, c, 3, padding=(4, 1), dilation=(4, 1))
        s.o = nn.Conv2d(c, 1, 1)
        s.pos = nn.Parameter(torch.zeros(PITCHES))
        s.v = nn.Conv1d(32 + 2 * c + 1, 32, 5, padding=2)
        s.v2 = nn.Conv1d(32, 1, 1)
        s.b = nn.ModuleList([nn.BatchNorm2d(c) for _ in range(5)])

    def forward(s, f, c):
        """f: batch × 2 × frames × 250 scaled levels; c: batch × frames × 145 contours → logits of pitch, log-odds of a voice."""
        f = F.pad(f, (36, 15))
        rows = [f[:, :, :, 36 + o : 36 + o + PITCHES] for o in HARMONICS]
        rows += [c[:, None], F.pad(c, (0, 36))[:, None, :, 36 : 36 + PITCHES]]
        return s.after_harmonics(F.relu(s.b[0](s.a(torch.cat(rows, 1)))))

    def after_harmonics(s, x):
        """x: batch × 16 × frames × pitches, what the harmonics of each pitch make → as forward's."""
        x = F.relu(s.b[1](s.c1(x)))
        x = x + F.relu(s.b[2](s.c2(x)))
        x = x + s.b[3](s.w(x))
        g = F.relu(s.g(pooled(x)))
        g = F.relu(s.g2(g)) + g
        x = x + F.relu(s.b[4](s.c3(x + s.gb(g)[..., None])))
        z = s.o(x)[:, 0] + s.pos
        v = s.v2(F.relu(s.v(torch.cat([g, pooled(x), z.amax(2)[:, None]], 1))))
        return z, v[:, 0]


def pooled(x):
    return torch.cat([x.mean(3), x.amax(3)], 1)


def scaled(levels):
    """Half decibels from −60 dB → against the mean power of the mix: 20 dB are 1, −15 dB are 0."""
    decibels = levels.float() / 2 - 60
    mean = 10 * torch.log10((10 ** (decibels[:, :1] / 10)).mean((1, 2, 3), keepdim=True) + 1e-6)
    return ((decibels - mean).clamp(-60, 30) + 15) / 20
