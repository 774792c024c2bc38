"""A voice that sings a melody, by WORLD: every frame's pitch is known."""

import numpy as np
import pyworld
from scipy.ndimage import gaussian_filter1d
from scipy.signal import resample_poly

RATE = 16_000
STEP = 0.005
BINS = 513
HZ = np.arange(BINS) * RATE / 1024
# First three formants of ten vowels of men (Peterson & Barney 1952).
VOWELS = np.array(
    [
        [730, 1090, 2440], [270, 2290, 3010], [300, 870, 2240], [530, 1840, 2480], [570, 840, 2410],
        [660, 1720, 2410], [490, 1350, 1690], [440, 1020, 2240], [640, 1190, 2390], [390, 1990, 2550],
    ],
    float,
)


def normal(envelope):
    return envelope - np.log(np.exp(envelope).sum())


def formants(places, tilt, width):
    """Log power of resonances at `places` Hz under a slope of `tilt` dB an octave."""
    decibels = (tilt + 4) * np.log2(np.maximum(HZ, 100) / 100)
    for hz in [*places, 3500, 4500]:
        band = width * (50 + 0.06 * hz)
        decibels -= 10 * np.log10(((HZ / hz) ** 2 - 1) ** 2 + (HZ * band / hz**2) ** 2 + 1e-6)
    return normal(decibels * np.log(10) / 10)


def make_singer(rng, low, voices, hertz):
    """A person; `low` is the lowest note (MIDI), which goes with the length of the vocal tract. `hertz`: how each voice speaks."""
    u = rng.uniform
    kind = "formant" if rng.random() < 0.15 else str(rng.choice(voices))
    man = low < 52
    if kind == "formant":
        tract = u(0.95, 1.12) if man else u(1.08, 1.3)
    else:
        tract = u(0.88, 1.14)
        if man and hertz[kind] > 170:
            tract *= u(0.84, 0.96)
        elif not man and hertz[kind] < 150:
            tract *= u(1.04, 1.2)
    singer = {
        "kind": kind, "tract": tract, "tilt": u(-14, -7), "width": u(0.8, 1.6), "rate": u(4, 7),
        "depth": u(0, 1) ** 2 * 1.2 if rng.random() < 0.75 else 0, "delay": u(0.1, 0.4), "glide": u(0.02, 0.12),
        "breath": u(-38, -18), "drift": u(0.03, 0.2), "jitter": u(0.002, 0.02), "hoarse": u(-0.3, 0.35), "scoop": u(0, 0.4),
        "off": u(0, 0.2), "wobble": u(0, 1.2), "slope": rng.normal(0, 3), "speed": u(0, 0.6),
    }
    if rng.random() < 0.1:
        # As after pitch correction: straight to each note, and no wavering.
        singer |= {"depth": 0, "glide": u(0.005, 0.02), "drift": 0.01, "jitter": 0.001, "scoop": 0, "off": 0, "wobble": 0}
    return singer


