"""generate.py FOLDER CLIPS SEED train|held: sung clips of 24 s over accompaniments, as features and truth; with KEEP_SOUND as sounds too."""

import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple

import numpy as np
import pretty_midi
import soundfile
from scipy.ndimage import gaussian_filter1d

from accompaniment import accompany, doubling, parts_of, player
from features import HOP, RATE, Contours, bands
from melody import melody
from production import coloured, compressed, equalised, master, reverberated, rms
from recordings import instrumentals, recorded
from singing import STEP, Take, make_singer

SECONDS = 24.0
HELD_EVERY, HELD_PLACE, HELD_VOICES = 12, 5, ("armelle", "es-co", "klettres-de", "hedgewars-Classic", "rms")
# Of the pitch between two frames (23 ms): a leap begins another note.
LEAP_SEMITONES, SMOOTHED_FRAMES = 1.5, 1.5


class Stock(NamedTuple):
    """What clips of one part are made of: paths of MIDI files, recordings and soundfonts; each voice's syllables; the part's voices; how high each speaks."""

    songs: list
    recordings: list
    soundfonts: list
    syllables: dict
    voices: list
    hertz: dict


def vocals(rng, notes, low, stock, seconds):
    """(stereo vocals, MIDI number every 5 ms): the lead, at times doubled, in harmony, with reverb and echo."""
    u, singer, detune = rng.uniform, make_singer(rng, low, stock.voices, stock.hertz), rng.normal(0, 0.12)
    take = lambda of, who: Take(rng, seconds, who, stock.syllables).sing(of, detune, RATE)
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
        other = take([(a, b, p + interval) for a, b, p in notes if rng.random() < 0.9], make_singer(rng, low, stock.voices, stock.hertz))[0]
        level = rms(lead) / max(rms(other), 1e-6) * 10 ** (-u(5, 14) / 20)
        stereo += np.stack([other * (1 - side), other * (1 + side)]) * level
    if rng.random() < 0.85:
        stereo += reverberated(rng, stereo.mean(0))
    if rng.random() < 0.15:
        delay = int(u(0.08, 0.5) * RATE)
        stereo += np.pad(stereo, ((0, 0), (delay, 0)))[:, : stereo.shape[1]] * u(0.1, 0.4)
    return stereo, truth


def clip(rng, stock, folder, seconds, sing):
    """(stereo sound, MIDI number every 5 ms, notes). Half of the clips are over a recording; one in five has no voice. `sing`: as `vocals`."""
    soundfont = str(rng.choice(stock.soundfonts))
    u, real = rng.uniform, len(stock.recordings) > 0 and rng.random() < 0.5
    played = rng.random() < (0.25 if real else 0.15)
    voice, truth, notes = 0, np.full(int(seconds / STEP), np.nan), []
    if real:
        sound, around, beats = recorded(rng, str(rng.choice(stock.recordings)), seconds)
        start = 0
    else:
        song = pretty_midi.PrettyMIDI(str(rng.choice(stock.songs)))
        start = u(0, max(0, song.get_end_time() - seconds))
        beats = song.get_beats()
        parts, shift = parts_of(rng, song, start, seconds, played or rng.random() < 0.4)
        around = [
            pretty_midi.Note(n.velocity, n.pitch + shift, n.start, n.end)
            for part in song.instruments
            if not part.is_drum
            for n in part.notes
            if n.end > start - 1 and n.start < start + seconds + 1
        ]
    if not played:
        low = int(rng.choice([40, 43, 45, 48, 52, 55, 57]))
        notes = melody(rng, around, beats, start, seconds, low, low + int(rng.integers(14, 22)))
        voice, truth = sing(rng, notes, low, stock, seconds)
    if not real:
        if rng.random() < (0.5 if played else 0.25):
            parts.append((player(rng, around, song.get_beats(), start, seconds), 0.4, True))
        if rng.random() < 0.12:
            parts.append((doubling(rng, notes), 0.4, True))
        sound = accompany(rng, parts, seconds, soundfont, folder, RATE)
        mid, side = sound.mean(0), (sound[0] - sound[1]) / 2 * u(0.3, 1.8)
        sound = np.stack([mid + side, mid - side])
        if rng.random() < 0.25:
            sound = np.tanh(sound * u(1, 8) / (abs(sound).max() + 1e-9))
    sound = sound / rms(sound)
    if not played and rng.random() < 0.04:
        sound *= 10 ** (-u(25, 60) / 20)
    return master(rng, sound + voice), truth, notes


