"""A piano arrangement as a band: other instruments, drums and places in the stereo picture, by fluidsynth."""

import subprocess

import numpy as np
import pretty_midi
import soundfile
from pretty_midi import ControlChange, Instrument, Note, PitchBend

from melody import melody

LONGEST_RENDERING_SECONDS = 180

LEADS = [0, 1, 4, 11, 12, 16, 19, 21, 22, 24, 25, 26, 27, 28, 29, 30, 40, 41, 42, 48, 52, 53, 56, 57, 60, 61, 64, 65, 66, 68]
LEADS += [71, 73, 75, 79, 80, 81, 85, 87, 105, 107]
CHORDS = [0, 0, 0, 1, 2, 4, 5, 6, 7, 16, 17, 18, 19, 21, 24, 24, 25, 25, 26, 27, 28, 29, 30, 30, 46, 48, 49, 50, 51, 52, 61]
CHORDS += [62, 81, 88, 89, 90, 95]
BASSES = [32, 33, 33, 34, 35, 36, 37, 38, 39, 43, 0]


def parts_of(rng, song, start, seconds, keep_lead):
    """Top notes, chords, lowest notes, pad and drums as instruments (parts of `accompany`); and by how much all is transposed."""
    shift = int(rng.integers(-4, 5))
    lead, chords, bass, pad = (Instrument(int(rng.choice(of))) for of in (LEADS, CHORDS, BASSES, CHORDS))
    drums = Instrument(0, is_drum=True)
    heard = [n for n in song.instruments[0].notes if n.end > start and n.start < start + seconds]
    together = {}
    for note in heard:
        together.setdefault(round(note.start, 2), []).append(note.pitch)
    for note in heard:
        pitches = together[round(note.start, 2)]
        part = chords
        if note.pitch == max(pitches) and note.pitch >= 62:
            part = lead
        elif note.pitch == min(pitches) and note.pitch < 54:
            part = bass
        if part is lead and not keep_lead:
            continue
        pitch = note.pitch + shift - (12 if part is bass and note.pitch > 50 else 0)
        part.notes.append(
            Note(note.velocity, int(np.clip(pitch, 0, 127)), max(0, note.start - start), max(0.05, note.end - start))
        )
    if len(song.instruments) > 1 and rng.random() < 0.6:
        pad.notes = [
            Note(int(n.velocity * 0.8), int(np.clip(n.pitch + shift, 0, 127)), max(0, n.start - start), n.end - start)
            for n in song.instruments[1].notes
            if n.end > start and n.start < start + seconds
        ]
    if rng.random() < 0.75:
        drums.notes = drum_notes(rng, song.get_beats() - start, seconds)
    return [(lead, 0.5, True), (chords, 1, False), (bass, 0.2, False), (pad, 1, False), (drums, 0, False)], shift


def drum_notes(rng, beats, seconds):
    kick, snare, cymbal = rng.random(8) < 0.35, rng.random(8) < 0.12, int(rng.choice([42, 42, 46, 51, 70]))
    kick[0] = snare[2] = snare[6] = True
    beats, notes = beats[(beats > -1) & (beats < seconds)], []
    for i, (begin, end) in enumerate(zip(beats, beats[1:])):
        for half in range(2):
            at, place = begin + (end - begin) * half / 2, (i % 4) * 2 + half
            strokes = ((kick[place], 36), (snare[place], rng.choice([38, 40])), (rng.random() < 0.9, cymbal))
            notes += [Note(int(rng.uniform(60, 120)), int(p), at, at + 0.1) for on, p in strokes if on and at >= 0]
    return notes


def player(rng, around, beats, start, seconds):
    """An instrument that plays a line as a voice might sing it."""
    part, low = Instrument(int(rng.choice(LEADS))), int(rng.choice([43, 48, 52, 55, 60, 64]))
    for begin, end, pitch in melody(rng, around, beats, start, seconds, low, low + int(rng.integers(12, 20))):
        part.notes.append(Note(int(rng.uniform(60, 120)), int(pitch), begin, end))
    return part


def doubling(rng, notes):
    """An instrument that plays what is sung, in its octave or another one, at times not all of it."""
    part, octave = Instrument(int(rng.choice(LEADS))), int(rng.choice([-12, 0, 0, 12]))
    kept = rng.uniform(0.4, 1)
    part.notes = [Note(int(rng.uniform(50, 110)), int(p + octave), a, b) for a, b, p in notes if rng.random() < kept]
    return part


def rendered(midi, soundfont, folder, rate):
    """2 × samples of a MIDI file."""
    wav = f"{folder}/clip.wav"
    command = ["fluidsynth", "-q", "-ni", "-g", "0.5", "-r", str(rate), "-T", "wav", "-O", "s16", "-F", wav, soundfont, midi]
    subprocess.run(command, check=True, capture_output=True, timeout=LONGEST_RENDERING_SECONDS)
    return soundfile.read(wav)[0].T


def accompany(rng, parts, seconds, soundfont, folder, rate):
    """2 × samples of the parts, each with how far it may be from the middle, and whether it leads."""
    u, output = rng.uniform, pretty_midi.PrettyMIDI()
    for part, spread, leads in parts:
        if not part.notes:
            continue
        pan = int(np.clip(64 + spread * rng.normal(0, 35), 0, 127))
        settings = ((10, pan), (7, int(u(50, 115))), (91, int(u(0, 90))), (93, int(u(0, 60))))
        part.control_changes += [ControlChange(number, value, 0) for number, value in settings]
        if leads and rng.random() < 0.4:
            part.control_changes += [ControlChange(1, int(u(0, 127)), float(t)) for t in np.arange(0, seconds, 1)]
        if leads and rng.random() < 0.3:
            for note in sorted(part.notes, key=lambda n: n.start):
                depth = u(1000, 4000) if rng.random() < 0.4 else 0
                part.pitch_bends += [PitchBend(int(-depth * (1 - k / 8)), note.start + k * 0.01) for k in range(9) if depth]
            part.pitch_bends.sort(key=lambda bend: bend.time)
        output.instruments.append(part)
    midi = f"{folder}/clip.mid"
    output.write(midi)
    sound = rendered(midi, soundfont, folder, rate)[:, : int(seconds * rate)]
    return np.pad(sound, ((0, 0), (0, int(seconds * rate) - sound.shape[1])))
