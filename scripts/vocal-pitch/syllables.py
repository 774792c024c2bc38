"""syllables.py TEXTS [others]: syllables of Flite's and eSpeak's voices reading hymn lines, as WORLD analyses: envelope, aperiodicity, voicing, vowel.

Writes syllables.pkl, or others.pkl of voices that the network has not learnt from.
"""

import json
import pickle
import random
import subprocess
import sys

import numpy as np
import pyworld
import soundfile
from scipy.ndimage import gaussian_filter1d
from scipy.signal import resample_poly

RATE = 16_000
FFT = 1024
FLITE = {"awb": 60, "slt": 60, "kal16": 60, "rms": 60}
VARIANTS = "Andy Annie Alicia Belinda Denis Gene Lee Linda Mario Michael Steph Zac female3 female5 klatt Jacky".split()
ESPEAK = {f"en-{'us' if place % 2 else 'gb'}+{name}": 20 for place, name in enumerate(VARIANTS)}
OTHERS = {
    f"{language}+{name}": 25
    for name, language in {
        "adam": "en-us", "anika": "en-gb", "belinda": "de", "boris": "fr-fr", "benjamin": "it", "edward": "es", "michel": "en-us",
        "pablo": "en-gb", "paul": "sv", "robert": "pt", "shelby": "nl", "victor": "en-us", "travis": "en-gb", "norbert": "de",
        "Henrique": "it", "Andrea": "en-us",
    }.items()
}


def hymn_lines(path):
    """Eight words at a time, in an order that the seed fixes."""
    lines = []
    for row in open(path):
        for verse in json.loads(row)["verses"]:
            words = "".join(c if c.isalpha() or c in " '" else " " for c in verse).split()
            lines += [" ".join(words[i : i + 8]) for i in range(0, len(words) - 7, 8)]
    random.Random(1).shuffle(lines)
    return lines


def spoken(voice, text):
    if voice in FLITE:
        subprocess.run(["flite", "-voice", voice, "-t", text, "-o", "line.wav"], check=True)
    else:
        subprocess.run(["espeak-ng", "-v", voice, "-s", "140", "-w", "line.wav", text], check=True)
    sound, rate = soundfile.read("line.wav")
    return sound if rate == RATE else np.ascontiguousarray(resample_poly(sound, RATE // 50, rate // 50))


def syllables_of(voice, text):
    """Cut at the quietest place between vowels, which are peaks of level in voiced sound. Frames of 5 ms."""
    sound = spoken(voice, text)
    pitch, times = pyworld.dio(sound, RATE)
    pitch = pyworld.stonemask(sound, pitch, times, RATE)
    power = pyworld.cheaptrick(sound, pitch, times, RATE, fft_size=FFT)
    breath = pyworld.d4c(sound, pitch, times, RATE, fft_size=FFT)
    level = gaussian_filter1d(10 * np.log10(power.sum(1) + 1e-9), 4)
    peaks = [
        i
        for i in range(3, len(level) - 3)
        if pitch[i] > 0 and level[i] >= level[max(0, i - 8) : i + 9].max() and level[i] > level.max() - 18
    ]
    cuts = [0] + [a + int(np.argmin(level[a:b])) for a, b in zip(peaks, peaks[1:])] + [len(level)]
    for place, peak in enumerate(peaks):
        first, last = max(cuts[place], peak - 50), min(cuts[place + 1], peak + 50)
        if peak - first < 4 or last - peak < 4:
            continue
        yield {
            "envelope": np.log(power[first:last] + 1e-12).astype(np.float32) - np.log(power[peak].sum()),
            "breath": breath[first:last].astype(np.float32),
            "voiced": pitch[first:last] > 0,
            "vowel": peak - first,
        }


if __name__ == "__main__":
    lines = iter(hymn_lines(sys.argv[1]))
    unknown = sys.argv[2:] == ["others"]
    kept = {}
    for voice, count in (OTHERS if unknown else {**FLITE, **ESPEAK}).items():
        kept[voice] = [syllable for _ in range(count) for syllable in syllables_of(voice, next(lines))]
    pickle.dump(kept, open("others.pkl" if unknown else "syllables.pkl", "wb"))
