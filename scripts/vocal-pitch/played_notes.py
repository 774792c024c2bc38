"""played_notes.py FOLDER CLIPS SEED train|held: sounds of 32 s in which an instrument leads, and its notes; half of them alone. TUNES: as sung_notes.py.

NAME.wav, and NAME.notes.tsv: start and end in seconds, MIDI number.
"""

import json
import os
import sys

import numpy as np
import pretty_midi
import soundfile

from accompaniment import LEADS, accompany, parts_of
from features import RATE
from generate import HELD_EVERY, HELD_PLACE, subprocess, tempfile
from generate import files
from production import master, reverberated, rms
from sung_notes import SECONDS, TUNES, tune

# Keys, guitars and mallets besides what a voice is accompanied by: a line is led by these as often.
OTHERS = (0, 1, 4, 6, 11, 12, 24, 25, 26, 27, 46)
LOWEST = (43, 48, 52, 55, 60, 64, 67)


def led(rng, notes):
    """The tune on an instrument, mostly with its notes a little shorter or longer than written."""
    part = pretty_midi.Instrument(int(rng.choice(LEADS if rng.random() < 0.65 else OTHERS)))
    length = rng.uniform(0.7, 1.02)
    for begin, end, pitch in notes:
        part.notes.append(pretty_midi.Note(int(rng.uniform(70, 120)), int(pitch), begin, max(begin + 0.08, begin + (end - begin) * length)))
    return part


def clip(rng, songs, soundfonts, folder, is_alone):
    """(stereo sound, notes)."""
    song = pretty_midi.PrettyMIDI(str(rng.choice(songs)))
    start, low = rng.uniform(0, max(0, song.get_end_time() - SECONDS)), int(rng.choice(LOWEST))
    parts, shift = ([], 0) if is_alone else parts_of(rng, song, start, SECONDS, False)
    around = [
        pretty_midi.Note(n.velocity, n.pitch + shift, n.start, n.end)
        for part in song.instruments
        if not part.is_drum
        for n in part.notes
    ]
    notes = tune(rng, around, song.get_beats(), start, SECONDS, low, low + int(rng.integers(14, 22)))
    lead = accompany(rng, [(led(rng, notes), 0.3, True)], SECONDS, str(rng.choice(soundfonts)), folder, RATE)
    sound = lead / rms(lead)
    if not is_alone:
        band = accompany(rng, parts, SECONDS, str(rng.choice(soundfonts)), folder, RATE)
        sound = sound * 10 ** (rng.uniform(-3, 9) / 20) + band / rms(band)
    elif rng.random() < 0.7:
        sound = sound + reverberated(rng, sound.mean(0)) * rng.uniform(0.2, 1)
    return master(rng, sound + rng.normal(0, 10 ** (-rng.uniform(25, 60) / 20), sound.shape)), notes


def main(folder, count, seed, part):
    rng, songs, soundfonts = np.random.default_rng(seed), files(os.environ["SONGS"], part), os.environ["SOUNDFONTS"].split(":")
    known = enumerate(json.load(open(os.environ["TUNES"])))
    TUNES.extend(one["notes"] for place, one in known if (place % HELD_EVERY == HELD_PLACE) == (part == "held"))
    os.makedirs(folder, exist_ok=True)
    for place in range(count):
        with tempfile.TemporaryDirectory() as temporary:
            try:
                sound, notes = clip(rng, songs, soundfonts, temporary, place % 2 == 1)
            except subprocess.SubprocessError as error:
                print("left out:", error)
                continue
        name = f"{folder}/{'alone' if place % 2 else 'band'}{seed}_{place:04d}"
        soundfile.write(f"{name}.wav", sound.T, RATE, subtype="FLOAT")
        np.savetxt(f"{name}.notes.tsv", notes, fmt="%.3f", delimiter="\t")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
