import { describe, expect, it } from 'vitest';
import { onsetEvidence } from '../../../src/music/rhythm/onset-evidence.js';
import { findRhythm } from '../../../src/music/rhythm/rhythm.js';
import { notesAsSounding } from '../../../src/music/symbolic/notes-as-heard.js';
import { tempoMap } from '../../../src/music/symbolic/tempo-map.js';
import { runNetwork } from '../../../src/signal/small-network.js';
import { chooseReading } from './choose-reading.js';
import { handSetScores } from './hand-set-choice.js';
import { played } from './playing.js';
import { measuredReadings } from './reading-features.js';
import { roughlyHeard } from './rough-hearing.js';
import { mcNemar } from './tables.js';
import { trainReadings } from './train-readings.js';
import type { WrittenNote } from './written-note.js';

/** A bass note a bar under a line of quarters. */
const written = (meter: number, bars: number): WrittenNote[] =>
  Array.from({ length: bars * meter }, (_, beat): WrittenNote[] => [
    { onset: beat, duration: 1, pitch: 67 + [0, 4, 2, 5, 7, 2, 3][(beat * 5) % 7]!, voice: 0 },
    ...(beat % meter === 0
      ? [{ onset: beat, duration: meter, pitch: 40 + [0, 5, 7, 0][(beat / meter) % 4]!, voice: 1 }]
      : []),
  ]).flat();

describe('choosing a reading', () => {
  it('by the hand-set weights is what the product does', () => {
    for (const [meter, seed] of [
      [3, 1],
      [4, 2],
    ] as const) {
      const file = played(written(meter, 16), [meter, 4], seed);
      const { onset, activations, notes } = notesAsSounding(file.notes, tempoMap(file));
      const onsets = onsetEvidence(onset, activations);
      const product = findRhythm(onsets, activations, notes)!;
      const readings = measuredReadings(onsets, activations, notes).map((one) => ({
        ...one,
        beat: 0,
        octave: 0,
        downbeat: 0,
      }));
      const { reading, three } = chooseReading(readings, handSetScores(readings));
      expect(reading.meter).toBe(product.meter);
      expect(reading.bpm).toBeCloseTo(product.bpm, 6);
      const other = Math.min(three, 1 - three);
      if (product.otherMetre) expect(other).toBeCloseTo(product.otherMetre.probability, 6);
      else expect(other).toBeLessThan(0.1);
    }
  });

  it('sums over the readings of a metre', () => {
    const reading = (meter: 3 | 4) => ({ meter, bpm: 100, features: [], beat: 0, octave: 0, downbeat: 0 });
    const choice = chooseReading([reading(3), reading(4), reading(4)], [0, -0.3, -0.4]);
    expect(choice.reading.meter).toBe(4);
    expect(choice.three).toBeCloseTo(1 / (1 + Math.exp(-0.3) + Math.exp(-0.4)), 9);
  });

  it('is learnt from songs whose right reading is known', () => {
    // The second measurement names the right reading, the first is noise.
    const songs = Array.from({ length: 120 }, (_, song) => ({
      weight: 1,
      readings: [0, 1, 2].map((at) => ({
        features: [((song * 7 + at * 3) % 11) / 11, Number(at === song % 3) + ((song + at) % 5) / 10],
        isRight: at === song % 3,
        isRightTempo: at === song % 3,
      })),
    }));
    const network = trainReadings(songs.slice(0, 90), 1);
    for (const { readings } of songs.slice(90)) {
      const scores = runNetwork(network, Float32Array.from(readings.flatMap(({ features }) => features)));
      expect(readings[scores.indexOf(Math.max(...scores))]!.isRight).toBe(true);
    }
  });

  it('is compared by an exact test', () => {
    expect(mcNemar(10, 0)).toBeCloseTo(2 / 1024, 12);
    expect(mcNemar(3, 3)).toBe(1);
    expect(mcNemar(0, 0)).toBe(1);
  });
});

describe('a poor transcription', () => {
  it('misses and adds notes, the same ones for the same seed', () => {
    const file = played(written(4, 24), [4, 4], 3);
    const map = tempoMap(file);
    const whole = notesAsSounding(file.notes, map).notes;
    const [first, again] = [roughlyHeard(file, map, 4), roughlyHeard(file, map, 4)];
    expect(again.notes).toEqual(first.notes);
    const kept = first.notes.filter(({ startFrame, midi }) =>
      whole.some((note) => note.midi === midi && Math.abs(note.startFrame - startFrame) < 12),
    );
    expect(kept.length).toBeGreaterThan(whole.length / 2);
    expect(kept.length).not.toBe(first.notes.length);
  });
});
