"""generate.py FOLDER CLIPS SEED train|held: sung clips of 24 s over rendered accompaniments, as features and truth; with KEEP_SOUND as sounds too."""

import os
import pickle
import shutil
import sys
import tempfile

import numpy as np
import pretty_midi
import soundfile
from scipy.ndimage import uniform_filter1d
from scipy.signal import butter, fftconvolve, lfilter, sosfilt

from accompaniment import accompany, doubling, parts_of, player, whole_band
from features import HOP, RATE, Contours, bands
from melody import melody
from singing import STEP, Take, make_singer

SECONDS = 24.0
HELD_EVERY, HELD_PLACE, HELD_VOICES = 12, 5, ("rms", "en-us+Jacky")


def rms(sound):
    return np.sqrt((sound**2).mean() + 1e-12)


def equalised(rng, sound):
    hz = np.fft.rfftfreq(sound.shape[-1], 1 / RATE)
    gain = np.interp(np.log2(np.maximum(hz, 20)), np.log2([60, 200, 600, 1500, 4000, 9000]), rng.normal(0, 3, 6))
    return np.fft.irfft(np.fft.rfft(sound) * 10 ** (gain / 20), sound.shape[-1])


def reverberated(rng, sound):
    """Decaying noise, in part the same on both sides."""
    wet, n = 10 ** (-rng.uniform(2, 25) / 20), int(rng.uniform(0.2, 2.2) * RATE)
    decay, delay, width, dull = np.exp(-6.9 * np.arange(n) / n), int(rng.uniform(0, 0.03) * RATE), rng.random(), rng.uniform(0.2, 0.8)
    common, sides = rng.normal(0, 1, n), []
    for _ in range(2):
        tail = lfilter([1 - dull], [1, -dull], (width * rng.normal(0, 1, n) + (1 - width) * common) * decay)
        tail = np.pad(tail / np.sqrt((tail**2).sum()), (delay, 0))
        sides.append(fftconvolve(sound, tail)[: len(sound)] * wet)
    return np.stack(sides)


def coloured(rng, sound):
    """Overdriven, or as over a telephone, at the level that it had."""
    if rng.random() < 0.5:
        changed = np.tanh(sound / (rms(sound) * rng.uniform(0.3, 1.5)))
    else:
        changed = sosfilt(butter(2, (rng.uniform(150, 500), rng.uniform(2500, 5000)), "bandpass", fs=RATE, output="sos"), sound)
    return changed * rms(sound) / rms(changed)


def compressed(rng, sound, active):
    envelope = np.sqrt(np.maximum(uniform_filter1d(sound**2, 1500), 0) + 1e-6)
    ratio = rng.uniform(0.2, 0.9)
    return sound / envelope**ratio * np.median(envelope[active]) ** ratio


def vocals(rng, notes, low, syllables, voices):
    """(stereo vocals, MIDI number every 5 ms): the lead, at times doubled, in harmony, with reverb and echo."""
    u, singer, detune = rng.uniform, make_singer(rng, low, voices), rng.normal(0, 0.12)
    take = lambda of, who: Take(rng, SECONDS, who, syllables).sing(of, detune, RATE)
    lead, truth = take(notes, singer)
    active = abs(lead) > abs(lead).max() * 0.02
    if not active.any():
        return np.stack([lead, lead]), truth
    gain = 10 ** (u(-9, 10) / 20) / (rms(lead[active]) + 1e-9)
    lead = equalised(rng, lead) * gain
    if rng.random() < 0.6:
        lead = compressed(rng, lead, active)
    if rng.random() < 0.15:
        lead = coloured(rng, lead)
    pan = rng.normal(0, 0.05 if rng.random() < 0.9 else 0.3)
    stereo = np.stack([lead * (1 - pan), lead * (1 + pan)])
    for _ in range(int(rng.choice([0, 1, 2], p=[0.7, 0.2, 0.1]))):
        late, side = int(u(0, 0.03) * RATE), u(0, 1)
        second = np.pad(take(notes, {**singer, "drift": singer["drift"] * 1.3})[0], (late, 0))[: len(lead)]
        stereo += np.stack([second * (1 - side), second * (1 + side)]) * 0.7 * gain * 10 ** (-u(0, 8) / 20)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.74, 0.16, 0.1]))):
        interval, side = int(rng.choice([3, 4, -3, -4, -5, 7, 12, -12])), u(-1, 1)
        other = take([(a, b, p + interval) for a, b, p in notes if rng.random() < 0.9], make_singer(rng, low, voices))[0]
        level = rms(lead) / max(rms(other), 1e-6) * 10 ** (-u(5, 14) / 20)
        stereo += np.stack([other * (1 - side), other * (1 + side)]) * level
    if rng.random() < 0.85:
        stereo += reverberated(rng, stereo.mean(0))
    if rng.random() < 0.15:
        delay = int(u(0.08, 0.5) * RATE)
        stereo += np.pad(stereo, ((0, 0), (delay, 0)))[:, : stereo.shape[1]] * u(0.1, 0.4)
    return stereo, truth


