"""The bar network: convolutions at 43 frames a second, dilated ones at a quarter of that, and both together."""

import torch
from torch import nn
from torch.nn import functional as F

# Columns of src/music/rhythm/bar-features.ts.
FEATURES = 113
POOL = 4
# Classes of the tempo, of which a beat's is one while training: an octave has nine.
TEMPI = 30


class Block(nn.Module):
    def __init__(s, channels, dilation, kernel=5):
        super().__init__()
        s.wide = nn.Conv1d(channels, channels, kernel, padding=dilation * (kernel // 2), dilation=dilation)
        s.norm = nn.BatchNorm1d(channels)
        s.mix = nn.Conv1d(channels, channels, 1)
        s.drop = nn.Dropout1d(0.1)

    def forward(s, x):
        return x + s.mix(s.drop(F.elu(s.norm(s.wide(x)))))


class Network(nn.Module):
    def __init__(s, fine=32, coarse=112, dilations=(1, 2, 4, 8, 16, 32, 1, 4, 16, 48)):
        super().__init__()
        s.scale = nn.BatchNorm1d(FEATURES)
        s.first = nn.Conv1d(FEATURES, fine, 3, padding=1)
        s.norm = nn.BatchNorm1d(fine)
        s.fine = nn.Sequential(Block(fine, 1), Block(fine, 2))
        s.down = nn.Conv1d(2 * fine, coarse, 1)
        s.coarse = nn.Sequential(*[Block(coarse, d) for d in dilations])
        s.join = nn.Conv1d(fine + coarse, 40, 3, padding=1)
        s.join_norm = nn.BatchNorm1d(40)
        s.places = nn.Conv1d(40, 3, 1)
        s.song = nn.Conv1d(coarse, 2 + TEMPI, 1)

    def forward(s, x):
        """x: batch × frames × FEATURES, frames a multiple of POOL → logits of nothing, beat and downbeat (batch × frames × 3); by frames / POOL log-odds of bars of
        three beats, of beats of three parts, and logits of the tempo (batch × (2 + TEMPI) × frames / POOL)."""
        x = F.elu(s.norm(s.first(s.scale(x.transpose(1, 2)))))
        x = s.fine(x)
        c = s.coarse(F.elu(s.down(torch.cat([F.avg_pool1d(x, POOL), F.max_pool1d(x, POOL)], 1))))
        wide = F.interpolate(F.elu(c), scale_factor=float(POOL), mode="nearest")
        y = F.elu(s.join_norm(s.join(torch.cat([x, wide], 1))))
        return s.places(y).transpose(1, 2), s.song(F.elu(c))


def without_norms():
    """The network as its file has it, with its norms in the convolutions before them; only the scale of what is given stays a norm."""
    network = Network()
    network.norm = network.join_norm = nn.Identity()
    for block in (*network.fine, *network.coarse):
        block.norm = nn.Identity()
    return network


def from_file(path):
    """Weights that were kept as 16-bit floats, with their norms or without."""
    state = torch.load(path)
    network = Network() if "norm.weight" in state else without_norms()
    network.load_state_dict({name: value.float() if value.is_floating_point() else value for name, value in state.items()})
    return network.eval()
