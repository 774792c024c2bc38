"""covers.py FOLDER SYLLABLES.pkl: the songs that `npm run bench -- plagiarism --covers N --sung FOLDER` writes there, sung over their bands.

Of each NAME.csv (start and end in seconds, MIDI number; a line a note) and NAME.mid (all but the tune) NAME.wav is made, in stereo; NAME.sung.csv is
the tune in the octave in which it is sung.
"""

import csv
import glob
import os
import pickle
import sys
import tempfile
import zlib

import numpy as np
import soundfile
from accompaniment import rendered
from features import RATE
from generate import Stock, hertz_of, vocals
from production import master, rms

LOWEST = (43, 45, 48, 52, 55, 57)
# Of a voice, above its lowest note: where the middle of a tune lies.
MIDDLE = 8


def tune_of(path, low):
    """In the octave that suits the voice."""
    notes = [(float(a), float(b), int(p)) for a, b, p in csv.reader(open(path))]
    octave = 12 * round((low + MIDDLE - np.median([pitch for _, _, pitch in notes])) / 12)
    return [(begin, end, pitch + octave) for begin, end, pitch in notes]


def main(folder, syllables):
    own = pickle.load(open(syllables, "rb"))
    soundfonts = os.environ["SOUNDFONTS"].split(":")
    stock = Stock([], [], soundfonts, own, sorted(own), hertz_of(own))
    tunes = [path for path in sorted(glob.glob(f"{folder}/*.csv")) if not path.endswith(".sung.csv")]
    songs = [path for path in tunes if not os.path.exists(f"{path[:-4]}.wav")]
    with tempfile.TemporaryDirectory() as temporary:
        for place, path in enumerate(songs):
            # Each song by its name: however many there are, it sounds the same.
            rng = np.random.default_rng(zlib.crc32(os.path.basename(path).encode()))
            band = rendered(f"{path[:-4]}.mid", str(rng.choice(soundfonts)), temporary, RATE)
            seconds, low = band.shape[1] / RATE, int(rng.choice(LOWEST))
            tune = tune_of(path, low)
            with open(f"{path[:-4]}.sung.csv", "w") as sung:
                csv.writer(sung).writerows(tune)
            voice, _ = vocals(rng, tune, low, stock, seconds)
            voice = np.pad(voice, ((0, 0), (0, max(0, band.shape[1] - voice.shape[1]))))[:, : band.shape[1]]
            soundfile.write(f"{path[:-4]}.wav", master(rng, band / rms(band) + voice).T, RATE, subtype="PCM_16")
            print(f"{place + 1} of {len(songs)}", end="\r", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:3])
