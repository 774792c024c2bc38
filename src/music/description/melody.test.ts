import { describe, expect, it } from 'vitest';
import { type CentreSalience, salienceBinCount, salienceLowestMidi } from '../../signal/centre-salience.js';
import { melodyLines } from './lines.js';
import { melodyCandidates } from './melody-candidates.js';
import { melodyNetworks } from './melody-networks.js';
import { leadingLine } from './melody-notes.js';
import { amongThePresent, melodyScores } from './melody-scores.js';
import { trackLine } from './melody-track.js';
import { type FrameNote, noteEvents } from './note-events.js';
import { keyCount, lowestKey } from './pitch-activations.js';
import {
  activationsOf,
  type KnownNote,
  levelsOf,
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
function centreWith(
  pitchAt: (seconds: number) => number,
  notes: readonly KnownNote[],
  seconds: number,
): CentreSalience {
  const centre = levelsOf(notes, seconds);
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

/** The leading line of notes that are known. */
function lineOf(notes: readonly KnownNote[], seconds: number) {
  const candidates = melodyCandidates(activationsOf(notes, seconds), levelsOf(notes, seconds));
  return leadingLine(candidates, melodyScores(candidates, testFramesPerSecond), testFramesPerSecond, {
    gain: melodyNetworks().gain,
  });
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

describe('candidates of the melody', () => {
  it('hold quiet notes with a clear beginning, which the notes of the mix leave out', () => {
    const activations = activationsOf([{ startSeconds: 1, endSeconds: 1.5, midi: 80, level: 0.2 }], 3);
    const start = Math.round(testFramesPerSecond);
    activations.onsets[start * keyCount + 80 - lowestKey] = 200;
    expect(noteEvents(activations)).toEqual([]);
    const found = melodyCandidates(activations, levelsOf([], 3));
    expect(found.map(({ midi, startFrame }) => [midi, startFrame])).toEqual([[80, start]]);
  });

  it('are one note where a key becomes active shortly before its onset, two where long before', () => {
    const known = [{ startSeconds: 1, endSeconds: 2, midi: 72, level: 0.9 }];
    const startsAfter = (frames: number): number[] => {
      const activations = activationsOf(known, 3);
      const start = Math.round(testFramesPerSecond);
      for (let frame = 0; frame < activations.frames; frame++)
        activations.onsets[frame * keyCount + 72 - lowestKey] = frame === start + frames ? 200 : 0;
      return melodyCandidates(activations, levelsOf(known, 3)).map(({ startFrame }) => startFrame - start);
    };
    expect(startsAfter(5)).toEqual([5]);
    expect(startsAfter(30)).toHaveLength(2);
  });

  it('know how far a note rose above what sounded, and how long it rings', () => {
    const known = [
      { startSeconds: 0.5, endSeconds: 1.5, midi: 60, level: 0.5 },
      { startSeconds: 1.5, endSeconds: 1.7, midi: 60, level: 0.9 },
    ];
    const [first, second] = melodyCandidates(activationsOf(known, 4), levelsOf(known, 4));
    expect(second!.level - first!.level).toBe(64);
    expect(second!.level - second!.attacks[0]).toBeGreaterThan(0);
    expect(first!.attacks[0]).toBe(first!.level);
    expect(first!.sustainFrames).toBeGreaterThan(second!.sustainFrames);
  });
});

describe('the leading line', () => {
  it('is the tune, not its accompaniment, and never overlaps', () => {
    const line = lineOf(accompanied(4), 17);
    const high = line.filter(({ midi }) => midi >= 67).map(({ midi }) => midi);
    expect(high).toEqual([...tune, ...tune, ...tune, ...tune]);
    for (const [i, note] of line.slice(1).entries())
      expect(note.startFrame).toBeGreaterThanOrEqual(line[i]!.endFrame);
  });

  it('is empty without notes', () => {
    expect(lineOf([], 3)).toEqual([]);
  });

  const noteAt = (seconds: number, midi: number, length = 0.2): FrameNote => ({
    startFrame: Math.round(seconds * testFramesPerSecond),
    endFrame: Math.round((seconds + length) * testFramesPerSecond),
    midi,
    salience: 0.5,
  });

  it('is silent through a solo of the accompaniment, however many notes that has, and goes on behind it', () => {
    const solo = Array.from({ length: 400 }, (_, i) => noteAt(2 + i * 0.1, 50 + (i % 5)));
    const notes = [noteAt(0, 70), noteAt(1, 72), ...solo, noteAt(43, 74), noteAt(44, 76)];
    const scores = Float32Array.from(notes, ({ midi }) => (midi >= 70 ? 5 : -8));
    expect(leadingLine(notes, scores, testFramesPerSecond, { gain: 2.5 }).map(({ midi }) => midi)).toEqual([
      70, 72, 74, 76,
    ]);
  });

  it('is one voice: of equal notes it takes the one that waits for the end of the note before', () => {
    const notes = [noteAt(0, 70, 1), noteAt(0.5, 72, 0.4), noteAt(1, 72, 0.4)];
    const scores = Float32Array.of(4, -1, -1);
    const line = leadingLine(notes, scores, testFramesPerSecond, { gain: 2.5 });
    expect(line.map(({ startFrame }) => startFrame)).toEqual([0, Math.round(testFramesPerSecond)]);
  });
});

describe('scores of a melody', () => {
  const flute = tune.map((midi, i) => ({
    startSeconds: i * 0.5,
    endSeconds: i * 0.5 + 0.45,
    midi,
    level: 0.9,
  }));
  const candidates = melodyCandidates(activationsOf(flute, 5), levelsOf(flute, 5));
  const doubts = new Float32Array(candidates.length).fill(-9).map((value, i) => value + i / 10);

  it('are raised where clear notes sound until the best of them is likely, in their order', () => {
    const raised = amongThePresent(candidates, doubts, testFramesPerSecond, 1);
    expect(Math.max(...raised)).toBeCloseTo(1);
    expect(Array.from(raised).sort((a, b) => a - b)).toEqual(Array.from(raised));
  });

  it('sink where next to nothing is clear, as in noise, however likely they look', () => {
    const likely = new Float32Array(candidates.length).fill(2);
    const unclear = candidates.map((note) => ({ ...note, salience: 0.2 }));
    expect(Math.max(...amongThePresent(unclear, likely, testFramesPerSecond, 1))).toBeLessThan(-3);
    const hiss = Array.from({ length: 200 }, () => unclear).flat();
    const oneClear = [...hiss, candidates[0]!].sort((a, b) => a.startFrame - b.startFrame);
    const sunk = amongThePresent(oneClear, new Float32Array(oneClear.length).fill(2), testFramesPerSecond, 1);
    expect(Math.max(...sunk)).toBeLessThan(-3);
    expect(Array.from(amongThePresent(candidates, likely, testFramesPerSecond, 1))).toEqual(
      Array.from(likely),
    );
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
  const linesOf = (centre: CentreSalience) =>
    melodyLines({ activations, centre }, { activations, centre, vocalPitch }, 0);

  it('is a centred melody with vibrato', () => {
    const centre = centreWith((t) => pitch(t) + 0.35 * Math.sin(2 * Math.PI * 5.5 * t), notes, 11);
    const { vocal, topline } = linesOf(centre);
    expect(vocal.map(({ midi }) => midi)).toEqual(tune.map((midi) => midi - 5));
    expect(topline).toEqual(vocal);
    for (const [i, { startFrame, endFrame }] of vocal.entries()) {
      // A syllable begins a little before its pitch, and never inside the note before.
      expect(1 + i - startFrame / testFramesPerSecond).toBeGreaterThan(0.03);
      expect(1 + i - startFrame / testFramesPerSecond).toBeLessThan(0.2);
      expect(endFrame).toBeLessThanOrEqual(vocal[i + 1]?.startFrame ?? Number.POSITIVE_INFINITY);
    }
  });

  it('is empty for the same melody on steady keys, which is then instrumental', () => {
    const centre = centreWith(pitch, notes, 11);
    const { vocal, instrumental } = linesOf(centre);
    expect(vocal).toEqual([]);
    expect(instrumental.map(({ midi }) => midi)).toEqual(tune.map((midi) => midi - 5));
  });
});
