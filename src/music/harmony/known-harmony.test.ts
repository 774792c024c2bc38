import { describe, expect, it } from 'vitest';
import { pinned } from '../../numbers/test-support/pinned.js';
import { activationsOf, testFramesPerSecond } from '../description/test-support/activations.js';
import { chordName, type SongNote } from '../song-description.js';
import { generateMelody } from '../symbolic/test-support/melodies.js';
import { asSongNotes, performance } from '../test-support/performance.js';
import { chordCodesOf } from './chord-codes.js';
import { chordEvidence, prepareChords } from './chord-evidence.js';
import { backwardsChords, chordSequenceOf } from './chord-sequence.js';
import { chordBits, fitChangeBits } from './chord-surprisal.js';
import { chordPath, chordScores } from './chords.js';
import { chromaBetween } from './chroma.js';
import { chromaMagnitudes } from './chroma-patches.js';
import { prepareTonal } from './chroma-sequence.js';
import { findKey } from './key.js';
import { beatPacking, halfBeatPacking, packTonalRows, unpackTonalRows } from './packed-rows.js';
import { quickPassage, quickTonal, tonalEvidence } from './tonal-evidence.js';
import { isAccompanied, regriddedRows, repeatedRows } from './tonal-rows.js';
import { tonalSketch } from './tonal-sketch.js';
import { tuningFrom } from './tuning.js';

/** Chords whose roots go as a melody does, each as long as its note. */
const progression = (seed: number, count: number): string[] =>
  generateMelody(seed, count).flatMap(({ midiPitch, durationBeats }, place) =>
    new Array<string>(1 + Math.round(2 * durationBeats)).fill(
      chordName(midiPitch + 5 * place, (midiPitch + place) % 3 === 0 ? 'min' : 'maj'),
    ),
  );
const song = progression(3, 40);
const raised = (chords: readonly string[], semitones: number): string[] => {
  const names = Array.from({ length: 12 }, (_, root) => chordName(root, 'maj').slice(0, -4));
  return chords.map((name) => {
    const [root, kind] = name.split(':') as [string, 'maj' | 'min'];
    return chordName(names.indexOf(root) + semitones, kind);
  });
};
const chordsOf: Readonly<Record<string, readonly string[]>> = {
  'the same five semitones higher': raised(song, 5),
  'with other chords between': song.map((chord, beat) => (beat % 17 < 2 ? 'A:min' : chord)),
  'with chords lost': song.map((chord, beat) => (beat % 23 < 4 ? 'N' : chord)),
  'in parallel keys': song.map((chord, beat) => (beat % 11 < 3 ? chord.replace('maj', 'min') : chord)),
  'a part four times': [0, 1, 2, 3].flatMap(() => song.slice(0, 24)),
  'at half the pace': song.flatMap((chord) => [chord, chord]),
  'other chords': progression(50, 60),
};

describe('what two songs’ chords share is what it was before, to five digits', () => {
  it.each(Object.entries(chordsOf))('%s', async (name, chords) => {
    const [a, b] = [prepareChords(song), prepareChords(chords)];
    const { alignment, ...evidence } = chordEvidence(a, b);
    const { pairs, ...aligned } = alignment;
    const text = pinned({
      ...evidence,
      ...aligned,
      pairs: pairs.flatMap((pair) => [pair.a, pair.b]),
      sequence: b.sequence,
      backwards: backwardsChords(b.sequence),
      bits: chordBits(b.sequence),
      codes: chordCodesOf(b.sequence),
    });
    await expect(text).toMatchFileSnapshot(`known-harmony/chords-${name.replaceAll(' ', '-')}.txt`);
  });

  it('and so is the surprise that is fitted to them', async () => {
    const fitted = fitChangeBits([song, ...Object.values(chordsOf)].map(chordSequenceOf));
    await expect(pinned({ fitted })).toMatchFileSnapshot('known-harmony/fitted.txt');
  });
});

const played = performance(3, 4, 24, 100);
const notes = asSongNotes(played.notes);
const beats = Math.ceil(2 * played.seconds);
const changedNotes = (change: (note: SongNote, place: number) => SongNote[]): SongNote[] =>
  notes.flatMap(change).sort((a, b) => a.onsetBeats - b.onsetBeats || a.midiPitch - b.midiPitch);
