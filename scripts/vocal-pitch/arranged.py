"""The vocal pitch network as it is exported: the same weights and answers, arranged so that little is copied and no frame is made that nobody reads."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.utils.fusion import fuse_conv_bn_eval

from network import HARMONICS, PITCHES

# Bands of silence below and above those that are measured: the lowest pitch has half of its frequency, the highest ten times its own.
BELOW, ABOVE = -HARMONICS[0], 15
WIDTH = BELOW + 250 + ABOVE
# Frames on either side that the answer for a frame depends on: the kernels' reach, added up.
REACH = 19
FRAMES = 192 + 2 * REACH
# Harmonics that lie an octave apart are taps of one wide kernel: the first, how many, bands from one to the next.
GROUPS = [(-36, 5, 36), (57, 2, 36), (84, 2, 36), (101, 1, 1)]


class Arranged(nn.Module):
    def __init__(s, network):
        super().__init__()
        s.n = network
        published = fuse_conv_bn_eval(network.a, network.b[0])
        s.first = nn.ModuleList([harmonics(published, *group) for group in GROUPS])

    def forward(s, x):
        """x: 1 × 3 × FRAMES × WIDTH, scaled levels of mix and centre and the contours from BELOW on → as Network's."""
        parts = [kernel(taps(x, *group)) for kernel, group in zip(s.first, GROUPS)]
        return s.n.after_harmonics(F.relu(parts[0] + parts[1] + parts[2] + parts[3]))


def harmonics(published, first, count, apart):
    """The part of the convolution over all harmonics that has these; the lowest one has the contours and the bias too."""
    is_lowest = first == HARMONICS[0]
    kernel = nn.Conv2d(3, published.out_channels, (1, count), dilation=(1, apart), bias=is_lowest)
    weights = published.weight.detach()[:, :, 0, 0]
    with torch.no_grad():
        kernel.weight.zero_()
        for tap in range(count):
            at = 2 * HARMONICS.index(first + tap * apart)
            kernel.weight[:, :2, 0, tap] = weights[:, at : at + 2]
        if is_lowest:
            # The contour of the pitch, and of the octave above it.
            kernel.weight[:, 2, 0, 1:3] = weights[:, -2:]
            kernel.bias.copy_(published.bias.detach())
    return kernel


def taps(x, first, count, apart):
    """The bands that the taps meet, from the lowest pitch to the highest."""
    return x[..., BELOW + first : BELOW + first + PITCHES + (count - 1) * apart]


def joined(f, c):
    """What Network takes, as Arranged takes it; FRAMES frames of it."""
    return torch.cat([F.pad(f, (BELOW, ABOVE)), F.pad(c, (BELOW, WIDTH - BELOW - PITCHES))[:, None]], 1)
