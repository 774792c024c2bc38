"""Songs as notes with voices (0 leads) → performances by drawn instruments, and the leading line of each as it sounds."""

import numpy as np

SOFT = [16, 19, 20, 21, 40, 41, 42, 44, 48, 49, 50, 51, 52, 53, 54, 56, 57, 58, 60, 61, 68, 70, 71, 73, 89, 91]
STRUCK = [0, 1, 4, 6, 11, 12, 24, 25, 26, 27, 45, 46]
BASSES = [32, 33, 35, 42, 43, 58, 70]
LEADING = [73, 40, 65, 71, 53, 56, 24, 22, 0, 80, 11, 27, 68, 66, 64, 74, 75, 21, 52, 26, 30, 81, 4]
BEHIND = [0, 4, 24, 48, 46, 0, 25, 5, 1, 2, 26, 49, 50, 16, 19, 89, 88, 27, 6, 21]
DRUMS = 9
CLIP_SECONDS = 30.0


def clip_of(song, rng, kind):
    """Notes of a stretch of the song at a drawn pace, from 0 on: [start, end, pitch, velocity, voice] in seconds; seconds a beat."""
    notes = song["notes"].astype(np.float64)
    if song["ticks"]:
        bpm = 56 * (136 / 56) ** (rng.random() ** 1.4)
        per = 60 / bpm / 480
    else:
        per = 1 / rng.uniform(0.7, 1.2) / 1000
    notes[:, :2] *= per
    beat = song["beat"] * per
    first, last = notes[:, 0].min(), notes[:, 1].max()
    spare = last - first - CLIP_SECONDS
    start = first + (rng.random() * spare if spare > 0 else 0)
    start = np.floor(start / beat) * beat
    notes = notes[(notes[:, 0] >= start - 1e-3) & (notes[:, 0] < start + CLIP_SECONDS)]
    notes[:, :2] -= start
    return notes, beat


def in_chords(notes, rng):
    """The line with voices below it in its own rhythm, of what sounds with it: as a hymn is set."""
    line, others = notes[notes[:, 4] == 0], notes[notes[:, 4] != 0]
    out, voices = [line], int(rng.integers(1, 4))
    scale = np.bincount(notes[:, 2].astype(int) % 12, minlength=12) > 0
    every = 0.9 if rng.random() < 0.4 else 0.0
    last = -9.0
    for start, end, pitch, velocity, _ in line:
        if every and start - last < every * 0.5:
            continue
        last = start
        sounding = others[(others[:, 0] < end - 0.05) & (others[:, 1] > start + 0.05)]
        classes = set((sounding[:, 2] % 12).astype(int))
        if not classes:
            root = next((p for p in (pitch - 3, pitch - 4, pitch - 5) if scale[int(p) % 12]), pitch - 5)
            classes = {int(pitch) % 12, int(root) % 12, int(root - 4) % 12 if scale[int(root - 4) % 12] else int(root - 3) % 12}
        at = pitch
        for voice in range(1, voices + 1):
            below = [p for p in range(int(at) - 3, int(at) - 13, -1) if p % 12 in classes]
            at = below[0] if below else at - 5
            if voice == 3:
                bass = sounding[:, 2].min() if len(sounding) else at - 7
                at = bass if bass < at - 2 else at - 12
            out.append(np.array([[start, max(end, start + every), at, velocity + rng.normal(0, 5), voice]]))
    notes = np.concatenate(out)
    return notes[np.argsort(notes[:, 0], kind="stable")]


def drums(beat, rng, seconds):
    hats, level, style = int(rng.choice([1, 2, 2, 4])), rng.uniform(0.4, 1.0), rng.integers(3)
    notes = []
    for k in range(int(seconds / beat)):
        at = k * beat
        if style < 2:
            notes += [(at + h * beat / hats, 42, 60) for h in range(hats)]
            if k % 2 == 0 or rng.random() < 0.15:
                notes.append((at, 36, 100))
            if k % 2 == 1:
                notes.append((at, int(rng.choice([38, 40])), 90))
            if rng.random() < 0.1:
                notes.append((at + beat / 2, 36, 85))
            if k % 16 == 0:
                notes.append((at, 49, 80))
        elif rng.random() < 0.6:
            notes.append((at, int(rng.choice([35, 38, 41, 54, 70])), 75))
    return [(t, t + 0.1, p, int(np.clip(v * level + rng.uniform(0, 12), 1, 127)), DRUMS) for t, p, v in notes]


