"""sung_notes.py FOLDER CLIPS SEED train|held: sounds of 32 s and the notes that can be heard in them, half of them a voice alone.

TUNES: tunes as JSON, a list of {id, notes}, the notes as lists of onset and length in beats and MIDI number; one in twelve is held.

NAME.wav, and NAME.notes.tsv: start and end of the voiced sound in seconds, MIDI number, where the syllable begins. Two notes of one pitch are one
where neither a consonant nor a change of the sound lies between them.
"""

import json
import os
import sys

import numpy as np
import pretty_midi
import soundfile

import generate
import melody
from features import RATE
from generate import HELD_EVERY, HELD_PLACE, clip, stock_of
from production import master, reverberated, rms
from singing import STEP, Take, make_singer

SECONDS = 32.0
# Between two notes of one pitch: unvoiced time, or a change of the spectrum's log power (nats, root of the mean square), within this time.
CHANGE_SECONDS, UNVOICED_SECONDS, CHANGE_NATS = 0.12, 0.03, 0.7
TAKES, TUNES = [], []


class KeptTake(Take):
    """Keeps what was sung, to see what can be heard of it."""

    def sing(self, notes, detune, rate):
        sound, truth = super().sing(notes, detune, rate)
        TAKES.append((self, notes, truth))
        return sound, truth


def heard_notes(take, notes, truth):
    """(start, end, pitch, start of the syllable) of the notes, as far as they can be distinguished."""
    found, log_power = [], take.envelope + take.gain[:, None] * np.log(10) / 10
    for start, end, pitch in notes:
        i, j = int(start / STEP), min(int(end / STEP), len(truth))
        voiced = i + np.flatnonzero(np.isfinite(truth[i:j]))
        if len(voiced) < 8:
            continue
        begin, finish = voiced[0], voiced[-1] + 1
        last = found[-1] if found else None
        if last and round(last[2]) == round(pitch) and begin - last[1] < UNVOICED_SECONDS / STEP:
            before, after = log_power[i - 4, 3:300], log_power[i : i + int(CHANGE_SECONDS / STEP), 3:300]
            if np.sqrt(((after - before) ** 2).mean(1)).max() < CHANGE_NATS:
                last[1] = finish
                continue
        found.append([begin, finish, pitch, i])
    return [(a * STEP, b * STEP, pitch, c * STEP) for a, b, pitch, c in found]


def alone(rng, stock):
    """A voice without company, as someone records it: a room, noise."""
    song, u = pretty_midi.PrettyMIDI(str(rng.choice(stock.songs))), rng.uniform
    start, low = u(0, max(0, song.get_end_time() - SECONDS)), int(rng.choice([40, 43, 45, 48, 52, 55, 57]))
    around = [n for part in song.instruments if not part.is_drum for n in part.notes]
    notes = generate.melody(rng, around, song.get_beats(), start, SECONDS, low, low + int(rng.integers(14, 22)))
    voice = KeptTake(rng, SECONDS, make_singer(rng, low, stock.voices, stock.hertz), stock.syllables).sing(notes, rng.normal(0, 0.25), RATE)[0]
    stereo = np.stack([voice, voice]) / (rms(voice) + 1e-9)
    if rng.random() < 0.7:
        stereo += reverberated(rng, stereo.mean(0)) * u(0.2, 1)
    return master(rng, stereo + rng.normal(0, 10 ** (-u(25, 60) / 20), stereo.shape))


def tune(rng, notes, beats, start, seconds, low, high):
    """A tune of $TUNES in the key that fits what sounds around it best, from any of its notes on; one in five is a walk among that."""
    if rng.random() < 0.2:
        return melody.tied(rng, melody.walk(rng, notes, beats, start, seconds, low, high), seconds)
    sung, at, around = [], rng.uniform(0.2, 2), melody.pitch_classes(notes, start, start + seconds)
    while at < seconds:
        chosen = TUNES[rng.integers(len(TUNES))]
        chosen = chosen[rng.integers(max(1, len(chosen) - 24)) :]
        beat, pitches = rng.uniform(0.3, 0.75), np.array([pitch for _, _, pitch in chosen])
        middle = round((low + high) / 2 - pitches.mean())
        shift = max(range(middle - 6, middle + 6), key=lambda by: around[(pitches + by) % 12].sum())
        late = rng.normal(0, rng.uniform(0.005, 0.03), len(chosen))
        for (onset, length, pitch), off in zip(chosen, late):
            begin = max(at + (onset - chosen[0][0]) * beat + off, sung[-1][0] + 0.1 if sung else 0)
            sung.append([begin, begin + length * beat * rng.uniform(0.8, 1), int(pitch + shift)])
        at = sung[-1][1] + rng.uniform(0.3, 2)
    return melody.tied(rng, sung, seconds)


def main(folder, count, seed, part):
    generate.melody, generate.Take = tune, KeptTake
    rng, stock = np.random.default_rng(seed), stock_of(part)
    known = enumerate(json.load(open(os.environ["TUNES"])))
    TUNES.extend(one["notes"] for place, one in known if (place % HELD_EVERY == HELD_PLACE) == (part == "held"))
    os.makedirs(folder, exist_ok=True)
    for place in range(count):
        TAKES.clear()
        with generate.tempfile.TemporaryDirectory() as temporary:
            try:
                sound = alone(rng, stock) if place % 2 else clip(rng, stock, temporary, SECONDS, generate.vocals)[0]
            except generate.subprocess.SubprocessError as error:
                print("left out:", error)
                continue
        notes = heard_notes(*TAKES[0]) if TAKES else []
        name = f"{folder}/{'alone' if place % 2 else 'band'}{seed}_{place:04d}"
        soundfile.write(f"{name}.wav", sound.T, RATE, subtype="FLOAT")
        np.savetxt(f"{name}.notes.tsv", notes, fmt="%.3f", delimiter="\t")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
