"""duets.py FOLDER CLIPS SEED train|held: sounds of 96 s and the lead's notes; half of the leads change their register between sections."""

import os
import sys

import numpy as np

from doubled import phrases
from features import RATE
from generate import clips, keep_sound
from production import compressed, equalised, reverberated, rms
from singing import STEP, Take, make_singer

SECONDS, SECTION_SECONDS, LOWEST = 96.0, (8.0, 40.0), 36
# By how many semitones the other register lies higher or lower.
SHIFTS, SHARES = (12, -12, 7, -7, 17, -17), (0.3, 0.3, 0.1, 0.1, 0.1, 0.1)


def sections(rng, notes):
    """Runs of phrases, of 8 to 40 s."""
    found, until = [], -1.0
    for phrase in phrases(notes):
        if phrase[0][0] >= until:
            found.append([])
            until = phrase[0][0] + rng.uniform(*SECTION_SECONDS)
        found[-1].append(phrase)
    return found


class Leads:
    """Sings as generate.vocals. Of the leads a half keeps one register, a quarter is one voice in two, a quarter two voices in turn."""

    def __init__(self):
        self.kind, self.notes = "", []

    def sing(self, rng, notes, low, stock, seconds):
        """(stereo vocals, no curve): what was sung stands in `notes` afterwards, which voices in `kind`."""
        u, singer, detune = rng.uniform, make_singer(rng, low, stock.voices, stock.hertz), rng.normal(0, 0.12)
        self.kind, shift = str(rng.choice(["one", "leaps", "duet"], p=[0.5, 0.25, 0.25])), int(rng.choice(SHIFTS, p=SHARES))
        shift = -shift if low + shift < LOWEST else shift
        other = make_singer(rng, low + shift, stock.voices, stock.hertz) if self.kind == "duet" else singer
        parts, self.notes, doubles = ([], []), [], []
        share, octave = rng.choice([0.0, 0.3, 0.6], p=[0.5, 0.3, 0.2]), 12 if low < 50 or rng.random() < 0.3 else -12
        for place, section in enumerate(sections(rng, notes)):
            second = self.kind != "one" and place > 0 and rng.random() < 0.5
            for phrase in section:
                sung = [(a, b, p + shift * second) for a, b, p in phrase]
                parts[second].extend(sung)
                self.notes += sung
                if rng.random() < share:
                    doubles += [(a, b, p + (-octave if second and shift == octave else octave)) for a, b, p in sung]
        thirds = [(a, b, p + int(rng.choice([3, 4, -3, -4, 7]))) for a, b, p in self.notes if rng.random() < 0.5] if rng.random() < 0.3 else []
        gain, stereo = 10 ** (u(-9, 10) / 20), np.zeros((2, int(seconds * RATE)))
        for sung, who in zip(parts, (singer, other)):
            stereo += self.voice(rng, sung, who, stock, detune, gain * 10 ** (u(-3, 3) / 20), rng.normal(0, 0.05 if rng.random() < 0.8 else 0.25), True)
        for sung, level in ((doubles, u(-10, 3)), (thirds, -u(4, 12))):
            singer = make_singer(rng, min(60, max(40, low)), stock.voices, stock.hertz)
            stereo += self.voice(rng, sung, singer, stock, detune, gain * 10 ** (level / 20), u(-0.8, 0.8), False)
        if rng.random() < 0.85:
            stereo += reverberated(rng, stereo.mean(0))
        return stereo, np.full(int(seconds / STEP), np.nan)

    @staticmethod
    def voice(rng, notes, singer, stock, detune, level, side, leads):
        """One voice's part in stereo; nothing where it does not sing."""
        sound = Take(rng, SECONDS, singer, stock.syllables).sing(notes, detune, RATE)[0]
        heard = abs(sound) > abs(sound).max() * 0.02
        if not heard.any():
            return np.zeros((2, len(sound)))
        sound = equalised(rng, sound) * level / (rms(sound[heard]) + 1e-9)
        if leads and rng.random() < 0.6:
            sound = compressed(rng, sound, heard)
        return np.stack([sound * (1 - side), sound * (1 + side)])


def main(folder, count, seed, part):
    leads = Leads()
    os.makedirs(folder, exist_ok=True)
    for place, sound, _, notes in clips(count, seed, part, SECONDS, leads.sing):
        sung = sorted(leads.notes) if notes else []
        keep_sound(f"{folder}/{seed}_{place:04d}_{leads.kind if sung else 'none'}", sound, sung, SECONDS)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
