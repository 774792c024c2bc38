"""Songs as bench/description/bars/ keeps them: features of each frame, and what is known of the song."""

import glob
import json
import os

import numpy as np
from network import FEATURES

RATE = 22_050 / 512
# Features are kept as 16-bit integers.
STEPS = 256


def load(folder, wanted=lambda about: True):
    songs = []
    for path in sorted(glob.glob(f"{folder}/*.feat")):
        about = json.load(open(path[:-5] + ".json"))
        if not wanted(about):
            continue
        features = np.fromfile(path, np.int16).reshape(-1, FEATURES)
        songs.append({"name": os.path.basename(path)[:-5], "about": about, "features": features})
    return songs


def reduced(features):
    return features.astype(np.float32) / STEPS
