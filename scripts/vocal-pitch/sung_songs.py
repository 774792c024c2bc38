"""sung_songs.py FOLDER: sings what `npm run bench -- description --songs-to-learn` wrote to FOLDER, and where its notes can be heard to begin.

Of each NAME.csv (start and end in seconds, MIDI number) and NAME.mid (all but the tune) NAME.wav and NAME.notes.tsv are made, from six seconds before
the tune begins, as sung_notes.py makes them. The singer keeps to the band's beats as people do, and is seldom softer than the band.
"""

import glob
import os
import sys
import tempfile
import zlib

import numpy as np
import soundfile

import generate
from accompaniment import rendered
from covers import LOWEST, tune_of
from features import RATE
from generate import stock_of, vocals
from production import master, rms
from sung_notes import TAKES, KeptTake, heard_notes

LONGEST_SECONDS, BEFORE_SECONDS, FEWEST_NOTES, SHORTEST_SECONDS = 58, 6, 20, 0.06


def performed(rng, tune, first):
    """The tune from `first` on as someone sings it: each note a little early or late, all of them a little ahead or behind."""
    off = rng.normal(0, rng.uniform(0.005, 0.03), len(tune)) + rng.normal(0, 0.02) - first
    moved = [(max(0.05, begin + by), end + by, pitch) for (begin, end, pitch), by in zip(tune, off)]
    ends = [min(end, after[0]) for (_, end, _), after in zip(moved, moved[1:])] + [moved[-1][1]]
    return [(begin, end, pitch) for (begin, _, pitch), end in zip(moved, ends) if end - begin > SHORTEST_SECONDS]


def sung(rng, path, stock, temporary):
    """(stereo sound, notes), or None where too little of the tune is in time."""
    band = rendered(f"{path[:-4]}.mid", str(rng.choice(stock.soundfonts)), temporary, RATE)
    seconds, low = min(band.shape[1] / RATE, LONGEST_SECONDS), int(rng.choice(LOWEST))
    tune = [note for note in tune_of(path, low) if note[1] < seconds - 0.3]
    if len(tune) < FEWEST_NOTES:
        return None
    first = max(0, tune[0][0] - BEFORE_SECONDS)
    band = band[:, int(first * RATE) : int(seconds * RATE)]
    voice, _ = vocals(rng, performed(rng, tune, first), low, stock, band.shape[1] / RATE)
    voice = np.pad(voice, ((0, 0), (0, max(0, band.shape[1] - voice.shape[1]))))[:, : band.shape[1]]
    return master(rng, band / rms(band) + voice * 10 ** (rng.uniform(0, 4) / 20)), heard_notes(*TAKES[0])


def main(folder):
    generate.Take = KeptTake
    stock = stock_of("train")
    tunes = [path for path in sorted(glob.glob(f"{folder}/*.csv")) if not os.path.exists(f"{path[:-4]}.wav")]
    with tempfile.TemporaryDirectory() as temporary:
        for place, path in enumerate(tunes):
            TAKES.clear()
            made = sung(np.random.default_rng(zlib.crc32(os.path.basename(path).encode())), path, stock, temporary)
            if made is None:
                continue
            sound, notes = made
            np.savetxt(f"{path[:-4]}.notes.tsv", notes, fmt="%.3f", delimiter="\t")
            soundfile.write(f"{path[:-4]}.wav", sound.T, RATE, subtype="PCM_16")
            print(f"{place + 1} of {len(tunes)}", end="\r", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