def clip(rng, songs, bands, soundfont, folder, syllables, voices):
    """(stereo sound, MIDI number every 5 ms, notes). One clip in five has no voice; one in thirty hardly anything else."""
    u, banded = rng.uniform, len(bands) > 0 and rng.random() < 0.15
    song = pretty_midi.PrettyMIDI(str(rng.choice(bands if banded else songs)))
    start, played = u(0, max(0, song.get_end_time() - SECONDS)), rng.random() < 0.2
    if banded:
        parts, shift = whole_band(rng, song, start, SECONDS)
        parts = [(part, 0.6, False) for part in parts]
    else:
        parts, shift = parts_of(rng, song, start, SECONDS, played or rng.random() < 0.4)
    around = [
        pretty_midi.Note(n.velocity, n.pitch + shift, n.start, n.end)
        for part in song.instruments
        if not part.is_drum
        for n in part.notes
        if n.end > start - 1 and n.start < start + SECONDS + 1
    ]
    voice, truth, notes = 0, np.full(int(SECONDS / STEP), np.nan), []
    if not played:
        low = int(rng.choice([40, 43, 45, 48, 52, 55, 57]))
        notes = melody(rng, around, song.get_beats(), start, SECONDS, low, low + int(rng.integers(14, 22)))
        voice, truth = vocals(rng, notes, low, syllables, voices)
    if rng.random() < (0.5 if played else 0.25):
        parts.append((player(rng, around, song.get_beats(), start, SECONDS), 0.4, True))
    if rng.random() < 0.12:
        parts.append((doubling(rng, notes), 0.4, True))
    sound = accompany(rng, parts, SECONDS, soundfont, folder, RATE)
    mid, side = sound.mean(0), (sound[0] - sound[1]) / 2 * u(0.3, 1.8)
    sound = np.stack([mid + side, mid - side])
    if rng.random() < 0.25:
        sound = np.tanh(sound * u(1, 8) / (abs(sound).max() + 1e-9))
    sound /= rms(sound)
    if not played and rng.random() < 0.04:
        sound *= 10 ** (-u(25, 60) / 20)
    sound = sound + voice
    if rng.random() < 0.4:
        sound = np.tanh(sound / (rms(sound) * u(1.5, 5)))
    if rng.random() < 0.12:
        sound = np.stack([sound.mean(0)] * 2)
    return sound / abs(sound).max() * 10 ** (-u(0, 10) / 20), truth, notes


def written(notes):
    """MIDI number of the note every 5 ms, whatever the voice makes of it."""
    steps = np.full(int(SECONDS / STEP), np.nan)
    for start, end, pitch in notes:
        steps[int(start / STEP) : int(end / STEP)] = pitch
    return steps


def files(folder, part):
    """MIDI files of a part: every twelfth is held."""
    names = sorted(name for name in os.listdir(folder) if name.endswith(".mid")) if folder else []
    return [os.path.join(folder, name) for place, name in enumerate(names) if (place % HELD_EVERY == HELD_PLACE) == (part == "held")]


def main(folder, count, seed, part):
    rng, contours = np.random.default_rng(seed), Contours(os.environ["NOTE_NETWORK"])
    syllables = pickle.load(open("syllables.pkl", "rb"))
    voices = [voice for voice in syllables if (voice in HELD_VOICES) == (part == "held")]
    songs, bands_of = files(os.environ["SONGS"], part), files(os.environ.get("BANDS"), part)
    soundfonts = os.environ["SOUNDFONTS"].split(":")
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        for place in range(count):
            try:
                sound, truth, notes = clip(rng, songs, bands_of, str(rng.choice(soundfonts)), temporary, syllables, voices)
            except Exception as error:  # fluidsynth hangs on some files
                print("left out:", error)
                continue
            spectra = bands(sound)
            frames = spectra.shape[1]
            at = np.clip((np.arange(frames) * HOP / RATE / STEP).round().astype(int), 0, len(truth) - 1)
            if os.environ.get("KEEP_SOUND"):
                name = f"{folder}/{seed}_{place:04d}"
                soundfile.write(f"{name}.wav", sound.T, RATE, subtype="FLOAT")
                np.savetxt(f"{name}.txt", written(notes), fmt="%.0f")
            clip_of = {"f": spectra, "c": contours.of(sound.mean(0), frames), "m": truth[at].astype(np.float32)}
            np.savez(f"{temporary}/clip.npz", **clip_of)
            # Whole at once: a training may read the folder meanwhile.
            shutil.move(f"{temporary}/clip.npz", f"{folder}/{seed}_{place:04d}.npz")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
