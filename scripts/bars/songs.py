"""Songs as bench/description/bars/ keeps them: features of each frame, beats and downbeats."""

import glob
import json
import os

import numpy as np

from network import FEATURES

RATE = 22_050 / 512
GROUPS = {
    "hymns": "hymns and chorales",
    "chorales": "hymns and chorales",
    "pop": "pop",
    "performed pop": "pop",
    "dances with chords": "dances with chords",
    "airdsAirs": "tune collections",
    "oneills1850": "tune collections",
    "ryansMammoth": "tune collections",
}


def load(folder, wanted=lambda about: True):
    songs = []
    for path in sorted(glob.glob(f"{folder}/*.feat")):
        about = json.load(open(path[:-5] + ".json"))
        if not wanted(about):
            continue
        features = np.fromfile(path, np.int16).reshape(-1, FEATURES)
        song = {"name": os.path.basename(path)[:-5], "about": about, "features": features}
        if "beats" in about:
            song["beats"] = np.array(about["beats"]) * RATE
            song["downbeats"] = np.isin(np.arange(len(about["beats"])), about["downbeats"])
            song["group"] = GROUPS.get(about["collection"], about["collection"])
            song["three"] = about["meter"] == 3
            song["compound"] = about["signature"] in ("6/8", "9/8", "12/8")
            song["bpm"] = 60 / float(np.median(np.diff(about["beats"])))
        songs.append(song)
    return songs


def reduced(features):
    return features.astype(np.float32) / 256
