"""people.py DEBIAN: syllables of people's recorded speech in unpacked Debian packages, as WORLD analyses; writes people.pkl."""

import glob
import os
import pickle
import random
import subprocess
import sys

import numpy as np
import pyworld
from scipy.ndimage import gaussian_filter1d

RATE, FFT = 16_000, 1024
LONGEST_SECONDS, MOST_SYLLABLES = 4, 400
KLETTRES = "ml es pt_BR it lt uk nds hu de nl da cs en_GB fr".split()
HEDGEWARS = "British Pirate Mobster Surfer HillBilly Singer Russian Russian_pl Default_pl Default_es Default_uk Classic".split()
# Name → (files within the folder, how many of them).
PEOPLE = {
    **{f"asterisk-{of}": (f"asterisk-core-sounds-{of}-g722/**/*.g722", 45) for of in ("en", "es", "fr", "it", "ru")},
    "menardi": ("asterisk-prompt-it-menardi-wav/**/*.wav", 45),
    "armelle": ("asterisk-prompt-fr-armelle/**/*.*", 40),
    "es-co": ("asterisk-prompt-es-co/**/*.*", 40),
    **{f"fillets-{of}-{who}": (f"fillets-ng-data-{of}/**/*-{who}-*.ogg", 45) for of in ("cs", "nl") for who in ("m", "v")},
    "ru-nsh": ("festvox-ru/**/*.wav", 30),
    **{f"klettres-{of}": (f"klettres-data/**/{of}/*/*.ogg", 30) for of in KLETTRES},
    **{f"hedgewars-{of}": (f"hedgewars-data/**/voices/{of}/*.ogg", 30) for of in HEDGEWARS},
}


def sound_of(path):
    command = ["ffmpeg", "-v", "error", "-i", path, "-t", str(LONGEST_SECONDS), "-ac", "1", "-ar", str(RATE), "-f", "f32le", "-"]
    sound = np.frombuffer(subprocess.run(command, capture_output=True).stdout, np.float32).astype(np.float64)
    return sound + 1e-5 * np.random.default_rng(0).normal(0, 1, len(sound))


def syllables_of(sound):
    """As syllables.py cuts them; and the voiced part, how its pitch wavers (semitones), and its median in Hz."""
    pitch, times = pyworld.dio(sound, RATE, f0_floor=65, f0_ceil=500)
    pitch = pyworld.stonemask(sound, pitch, times, RATE)
    power = pyworld.cheaptrick(sound, pitch, times, RATE, fft_size=FFT)
    breath = pyworld.d4c(sound, pitch, times, RATE, fft_size=FFT)
    level = gaussian_filter1d(10 * np.log10(power.sum(1) + 1e-9), 4)
    inner = range(3, len(level) - 3)
    peaks = [i for i in inner if pitch[i] > 0 and level[i] >= level[max(0, i - 8) : i + 9].max() and level[i] > level.max() - 18]
    cuts = [0] + [a + int(np.argmin(level[a:b])) for a, b in zip(peaks, peaks[1:])] + [len(level)]
    semitones = np.where(pitch > 0, 12 * np.log2(np.maximum(pitch, 1) / 440), np.nan)
    for place, peak in enumerate(peaks):
        first, last = max(cuts[place], peak - 50), min(cuts[place + 1], peak + 50)
        if peak - first < 4 or last - peak < 4:
            continue
        voiced = pitch[first:last] > 0
        begin = end = peak - first
        while begin > 0 and voiced[begin - 1]:
            begin -= 1
        while end + 1 < len(voiced) and voiced[end + 1]:
            end += 1
        run = semitones[first + begin : first + end + 1]
        if end - begin < 8 or abs(np.diff(run)).max() > 2:
            continue
        yield {
            "envelope": (np.log(power[first:last] + 1e-12) - np.log(power[peak].sum())).astype(np.float16),
            "breath": breath[first:last].astype(np.float16),
            "voiced": voiced,
            "vowel": peak - first,
            "nucleus": (begin, end),
            "wobble": (run - gaussian_filter1d(run, 8, mode="nearest")).astype(np.float32),
            "hz": float(np.median(pitch[first + begin : first + end + 1])),
        }


def main(folder):
    kept = {}
    for name, (pattern, most) in PEOPLE.items():
        files = sorted(f for f in glob.glob(f"{folder}/{pattern}", recursive=True) if os.path.isfile(f) and not f.endswith((".txt", ".gz", ".xml")))
        random.Random(1).shuffle(files)
        sounds = [sound for sound in map(sound_of, files[:most]) if len(sound) >= RATE // 4 and abs(sound).max() >= 0.01]
        found = [syllable for sound in sounds for syllable in syllables_of(sound)][:MOST_SYLLABLES]
        if len(found) >= 15:
            kept[name] = found
    pickle.dump(kept, open("people.pkl", "wb"))


if __name__ == "__main__":
    main(sys.argv[1])
