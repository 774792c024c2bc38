"""A network of dilated convolutions along the beats of a count (src/signal/dilated-network.ts): one answer of each beat, or several of the count as a whole."""

import torch
from torch import nn
from torch.nn import functional as F

CHANNELS, DILATIONS = 48, (1, 2, 4, 8, 1, 2)
DROPPED = 0.25


class Block(nn.Module):
    def __init__(s, channels, dilation):
        super().__init__()
        s.wide = nn.Conv1d(channels, channels, 3, padding=dilation, dilation=dilation)
        s.norm = nn.BatchNorm1d(channels)
        s.mix = nn.Conv1d(channels, channels, 1)
        s.drop = nn.Dropout1d(DROPPED)

    def forward(s, x):
        return s.mix(s.drop(F.elu(s.norm(s.wide(x)))))


class BeatNetwork(nn.Module):
    def __init__(s, columns, answers):
        super().__init__()
        s.drop = nn.Dropout(DROPPED)
        s.input = nn.Linear(columns, CHANNELS)
        s.blocks = nn.ModuleList([Block(CHANNELS, dilation) for dilation in DILATIONS])
        s.answers = nn.Linear(CHANNELS, answers)

    def hear(s, x, known):
        """x: counts × beats × columns, known: counts × beats → counts × channels × beats, zero where not known."""
        kept = known[:, None].float()
        h = s.drop(F.elu(s.input(s.drop(x)))).transpose(1, 2) * kept
        for block in s.blocks:
            h = (h + block(h)) * kept
        return F.elu(h)

    def of_beats(s, x, known):
        """→ counts × beats, the first answer."""
        return s.answers(s.hear(x, known).transpose(1, 2))[..., 0]

    def of_whole(s, x, known):
        """→ counts × answers, by the mean over beats."""
        h = s.hear(x, known)
        return s.answers(h.sum(2) / known.sum(1, keepdim=True).clamp(min=1))


def saved(network, mean, spread):
    return {"weights": network.state_dict(), "mean": mean, "spread": spread}


def loaded(path, answers):
    """→ network, mean, spread."""
    given = torch.load(path, weights_only=False)
    network = BeatNetwork(len(given["mean"]), answers)
    network.load_state_dict(given["weights"])
    return network.eval(), given["mean"], given["spread"]
