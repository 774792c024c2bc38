"""pack.py SONGS SYMBOLIC TAGGED: writes songs.json and songs.npz here, what perform.py performs.

SONGS is what `npm run bench -- description --leading-songs SONGS` wrote, SYMBOLIC has the folder pop909, TAGGED is what
scripts/topline/tag.py wrote. Of POP909 only the songs that a description's figures are not reported on are taken.
"""

import glob
import json
import os
import sys

import numpy as np
import pretty_midi

LIMITS = {"hymns and chorales": 600, "dances with chords": 800, "tunes": 1500}
LEARNT = "007 053 065 083 161 173 191 343 347 383 389 433".split()
VOICES = {"melody": 0, "bridge": 2}
LONGEST_MS = 70_000


def collections(folder, rng):
    """Notes in milliseconds: start, end, pitch, velocity, voice."""
    by_group = {}
    for line in open(os.path.join(folder, "collections.jsonl")):
        song = json.loads(line)
        by_group.setdefault(song["group"], []).append(song)
    for group, songs in by_group.items():
        rng.shuffle(songs)
        for song in songs[: LIMITS[group]]:
            notes = np.array(song["notes"], float)
            notes[:, :2] = np.round(notes[:, :2] * 1000)
            notes = notes[notes[:, 0] < LONGEST_MS].astype(np.int32)
            kind = group if (notes[:, 4] != 0).any() else "tunes alone"
            yield {"id": song["id"], "group": group, "kind": kind, "family": song["family"], "ticks": False, "beat": song["beat"] * 1000}, notes


def tagged(folder):
    """Notes in ticks of 480 a quarter; the tempo is drawn when they are performed."""
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        song = json.load(open(path))
        notes = np.array(song["notes"])
        voice = np.where(notes[:, 6] > 0, 0, np.where(notes[:, 5] > 0.5, 2, 1))
        name = f"tagged {song['song']}"
        about = {"id": name, "group": "pop", "kind": "tagged", "family": name, "ticks": True, "beat": 480.0}
        yield about, np.column_stack([notes[:, :4], voice]).astype(np.int32)


def known(symbolic):
    for name in LEARNT:
        folder = os.path.join(symbolic, "pop909", name)
        for path in [os.path.join(folder, f"{name}.mid"), *sorted(glob.glob(os.path.join(folder, "versions", "*.mid")))]:
            midi = pretty_midi.PrettyMIDI(path)
            rows = [
                (round(note.start * 1000), round(note.end * 1000), note.pitch, note.velocity, VOICES.get(track.name.strip().lower(), 1))
                for track in midi.instruments
                for note in track.notes
            ]
            notes = np.array(sorted(rows), np.int32)
            if (notes[:, 4] == 0).any():
                beat = 60_000 / midi.get_tempo_changes()[1][0]
                yield {"id": name, "group": "pop", "kind": "known", "family": name, "ticks": False, "beat": beat}, notes


def main(songs, symbolic, folder):
    packed = [*collections(songs, np.random.default_rng(0)), *tagged(folder), *known(symbolic)]
    notes = np.concatenate([of for _, of in packed])
    np.savez_compressed(
        "songs.npz",
        idx=np.cumsum([0] + [len(of) for _, of in packed]).astype(np.int32),
        start=np.diff(notes[:, 0], prepend=0).astype(np.int32),
        length=np.clip(notes[:, 1] - notes[:, 0], 1, 30_000).astype(np.int16),
        pitch=notes[:, 2].astype(np.uint8),
        vel=np.clip(notes[:, 3], 1, 127).astype(np.uint8),
        voice=notes[:, 4].astype(np.uint8),
    )
    with open("songs.json", "w") as file:
        json.dump([about for about, _ in packed], file)


if __name__ == "__main__":
    main(*sys.argv[1:])
