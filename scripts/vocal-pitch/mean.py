"""mean.py FIRST SECOND SHARE OUT: weights between those that training began with and those that it ended with (Wortsman et al., CVPR 2022)."""

import sys

import torch

first, second = (torch.load(path) for path in sys.argv[1:3])
share = float(sys.argv[3])
between = {k: v * (1 - share) + second[k] * share if v.is_floating_point() else second[k] for k, v in first.items()}
torch.save(between, sys.argv[4])
