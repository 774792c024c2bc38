"""unsung.py FOLDER PIANOS RECORDINGS SEED: clips of 24 s without a voice: songs on one instrument, and recordings as they are."""

import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import pretty_midi
import soundfile
from pretty_midi import ControlChange, Note

from features import RATE, Contours, bands
from generate import SECONDS, files
from production import master, rms
from recordings import instrumentals, recorded

# Pianos, electric pianos, guitars, harp.
KEYS = [0, 0, 0, 1, 2, 4, 5, 24, 25, 46]


def piano(rng, path, soundfont, folder):
    """2 × samples of a part of a song, all of it on one instrument."""
    song, program, pan = pretty_midi.PrettyMIDI(path), int(rng.choice(KEYS)), int(rng.choice([64, 64, 50, 78]))
    start = rng.uniform(0, max(0, song.get_end_time() - SECONDS))
    for part in song.instruments:
        inside = [n for n in part.notes if n.end > start + 0.05 and n.start < start + SECONDS]
        part.notes = [Note(n.velocity, n.pitch, max(0, n.start - start), n.end - start) for n in inside]
        part.program, part.control_changes = program, [ControlChange(10, pan, 0), ControlChange(91, int(rng.uniform(0, 80)), 0)]
    song.instruments = [part for part in song.instruments if part.notes]
    midi, wav, samples = f"{folder}/piano.mid", f"{folder}/piano.wav", int(SECONDS * RATE)
    song.write(midi)
    command = ["fluidsynth", "-q", "-ni", "-g", "0.5", "-r", str(RATE), "-T", "wav", "-O", "s16", "-F", wav, soundfont, midi]
    subprocess.run(command, check=True, capture_output=True)
    sound = soundfile.read(wav)[0].T[:, :samples]
    sound = np.pad(sound, ((0, 0), (0, samples - sound.shape[1])))
    return master(rng, sound / rms(sound)) if rng.random() < 0.5 else sound / abs(sound).max() * 10 ** (-rng.uniform(0, 10) / 20)


def main(folder, pianos, recordings, seed):
    rng, contours = np.random.default_rng(seed), Contours(os.environ["NOTE_NETWORK"])
    songs, files_of, soundfonts = files(os.environ["SONGS"], "train"), instrumentals(os.environ["INSTRUMENTALS"], "train"), os.environ["SOUNDFONTS"].split(":")
    with tempfile.TemporaryDirectory() as temporary:
        for place in range(pianos + recordings):
            if place < pianos:
                sound = piano(rng, str(rng.choice(songs)), str(rng.choice(soundfonts)), temporary)
            else:
                sound = recorded(rng, str(rng.choice(files_of)), SECONDS)[0]
                sound = master(rng, sound / rms(sound))
            f = bands(sound)
            c = contours.of(sound.mean(0), f.shape[1])
            np.savez(f"{temporary}/clip.npz", f=f, c=c, m=np.full(f.shape[1], np.nan, np.float32))
            shutil.move(f"{temporary}/clip.npz", f"{folder}/unsung{seed}_{place:03d}.npz")


if __name__ == "__main__":
    main(sys.argv[1], *(int(value) for value in sys.argv[2:5]))
