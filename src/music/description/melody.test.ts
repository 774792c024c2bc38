import { describe, expect, it } from 'vitest';
import { type CentreSalience, salienceBinCount, salienceLowestMidi } from '../../signal/centre-salience.js';
import { leadingLine, leadingLineOfNotes } from './leading-line.js';
import { melodyLines } from './lines.js';
import { trackLine } from './melody-track.js';
import type { HeardLine } from './note-beginnings.js';
import { noteEvents } from './note-events.js';
import {
  activationsOf,
  type KnownNote,
  leadingPitchOf,
  silentCentre,
  testFramesPerSecond,
  vocalPitchOf,
} from './test-support/activations.js';

const tune = [67, 69, 71, 72, 74, 72, 71, 69];

/** The tune in half seconds over held thirds an octave and more below. */
function accompanied(repeats: number): KnownNote[] {
  return Array.from({ length: repeats * tune.length }, (_, i) => {
    const startSeconds = i * 0.5;
    const notes: KnownNote[] = [
      { startSeconds, endSeconds: startSeconds + 0.45, midi: tune[i % tune.length]!, level: 0.9 },
    ];
    if (i % 4 === 0) {
      for (const midi of [48, 52])
        notes.push({ startSeconds, endSeconds: startSeconds + 1.9, midi, level: 0.5 });
    }
    return notes;
  }).flat();
}

/** A stereo centre that holds one voice: a peak that moves with `pitchAt` (MIDI, NaN for silence). */
function centreWith(pitchAt: (seconds: number) => number, seconds: number): CentreSalience {
  const centre = silentCentre(seconds);
  const { frames, framesPerSecond, salience } = centre;
  for (let frame = 0; frame < frames; frame++) {
    const at = (pitchAt(frame / framesPerSecond) - salienceLowestMidi) * 3;
    for (let bin = Math.floor(at) - 2; bin <= at + 3; bin++) {
      if (bin >= 0 && bin < salienceBinCount)
        salience[frame * salienceBinCount + bin] = 15 * Math.exp(-0.5 * (bin - at) ** 2);
    }
  }
  return { ...centre, mixSalience: salience };
}

describe('notes', () => {
  it('come back with their pitch and place', () => {
    const known = accompanied(2);
    const found = noteEvents(activationsOf(known, 8.5));
    expect(found.map(({ midi }) => midi).sort()).toEqual(known.map(({ midi }) => midi).sort());
    for (const { startSeconds, endSeconds, midi } of known) {
      const match = found.find(
        (n) => n.midi === midi && Math.abs(n.startFrame / testFramesPerSecond - startSeconds) < 0.03,
      );
      expect(match).toBeDefined();
      expect(Math.abs(match!.endFrame / testFramesPerSecond - endSeconds)).toBeLessThan(0.08);
    }
  });

  it('are distinguished when a key is struck again at once', () => {
    const known = [0, 0.5, 1].map((startSeconds) => ({
      startSeconds,
      endSeconds: startSeconds + 0.5,
      midi: 60,
    }));
    expect(noteEvents(activationsOf(known, 2))).toHaveLength(3);
  });
});

/** Nothing says where something begins. */
function noOnsets(frames: number): HeardLine['onsets'] {
  const nothing = new Float32Array(frames);
  return { fluxAll: nothing, fluxLow: nothing, noteAll: nothing };
}

/** What else is heard of a recording in which nobody sings. */
const nothingSung = (seconds: number) => ({
  centre: silentCentre(seconds),
  vocalPitch: vocalPitchOf(() => Number.NaN, seconds),
  onsets: noOnsets(Math.ceil(seconds * testFramesPerSecond)),
});

