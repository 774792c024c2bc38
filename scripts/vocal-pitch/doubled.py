"""doubled.py FOLDER CLIPS SEED train|held: sounds of 48 s and the lead's notes, some phrases doubled an octave away by another voice."""

import os
import sys

import numpy as np

from features import RATE
from generate import clips, keep_sound
from production import compressed, equalised, reverberated, rms
from singing import Take, make_singer

SECONDS, PHRASE_PAUSE, LONGEST_PHRASE = 48.0, 0.3, 14


def phrases(notes):
    found = []
    for note in notes:
        if found and note[0] - found[-1][-1][1] < PHRASE_PAUSE and len(found[-1]) < LONGEST_PHRASE:
            found[-1].append(note)
        else:
            found.append([note])
    return found


def vocals(rng, notes, low, stock, seconds):
    """As generate.vocals: the lead sings all; the other, from 10 dB softer to 6 dB louder, none to all of the phrases; at times a third in harmony."""
    u, lead_singer, detune = rng.uniform, make_singer(rng, low, stock.voices, stock.hertz), rng.normal(0, 0.12)
    octave = 12 if low < 50 or rng.random() < 0.3 else -12
    other_singer = make_singer(rng, low + octave, stock.voices, stock.hertz)
    if rng.random() < 0.5:
        other_singer["kind"] = lead_singer["kind"]
    take = lambda of, who: Take(rng, seconds, who, stock.syllables).sing(of, detune, RATE)
    lead, truth = take(notes, lead_singer)
    share = rng.choice([0.0, 0.3, 0.6, 1.0], p=[0.2, 0.3, 0.3, 0.2])
    doubled = [note for phrase in phrases(notes) if rng.random() < share for note in phrase]
    active = abs(lead) > abs(lead).max() * 0.02
    gain = 10 ** (u(-9, 10) / 20) / (rms(lead[active]) + 1e-9)
    lead = equalised(rng, lead) * gain
    if rng.random() < 0.6:
        lead = compressed(rng, lead, active)
    pan = rng.normal(0, 0.05 if rng.random() < 0.8 else 0.25)
    stereo = np.stack([lead * (1 - pan), lead * (1 + pan)])
    if doubled:
        other = take([(a, b, p + octave) for a, b, p in doubled], other_singer)[0]
        heard = abs(other) > abs(other).max() * 0.02
        level = rms(lead[active]) / max(rms(other[heard]), 1e-6) * 10 ** (u(-10, 6) / 20)
        side, late = 0 if rng.random() < 0.5 else u(-0.8, 0.8), int(u(0, 0.03) * RATE)
        other = np.pad(equalised(rng, other) * level, (late, 0))[: len(lead)]
        stereo += np.stack([other * (1 - side), other * (1 + side)])
    if rng.random() < 0.4:
        interval, side = int(rng.choice([3, 4, -3, -4, -5, 7])), u(-1, 1)
        some = [(a, b, p + interval) for phrase in phrases(notes) if rng.random() < 0.4 for a, b, p in phrase]
        if some:
            third = take(some, make_singer(rng, low, stock.voices, stock.hertz))[0]
            level = rms(lead) / max(rms(third), 1e-6) * 10 ** (-u(3, 12) / 20)
            stereo += np.stack([third * (1 - side), third * (1 + side)]) * level
    if rng.random() < 0.85:
        stereo += reverberated(rng, stereo.mean(0))
    return stereo, truth


def main(folder, count, seed, part):
    os.makedirs(folder, exist_ok=True)
    for place, sound, _, notes in clips(count, seed, part, SECONDS, vocals):
        keep_sound(f"{folder}/{seed}_{place:04d}", sound, notes, SECONDS)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
