"""accompanied.py FOLDER CLIPS SEED SINGING.wav NOTES.csv: a singer's recording in seven keys over held accompaniments, and its notes.

NOTES.csv: start in seconds, Hz, duration in seconds, as vocadito has them (Bittner et al. 2021).
"""

import csv
import os
import sys
import tempfile
from fractions import Fraction

import numpy as np
import pretty_midi
import soundfile
from scipy.signal import resample_poly

from accompaniment import accompany, parts_of
from features import RATE
from generate import files
from production import master, reverberated, rms
from recordings import instrumentals, recorded
from singing import STEP

KEYS = (-3, -2, -1, 0, 1, 2, 3)


def main(folder, count, seed, singing, notes):
    rng, (voice, rate) = np.random.default_rng(seed), soundfile.read(singing)
    voice = voice.mean(1) if voice.ndim > 1 else voice
    notes = [tuple(map(float, row)) for row in csv.reader(open(notes))]
    songs, recordings = files(os.environ["SONGS"], "held"), instrumentals(os.environ["INSTRUMENTALS"], "held")
    soundfonts = os.environ["SOUNDFONTS"].split(":")
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        for place in range(count):
            faster = Fraction(RATE / (rate * 2 ** (KEYS[place % len(KEYS)] / 12))).limit_denominator(400)
            sung, speed = resample_poly(voice, faster.numerator, faster.denominator), RATE / rate / float(faster)
            seconds = len(sung) / RATE
            if place % 2:
                band = recorded(rng, str(rng.choice(recordings)), seconds)[0]
            else:
                song = pretty_midi.PrettyMIDI(str(rng.choice(songs)))
                start = rng.uniform(0, max(0, song.get_end_time() - seconds))
                parts, _ = parts_of(rng, song, start, seconds, rng.random() < 0.4)
                band = accompany(rng, parts, seconds, str(rng.choice(soundfonts)), temporary, RATE)
            band = np.pad(band, ((0, 0), (0, max(0, len(sung) - band.shape[1]))))[:, : len(sung)]
            active = abs(sung) > abs(sung).max() * 0.02
            sung = sung * 10 ** (rng.uniform(-6, 8) / 20) / rms(sung[active])
            stereo = np.stack([sung, sung]) + (reverberated(rng, sung) if rng.random() < 0.8 else 0)
            steps = np.full(int(seconds / STEP), np.nan)
            for begin, hertz, length in notes:
                steps[int(begin / speed / STEP) : int((begin + length) / speed / STEP)] = 69 + 12 * np.log2(hertz * speed / 440)
            soundfile.write(f"{folder}/sung{seed}_{place:02d}.wav", master(rng, band / rms(band) + stereo).T, RATE, subtype="FLOAT")
            np.savetxt(f"{folder}/sung{seed}_{place:02d}.txt", steps, fmt="%.2f")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:6])