def written(notes, seconds):
    """MIDI number of the note every 5 ms, whatever the voice makes of it."""
    steps = np.full(int(seconds / STEP), np.nan)
    for start, end, pitch in notes:
        steps[int(start / STEP) : int(end / STEP)] = pitch
    return steps


def smoothed(midi):
    """The pitch of frames as a window of 186 ms shows it: what wavers faster is averaged within a note."""
    out, first = midi.copy(), 0
    for end in range(1, len(midi) + 1):
        if end == len(midi) or not abs(midi[end] - midi[end - 1]) < LEAP_SEMITONES:
            out[first:end] = gaussian_filter1d(midi[first:end], SMOOTHED_FRAMES, mode="nearest")
            first = end
    return out


def files(folder, part):
    """MIDI files of a part: every twelfth is held."""
    names = sorted(name for name in os.listdir(folder) if name.endswith(".mid")) if folder else []
    return [os.path.join(folder, name) for place, name in enumerate(names) if (place % HELD_EVERY == HELD_PLACE) == (part == "held")]


def hertz_of(syllables):
    """How high each voice speaks. Flite's voices speak at a known height."""
    return {name: float(np.median([s["hz"] for s in of])) if "hz" in of[0] else 200 if name == "slt" else 120 for name, of in syllables.items()}


def stock_of(part):
    """What the environment and this folder have for a part."""
    syllables = {name: of for path in ("syllables.pkl", "people.pkl") if os.path.exists(path) for name, of in pickle.load(open(path, "rb")).items()}
    voices = [voice for voice in syllables if (voice in HELD_VOICES) == (part == "held")]
    songs, recordings = files(os.environ["SONGS"], part), instrumentals(os.environ.get("INSTRUMENTALS"), part)
    return Stock(songs, recordings, os.environ["SOUNDFONTS"].split(":"), syllables, voices, hertz_of(syllables))


def clips(count, seed, part, seconds, sing):
    """(place, sound, truth, notes) of each clip, as `clip` makes it."""
    rng, stock = np.random.default_rng(seed), stock_of(part)
    with tempfile.TemporaryDirectory() as temporary:
        for place in range(count):
            try:
                yield place, *clip(rng, stock, temporary, seconds, sing)
            except subprocess.SubprocessError as error:  # fluidsynth hangs on some files
                print("left out:", error)


def keep_sound(name, sound, notes, seconds):
    soundfile.write(f"{name}.wav", sound.T, RATE, subtype="FLOAT")
    np.savetxt(f"{name}.txt", written(notes, seconds), fmt="%.0f")


def main(folder, count, seed, part):
    contours = Contours(os.environ["NOTE_NETWORK"])
    os.makedirs(folder, exist_ok=True)
    for place, sound, truth, notes in clips(count, seed, part, SECONDS, vocals):
        spectra = bands(sound)
        frames = spectra.shape[1]
        at = np.clip((np.arange(frames) * HOP / RATE / STEP).round().astype(int), 0, len(truth) - 1)
        name = f"{folder}/{seed}_{place:04d}"
        if os.environ.get("KEEP_SOUND"):
            keep_sound(name, sound, notes, SECONDS)
        with tempfile.TemporaryDirectory() as temporary:
            clip_of = {"f": spectra, "c": contours.of(sound.mean(0), frames), "m": smoothed(truth[at]).astype(np.float32)}
            np.savez(f"{temporary}/clip.npz", **clip_of)
            # Whole at once: a training may read the folder meanwhile.
            shutil.move(f"{temporary}/clip.npz", f"{name}.npz")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