def performance(song, rng):
    """→ notes (start, end, pitch, velocity, channel), programs, pans, line (N × start, end, pitch)."""
    group, kind = song["group"], song["kind"]
    notes, beat = clip_of(song, rng, kind)
    if len(notes) < 8 or (notes[:, 4] == 0).sum() < 6:
        return None
    is_pop, is_alone = group == "pop", not (notes[:, 4] != 0).any()
    styles, odds = ("piano", "lead", "ensemble", "chords"), (0.45, 0.3, 0.15, 0.1) if is_pop else (0.08, 0.2, 0.57, 0.15)
    style = str(rng.choice(styles, p=odds))
    if group == "hymns and chorales" and style == "chords":
        style = "ensemble"
    if is_alone and style == "chords" and rng.random() < 0.5:
        style = "ensemble"
    if style == "chords":
        notes = in_chords(notes, rng)
        style = str(rng.choice(("ensemble", "piano"), p=(0.8, 0.2)))
    pick = lambda values: int(values[rng.integers(len(values))])
    shift = int(rng.integers(-4, 5))
    notes[:, 2] += shift
    if style != "piano" and rng.random() < 0.18:
        notes[notes[:, 4] == 0, 2] += -12 if rng.random() < 0.8 else 12
    voices = sorted(set(notes[:, 4].astype(int)))
    if style == "piano":
        program = 0 if rng.random() < 0.85 else pick([1, 2, 4, 5, 6, 24, 25])
        programs = {v: program for v in voices}
        loud = {v: 1.0 for v in voices}
        change = {v: rng.uniform(-15, 15) if v else rng.uniform(-8, 8) for v in voices} if rng.random() < 0.6 else {v: 0 for v in voices}
        spread, legato = 0.0, 1.0
    elif style == "lead":
        behind = pick(BEHIND)
        programs = {v: pick(LEADING + SOFT) if v == 0 else behind if rng.random() < 0.6 else pick(BEHIND) for v in voices}
        loud = {v: rng.uniform(0.9, 1.25) if v == 0 else rng.uniform(0.6, 1.0) for v in voices}
        change = {v: 0 for v in voices}
        spread, legato = rng.random() * 0.02, rng.uniform(0.8, 1.1)
    else:
        pool = {"soft": SOFT, "struck": STRUCK, "mixed": SOFT + STRUCK}[str(rng.choice(["soft", "soft", "mixed", "struck"]))]
        one = pick(pool) if rng.random() < 0.4 else None
        programs = {v: one if one is not None else pick(pool) for v in voices}
        loud = {v: rng.uniform(0.75, 1.1) for v in voices}
        change = {v: 0 for v in voices}
        spread, legato = (rng.random() * 0.045 if rng.random() < 0.6 else 0.0), rng.uniform(0.8, 1.15)
    free = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15]
    out, of_program, pans, line = [], {}, {}, []

    def add(part, program, loudness, louder, octave, is_line):
        channel = free[len(of_program) % len(free)]
        of_program[channel] = program
        pans[channel] = int(rng.integers(20, 108)) if rng.random() < 0.7 else 64
        delay = rng.random() * spread
        last_end, last = {}, 0.0
        for start, end, pitch, velocity, _ in part:
            at = max(0.0, start + delay + (rng.random() - 0.5) * 0.5 * spread)
            until = max(at + 0.02, at + (end - start) * legato)
            key = int(np.clip(pitch + octave, 21, 108))
            out.append([at, until, key, int(np.clip(velocity * loudness + louder, 1, 127)), channel])
            if is_line:
                line.append((at, until, key))

    for v in voices:
        part = notes[notes[:, 4] == v]
        add(part, programs[v], loud[v], change[v], 0, v == 0)
    # A key that is held is struck on another channel.
    if style == "ensemble":
        for v in voices:
            if rng.random() < 0.35:
                octave = 0 if v == 0 else int(rng.choice([-12, 0, 0, 12]))
                program = programs[v] if len(set(programs.values())) == 1 and len(voices) > 1 else pick(pool)
                add(notes[notes[:, 4] == v], program, rng.uniform(0.6, 1.0), 0, octave, False)
    if style == "lead" and len(voices) > 1 and rng.random() < 0.4:
        others = notes[notes[:, 4] != 0]
        low = others[others[:, 2] < 52]
        if len(low):
            add(low, pick(BASSES), rng.uniform(0.8, 1.1), 0, 0, False)
    notes_out = [tuple(n) for n in out]
    if style == "lead" and rng.random() < 0.5 or style == "ensemble" and rng.random() < 0.35:
        notes_out += drums(beat, rng, CLIP_SECONDS)
    line = np.array(sorted(line))
    return notes_out, of_program, pans, line


def painted(line, frames, rate):
    """Pitch at each frame's centre, 0 where there is none; of overlapping notes the later one."""
    track = np.zeros(frames, np.uint8)
    for start, end, pitch in line:
        a, b = int(np.ceil(start * rate)), int(np.ceil(end * rate))
        track[max(0, a) : min(frames, b)] = int(pitch)
    return track
