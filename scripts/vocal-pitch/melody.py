"""What is sung: a walk through the notes that sound around it, or the top of the piano's notes in the voice's register."""

import numpy as np


def pitch_classes(notes, start, end):
    held = [n.pitch % 12 for n in notes if n.start < end and n.end > start]
    return np.bincount(held or [0], minlength=12)


def top_notes(rng, notes, start, seconds, low, high):
    shift, sung, last = 12 * rng.integers(-2, 2), [], -1
    inside = (n for n in notes if start <= n.start < start + seconds and n.pitch >= 60)
    for note in sorted(inside, key=lambda n: (n.start, -n.pitch)):
        if note.start - last < 0.09:
            continue
        pitch = note.pitch + shift
        while pitch < low:
            pitch += 12
        while pitch > high:
            pitch -= 12
        sung.append([note.start - start, note.end - start, pitch])
        last = note.start
    return sung


def walk(rng, notes, beats, start, seconds, low, high):
    scale = np.argsort(-pitch_classes(notes, start, start + seconds))[:7]
    beats = beats[(beats >= start - 2) & (beats < start + seconds + 2)]
    if len(beats) < 3:
        beats = np.arange(start, start + seconds, 0.5)
    parts = rng.choice([1, 2, 4], p=[0.25, 0.5, 0.25])
    grid = np.concatenate([np.linspace(a, b, parts, endpoint=False) for a, b in zip(beats, beats[1:])])
    pitch, place, sung = int(rng.integers(low + 3, high - 2)), 0, []
    candidates = np.arange(low, high + 1)
    while place < len(grid) - 1:
        for _ in range(int(rng.integers(4, 16))):
            length = int(rng.choice([1, 1, 1, 2, 2, 3, 4, 6]))
            if place + length >= len(grid):
                return sung
            begin, end = grid[place], grid[place + length]
            place += length
            if end - begin < 0.1:
                continue
            chord = pitch_classes(notes, begin, end)
            wanted = np.clip(pitch + (rng.normal(0, 3.2) if rng.random() < 0.8 else 0), low, high)
            score = -abs(candidates - wanted) / 1.5 + 2 * (chord[candidates % 12] > 0)
            score += 1.5 * np.isin(candidates % 12, scale) + rng.gumbel(0, 0.5, len(candidates))
            pitch = int(candidates[np.argmax(score)])
            early = 0 if rng.random() < 0.7 else rng.uniform(0.02, 0.12)
            sung.append([begin - start, end - start - early, pitch])
        place += int(rng.integers(1, max(2, parts * 4)))
    return sung


def melody(rng, notes, beats, start, seconds, low, high):
    """(start, end, MIDI) within the clip."""
    if rng.random() < 0.25:
        sung = top_notes(rng, notes, start, seconds, low, high)
    else:
        sung = walk(rng, notes, beats, start, seconds, low, high)
    return tied(rng, sung, seconds)


def tied(rng, sung, seconds):
    """What lies within the clip, a note at a time; short pauses are mostly tied over."""
    sung = [note for note in sung if 0 <= note[0] < seconds - 0.2]
    found = []
    for place, (begin, end, pitch) in enumerate(sung):
        following = sung[place + 1][0] if place + 1 < len(sung) else seconds
        end = min(end, following, begin + 4, seconds)
        if following < seconds and following - end < 0.15 and rng.random() < 0.7:
            end = following
        if end - begin > 0.09:
            found.append((begin, end, pitch))
    return found