describe('the leading line', () => {
  const line = tune.map((midi, i) => ({ startSeconds: i * 0.5, endSeconds: i * 0.5 + 0.45, midi }));
  const sounding = activationsOf(accompanied(1), 5);
  const midis = (notes: readonly { midi: number }[]): number[] => notes.map(({ midi }) => midi);

  it('has the pitches that lead, each from where it begins, and never overlaps', () => {
    const notes = leadingLineOfNotes(leadingPitchOf(line, 5), sounding);
    expect(midis(notes)).toEqual(tune);
    for (const [i, { startFrame, endFrame }] of notes.entries()) {
      expect(Math.abs(startFrame / testFramesPerSecond - i * 0.5)).toBeLessThan(0.03);
      expect(endFrame).toBeLessThanOrEqual(notes[i + 1]?.startFrame ?? Number.POSITIVE_INFINITY);
    }
  });

  it('has two notes where a key is struck again under one pitch', () => {
    const struck = [0.5, 1].map((startSeconds) => ({
      startSeconds,
      endSeconds: startSeconds + 0.5,
      midi: 72,
    }));
    const held = [{ startSeconds: 0.5, endSeconds: 1.5, midi: 72 }];
    expect(midis(leadingLineOfNotes(leadingPitchOf(held, 3), activationsOf(struck, 3)))).toEqual([72, 72]);
  });

  it('leaves out a pitch that another line sounds, and its octave', () => {
    const of = (midi: number) => ({ startFrame: 0, endFrame: 430, midi, salience: 1 });
    const heard = { activations: sounding, leadingPitch: leadingPitchOf(line, 5), ...nothingSung(5) };
    const left = leadingLine(heard, [of(69), of(84)]);
    expect(midis(left)).toEqual([67, 71, 74, 71]);
  });

  it('does not follow a pitch for a moment, and is empty where nothing leads', () => {
    const brief = [...line.slice(0, 2), { startSeconds: 1, endSeconds: 1.05, midi: 88 }];
    expect(midis(leadingLineOfNotes(leadingPitchOf(brief, 3), sounding))).toEqual([67, 69]);
    expect(leadingLineOfNotes(leadingPitchOf([], 3), activationsOf([], 3))).toEqual([]);
  });
});

describe('tracking', () => {
  it('follows the ridge, and is silent where there is none', () => {
    const width = 20;
    const values = new Float32Array(120 * width);
    for (let frame = 40; frame < 80; frame++) values[frame * width + (frame < 60 ? 5 : 9)] = 0.5;
    const path = trackLine(
      { frames: 120, width, values },
      { perSemitone: 0.03, leapLimit: 12, change: 0.3, voicing: 0.4, silence: 0.03 },
    );
    expect(Array.from(path)).toEqual(
      Array.from({ length: 120 }, (_, frame) => (frame < 40 || frame >= 80 ? -1 : frame < 60 ? 5 : 9)),
    );
  });
});

describe('the sung line', () => {
  const notes = tune.map((midi, i) => ({ startSeconds: 1 + i, endSeconds: 1.9 + i, midi: midi - 5 }));
  const activations = activationsOf(notes, 11);
  const pitch = (seconds: number): number =>
    seconds >= 1 && seconds % 1 < 0.9 ? (tune[Math.floor(seconds) - 1] ?? Number.NaN) - 5 : Number.NaN;

  const vocalPitch = vocalPitchOf(pitch, 11);
  const leadingPitch = leadingPitchOf(notes, 11);
  const heard = { activations, vocalPitch, onsets: noOnsets(activations.frames) };
  const linesOf = (centre: CentreSalience) =>
    melodyLines({ ...heard, leadingPitch, centre }, { ...heard, centre }, 0);

  it('is a centred melody with vibrato', () => {
    const centre = centreWith((t) => pitch(t) + 0.35 * Math.sin(2 * Math.PI * 5.5 * t), 11);
    const { vocal, topline } = linesOf(centre);
    expect(vocal.map(({ midi }) => midi)).toEqual(tune.map((midi) => midi - 5));
    expect(topline).toEqual(vocal);
    for (const [i, { startFrame, endFrame }] of vocal.entries()) {
      expect(Math.abs(1 + i - startFrame / testFramesPerSecond)).toBeLessThan(0.05);
      expect(endFrame).toBeLessThanOrEqual(vocal[i + 1]?.startFrame ?? Number.POSITIVE_INFINITY);
    }
  });

  it('is empty for the same melody on steady keys, which is then instrumental', () => {
    const centre = centreWith(pitch, 11);
    const { vocal, instrumental } = linesOf(centre);
    expect(vocal).toEqual([]);
    expect(instrumental.map(({ midi }) => midi)).toEqual(tune.map((midi) => midi - 5));
  });
});
