"""Notes of POP909 and POP909-CL as arrays.

A song is an array of N rows, sorted by start and pitch: start and end in ticks of 480 a quarter, MIDI pitch, velocity,
and the track: 0 piano, 1 melody, 2 bridge, -1 not known.
"""

import collections
import os

import mido
import numpy as np

TICKS = 480
# Original files lie on a grid of 120 ticks, some ticks late: a song's commonest remainder is taken off.
GRID = 120
TRACKS = {"melody": 1, "bridge": 2}


def read(path):
    """All notes of a file: (name of the track in small letters, start, end, pitch, velocity)."""
    file = mido.MidiFile(path)
    scale = TICKS / file.ticks_per_beat
    notes = []
    for track in file.tracks:
        now, sounding = 0, {}
        for event in track:
            now += event.time
            if event.type == "note_on" and event.velocity > 0:
                sounding.setdefault((event.channel, event.note), []).append((now, event.velocity))
            elif event.type in ("note_off", "note_on"):
                begun = sounding.get((event.channel, event.note))
                if begun:
                    start, velocity = begun.pop(0)
                    notes.append((track.name.strip().lower(), start * scale, max(now, start + 1) * scale, event.note, velocity))
    return notes


def ordered(rows):
    return rows[np.lexsort((rows[:, 2], rows[:, 0]))]


def original(path):
    """A file of POP909 with its tracks; None where no track is named MELODY."""
    notes = read(path)
    if not any(track == "melody" for track, *_ in notes):
        return None
    rows = np.array([(*note, TRACKS.get(track, 0)) for track, *note in notes], float)
    late = np.bincount(rows[:, 0].astype(int) % GRID, minlength=GRID).argmax()
    rows[:, :2] -= late
    return ordered(rows)


def merged(path):
    """A file of POP909-CL, whose tracks are one; None where it has no track of that name."""
    rows = np.array([(*note, -1) for track, *note in read(path) if track == "piano"], float)
    return None if len(rows) == 0 else ordered(rows)


def with_tracks(cl_path, original_path):
    """A file of POP909-CL with the tracks of its original: both have the same pitches and velocities in the same order."""
    rows, tracks = merged(cl_path), collections.defaultdict(list)
    for _, _, pitch, velocity, track in original(original_path):
        tracks[(pitch, velocity)].append(track)
    for row in rows:
        waiting = tracks[(row[2], row[3])]
        row[4] = waiting.pop(0) if waiting else 0
    return rows


def known_songs(symbolic, names):
    """The songs of POP909 by name: (name, whether it is the song itself, rows), its other arrangements after it."""
    songs = []
    for name in names:
        folder = os.path.join(symbolic, "pop909", name)
        songs.append((name, True, with_tracks(os.path.join(symbolic, "pop909_cl", f"{name}.mid"), os.path.join(folder, f"{name}.mid"))))
        versions = os.path.join(folder, "versions")
        for file in sorted(os.listdir(versions)) if os.path.isdir(versions) else []:
            rows = original(os.path.join(versions, file))
            if rows is not None:
                songs.append((name, False, rows))
    return songs


def names_of_known(symbolic):
    """The numbers of the songs whose tracks are at hand."""
    return sorted(name for name in os.listdir(os.path.join(symbolic, "pop909")) if name.isdigit())


def merged_songs(symbolic):
    """All other songs of POP909-CL: (number, rows)."""
    known, folder = set(names_of_known(symbolic)), os.path.join(symbolic, "pop909_cl")
    songs = []
    for file in sorted(os.listdir(folder)):
        if not file.endswith(".mid") or file[:3] in known:
            continue
        rows = merged(os.path.join(folder, file))
        if rows is not None and len(rows) >= 200:
            songs.append((file[:-4].strip(), rows))
    return songs