class Take:
    """One singer's rendition of one melody, frame by frame."""

    def __init__(self, rng, seconds, singer, syllables):
        n = int(seconds / STEP)
        self.rng, self.singer, self.pool, self.seconds = rng, singer, syllables.get(singer["kind"]), seconds
        self.midi, self.voiced, self.gain = np.full(n, np.nan), np.zeros(n, bool), np.full(n, -60.0)
        self.envelope, self.breath = np.full((n, BINS), -30.0, np.float32), np.ones((n, BINS), np.float32)
        self.vowel, self.syllable = VOWELS[rng.integers(len(VOWELS))], None

    def pitch(self, length, pitch, before):
        """MIDI number by frame: glide from the note before, scoop, fall, vibrato."""
        rng, s, u = self.rng, self.singer, self.rng.uniform
        t, line = np.arange(length) * STEP, np.full(length, float(pitch) + rng.normal(0, s["off"]))
        if before is not None:
            line = before + (pitch - before) / (1 + np.exp(-np.clip((t - s["glide"]) / (s["glide"] / 3), -50, 50)))
        if rng.random() < s["scoop"]:
            line = line - u(0.5, 3) * np.exp(-t / u(0.02, 0.07))
        if rng.random() < 0.08:
            line = line - u(0.5, 4) * np.clip((t - t[-1] + 0.15) / 0.15, 0, 1)
        swell = s["depth"] * u(0.3, 1.2) * np.clip((t - s["delay"]) / 0.2, 0, 1)
        phase = np.cumsum(1 + 0.12 * gaussian_filter1d(rng.normal(0, 1, length), 15) * 5) * STEP
        return line + swell * np.sin(2 * np.pi * s["rate"] * u(0.93, 1.07) * phase + u(0, 6))

    def spoken(self, i, j, melisma, ends):
        """A syllable whose vowel is held."""
        rng, s, length = self.rng, self.singer, j - i
        if not melisma or self.syllable is None:
            self.syllable = self.pool[rng.integers(len(self.pool))]
        own, vowel = self.syllable, self.syllable["vowel"]
        total = len(own["voiced"])
        onset = 0 if melisma else min(vowel, int(0.4 * length))
        coda = min(total - 1 - vowel, int(0.3 * length)) if ends or rng.random() < 0.5 else 0
        held = length - onset - coda
        if "nucleus" in own:
            first, last = own["nucleus"]
            first, last = max(first, vowel - 15) - vowel, min(last, vowel + 15) - vowel
            wander = np.cumsum(rng.normal(0, 0.35, held) + s["speed"])
            wander = first + abs((wander - first) % (2 * max(1, last - first)) - max(1, last - first))
            wander = gaussian_filter1d(wander, 2, mode="nearest").round()
        else:
            wander = np.clip(np.cumsum(rng.normal(0, 0.35, held)), -2, 3).round()
        place = np.concatenate([np.arange(vowel - onset, vowel), vowel + wander, np.arange(vowel + 1, vowel + 1 + coda)])
        place = np.clip(place.astype(int), 0, total - 1)
        used, back = np.unique(place, return_inverse=True)
        slope = s["slope"] * np.log2(np.maximum(HZ, 200) / 1000) * np.log(10) / 10
        warped = np.stack([np.interp(HZ / s["tract"], HZ, own["envelope"][row].astype(np.float32)) for row in used]) + slope
        self.envelope[i:j] = warped[back]
        if "wobble" in own and len(own["wobble"]) > 3:
            whole = np.concatenate([own["wobble"], own["wobble"][::-1]])
            self.midi[i:j] += s["wobble"] * np.resize(whole, length)
        own = {**own, "breath": own["breath"].astype(np.float32)}
        self.breath[i:j] = np.clip(own["breath"][place] + s["hoarse"] * (own["breath"][place] < 0.9), 1e-3, 1)
        self.voiced[i:j] = own["voiced"][place]
        self.voiced[i + onset : i + onset + held] = True
        return np.zeros(length)

    def synthetic(self, i, j, melisma, ends):
        """A vowel of formants, after a burst of noise, a stop or a nasal."""
        rng, s, length, u = self.rng, self.singer, j - i, self.rng.uniform
        t, gain = np.arange(length) * STEP, np.zeros(length)
        vowel = self.vowel if melisma else VOWELS[rng.integers(len(VOWELS))] * rng.uniform(0.93, 1.07, 3)
        before, after = (formants(v * s["tract"], s["tilt"], s["width"]) for v in (self.vowel, vowel))
        share = np.clip(t / u(0.03, 0.1), 0, 1)[:, None]
        self.vowel = vowel
        self.envelope[i:j] = before * (1 - share) + after * share
        self.breath[i:j] = np.clip(10 ** ((s["breath"] + u(-4, 4) + 12 * np.log2(np.maximum(HZ, 300) / 2000)) / 20), 1e-3, 1)
        self.voiced[i:j] = True
        if not melisma and rng.random() < 0.6:
            c, kind = min(int(u(0.03, 0.13) / STEP), int(0.4 * length)), rng.integers(3)
            if kind < 2:
                self.voiced[i : i + c], self.breath[i : i + c] = False, 1
                self.envelope[i : i + c] = normal(-((HZ - u(1500, 7000)) ** 2) / (2 * u(500, 2500) ** 2)) + u(-5, -1)
                gain[: c // 2] -= 50 * (kind == 1)
            else:
                self.envelope[i : i + c] = formants(np.array([250, 1200, 2300]) * s["tract"], s["tilt"] - 4, 1.5) - 1
        if ends:
            gain -= np.clip((t - t[-1] + 0.06) / 0.06, 0, 1) * 20
        return gain

    def breathe(self, until):
        """A breath before a phrase."""
        u, start = self.rng.uniform, max(0, until - int(self.rng.uniform(0.1, 0.3) / STEP))
        if until - start > 10 and not self.voiced[start:until].any():
            self.envelope[start:until] = normal(-((HZ - u(1000, 3000)) ** 2) / (2 * 1500**2))
            self.gain[start:until] = np.hanning(until - start) * 10 - u(28, 45)

    def sing(self, notes, detune, rate):
        """Samples at `rate` Hz, and the MIDI number of every 5 ms, NaN without voice."""
        rng, before = self.rng, None
        for place, (start, end, pitch) in enumerate(notes):
            i, j = int(start / STEP), int(end / STEP)
            if j - i < 12:
                continue
            legato = before is not None and start - before[0] < 0.02
            melisma = legato and rng.random() < 0.2
            ends = place + 1 == len(notes) or notes[place + 1][0] - end > 0.06
            self.midi[i:j] = self.pitch(j - i, pitch, before[1] if legato else None)
            gain = (self.spoken if self.pool is not None else self.synthetic)(i, j, melisma, ends) + rng.normal(0, 2)
            if not legato:
                gain[:6] -= np.linspace(25, 0, 6)
            self.gain[i:j], before = gain, (end, pitch)
        for place, (start, _, _) in enumerate(notes):
            if (place == 0 or start - notes[place - 1][1] > 0.35) and rng.random() < 0.4:
                self.breathe(int(start / STEP))
        drift = gaussian_filter1d(rng.normal(0, 1, len(self.midi)), 30)
        shake = gaussian_filter1d(rng.normal(0, 1, len(self.midi)), 1.2) * self.singer["jitter"] * 3
        midi = self.midi + drift / (drift.std() + 1e-9) * self.singer["drift"] + shake + detune
        hz = np.where(self.voiced & np.isfinite(midi), 440 * 2 ** ((np.nan_to_num(midi, nan=60) - 69) / 12), 0.0)
        power = np.exp(self.envelope + gaussian_filter1d(self.gain, 1.2)[:, None] * np.log(10) / 10).astype(np.float64)
        sound = pyworld.synthesize(hz, power + 1e-12, self.breath.astype(np.float64), RATE, STEP * 1000)
        sound = resample_poly(sound, rate // 50, RATE // 50)[: int(self.seconds * rate)]
        return np.pad(sound, (0, int(self.seconds * rate) - len(sound))), np.where(hz > 0, midi, np.nan)
