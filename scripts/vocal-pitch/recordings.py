"""Recordings without a voice, as accompaniments: a piece at another speed, and the notes that its spectrum shows."""

import os
import subprocess

import numpy as np
import pretty_midi
from scipy.ndimage import uniform_filter1d

from features import HOP, RATE, bands
from production import QUIET, STEREO

# Collections (the folder a file is in) that training does not see.
HELD_COLLECTIONS = ("endless-sky-data", "xmoto-data", "enigma-data", "warzone2100-music", "supertux-data", "trackballs-data")
SOURCE_RATE, SEMITONE_FRAMES, LOUD_STEPS = 44_100, 12, 6


def instrumentals(path, part):
    """The files that a list names, one a line, of one part."""
    names = open(path).read().split("\n") if path else []
    return [name for name in names if name and (os.path.basename(os.path.dirname(name)) in HELD_COLLECTIONS) == (part == "held")]


def recorded(rng, path, seconds):
    """(2 × samples, notes around, beats): the beats are at random, as they do not show in the spectrum."""
    # Whole semitones: what is sung to it is in tune with A4 = 440 Hz, as most recordings are.
    factor = 2 ** (round(rng.normal(0, 2.5)) / 12)
    probe = ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path]
    longest = min(75, float(subprocess.run(probe, capture_output=True, check=True).stdout))
    start = rng.uniform(0, max(0, longest - seconds * factor))
    filters = f"aresample={SOURCE_RATE},asetrate={int(SOURCE_RATE * factor)},aresample={RATE}"
    cut = [*QUIET, "-ss", str(start), "-t", str(seconds * factor + 0.2), "-i", path, "-af", filters, *STEREO, "-"]
    raw, samples = subprocess.run(cut, capture_output=True, check=True).stdout, int(seconds * RATE)
    sound = np.frombuffer(raw, np.float32).reshape(-1, 2).T.astype(float)
    sound = np.tile(sound, (1, int(np.ceil(samples / max(1, sound.shape[1])))))[:, :samples]
    beat = rng.uniform(0.35, 0.9)
    return sound, notes_of(sound), np.arange(rng.uniform(0, beat), seconds, beat)


def notes_of(sound):
    """The five semitones from C2 to B6 that stand out most, every quarter of a second."""
    levels = bands(sound / (abs(sound).max() + 1e-9))[0].astype(float)
    semitones = levels[:, 1:244].reshape(len(levels), -1, 3).max(2)
    sharp, notes = semitones - uniform_filter1d(semitones, 9, axis=1), []
    for first in range(0, len(levels) - SEMITONE_FRAMES, SEMITONE_FRAMES):
        mean = sharp[first : first + SEMITONE_FRAMES].mean(0)
        begin, end = first * HOP / RATE, (first + SEMITONE_FRAMES) * HOP / RATE
        notes += [pretty_midi.Note(80, int(36 + k), begin, end) for k in np.argsort(-mean[:60])[:5] if mean[k] > LOUD_STEPS]
    return notes