const mixes: Readonly<Record<string, readonly SongNote[]>> = {
  'the same': notes,
  'seven semitones lower': changedNotes((note) => [{ ...note, midiPitch: note.midiPitch - 7 }]),
  'with notes lost and misheard': changedNotes((note, place) =>
    place % 3 === 1 ? [] : [place % 5 === 0 ? { ...note, midiPitch: note.midiPitch + 7 } : note],
  ),
  'with two beats left out': changedNotes((note) =>
    note.onsetBeats > 30 && note.onsetBeats < 32
      ? []
      : [{ ...note, onsetBeats: note.onsetBeats >= 32 ? note.onsetBeats - 2 : note.onsetBeats }],
  ),
  'a part twice': [
    ...notes.slice(0, 150),
    ...notes.slice(0, 150).map((note) => ({ ...note, onsetBeats: note.onsetBeats + 48 })),
  ],
  'another mix': asSongNotes(performance(77, 4, 24, 100).notes),
};

describe('what two chroma sequences share is what it was before, to five digits', () => {
  const own = prepareTonal(packTonalRows(notes, beats, halfBeatPacking));
  it.each(Object.entries(mixes))('%s', async (name, mix) => {
    const packed = packTonalRows(mix, beats, beatPacking);
    const halves = packTonalRows(mix, beats, halfBeatPacking);
    const other = prepareTonal(halves);
    const { points, ...evidence } = tonalEvidence(own, other);
    const rows = unpackTonalRows(packed, beatPacking);
    const text = pinned({
      evidence,
      points: points().flatMap(({ a, b, score }) => [a, b, score]),
      quick: [
        quickTonal(own, other),
        quickTonal(own.doubled(), other),
        quickTonal(longOf(own), longOf(other)),
      ],
      passage: quickPassage(own, other),
      doubled: tonalEvidence(own, other.doubled()).bits,
      packed,
      halves,
      halfRows: unpackTonalRows(halves, halfBeatPacking),
      rows,
      repeated: repeatedRows(rows).values,
      regridded: regriddedRows(rows, [0.5, 1.25, 3, 4.1, 6, 8.5, 200]).values,
      slowed: other.slowed(1.5).rows.values,
      novelty: other.novelty(),
      sketch: tonalSketch(packed),
      magnitudes: chromaMagnitudes(rows),
    });
    await expect(text).toMatchFileSnapshot(`known-harmony/mix-${name.replaceAll(' ', '-')}.txt`);
  });

  /** More than 300 beats, as those of a long song. */
  const longOf = (tonal: typeof own) => tonal.doubled().doubled().doubled();

  it('has company where more than 1.3 notes sound at once on average', () => {
    const line = (voices: number, share: number): SongNote[] =>
      Array.from({ length: voices * 10 }, (_, place) => ({
        onsetBeats: Math.floor(place / voices),
        durationBeats: place % voices === 0 ? 1 : share,
        midiPitch: 60 + (place % voices),
        salience: 1,
      }));
    expect(isAccompanied(line(1, 1))).toBe(false);
    expect(isAccompanied(line(2, 0.25))).toBe(false);
    expect(isAccompanied(line(2, 0.375))).toBe(true);
    expect(isAccompanied([])).toBe(false);
  });
});

describe('chords, key and tuning of a known performance are what they were before', () => {
  it('from its activations', async () => {
    const activations = activationsOf(played.notes, played.seconds);
    const boundaries = Array.from({ length: 90 }, (_, beat) => (0.4 + beat * 0.6) * testFramesPerSecond);
    const chroma = chromaBetween(activations, boundaries);
    const scores = chordScores(chroma);
    const quiet = chromaBetween(activationsOf([], 4), boundaries.slice(0, 6));
    const text = pinned({
      chroma,
      scores,
      path: chordPath(scores, (beat) => beat % 4 === 0),
      withoutBars: chordPath(scores, () => false),
      quiet: chordScores(quiet),
    });
    await expect(text).toMatchFileSnapshot('known-harmony/performance.txt');
  });

  it('from durations', async () => {
    const durations = Float32Array.from({ length: 12 }, (_, pitchClass) => ((pitchClass * 7) % 12) + 1);
    const chordBeats = Float32Array.from({ length: 24 }, (_, chord) => (chord * 5) % 7);
    const heap = Float64Array.from({ length: 100 }, (_, cent) => Math.exp(-(((cent - 71) / 9) ** 2)) + 0.1);
    const text = pinned({
      key: findKey(durations, chordBeats, [7, 19]),
      byPitch: findKey(durations, new Float32Array(24), []),
      closing: findKey(durations, chordBeats, [2, 2, 2]),
      tuning: [heap, heap.map((_, cent) => heap[(cent + 30) % 100]!)].map(tuningFrom),
    });
    await expect(text).toMatchFileSnapshot('known-harmony/key.txt');
  });
});
