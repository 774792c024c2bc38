import { describe, expect, it } from 'vitest';
import type { MelodyCandidate } from './melody-candidates.js';
import { contextFeatureNames, contextFeatures } from './melody-context.js';
import { melodyFeatureNames, melodyFeatures } from './melody-features.js';

const framesPerSecond = 100;

/** A note of half a second, as clear and loud as any. */
const note = (startFrame: number, midi: number, other: Partial<MelodyCandidate> = {}): MelodyCandidate => ({
  startFrame,
  endFrame: startFrame + 50,
  midi,
  salience: 0.5,
  onset: 0.8,
  level: 100,
  attacks: [60, 40, 20],
  sustainFrames: 30,
  ...other,
});

const named = <Name extends string>(
  names: readonly Name[],
  values: Float32Array,
  row: number,
): Record<Name, number> =>
  Object.fromEntries(names.map((name, at) => [name, values[row * names.length + at]!])) as Record<
    Name,
    number
  >;
const measured = (notes: readonly MelodyCandidate[], row: number) =>
  named(melodyFeatureNames, melodyFeatures(notes, framesPerSecond), row);

describe('the measures of a note', () => {
  it('know a higher note that is still held, and no note that has ended, is lower or begins later', () => {
    const own = note(200, 60);
    const held = note(170, 67, { endFrame: 260, onset: 0.7, level: 80 });
    expect(measured([held, own], 1)).toMatchObject({
      'held-above': expect.closeTo(0.7, 5),
      'level-over-held-above': expect.closeTo((100 - 80) / 20, 5),
      'is-highest': 0,
    });
    const others = [
      { ...held, endFrame: 200 },
      { ...held, midi: 55 },
      { ...held, startFrame: 230, endFrame: 300 },
    ];
    for (const other of others) {
      const notes = [own, other].sort((a, b) => a.startFrame - b.startFrame);
      expect(measured(notes, notes.indexOf(own))).toMatchObject({
        'held-above': 0,
        'level-over-held-above': 0,
        'is-highest': 1,
      });
    }
  });

  it('know what begins with it: above, below, an octave off, louder', () => {
    const own = note(200, 60, { level: 90 });
    const notes = [own, note(200, 72, { onset: 0.9, level: 110 }), note(203, 48, { onset: 0.6, level: 70 })];
    expect(measured(notes, 0)).toMatchObject({
      'onset-above': expect.closeTo(0.9, 5),
      'onset-below': expect.closeTo(0.6, 5),
      'octave-above': expect.closeTo(0.9, 5),
      'octave-below': expect.closeTo(0.6, 5),
      'gap-above': 1,
      'gap-below': 1,
      'overtone-of': expect.closeTo((70 - 90 + 40) / 20, 5),
      'share-louder': 0.5,
      'level-over-loudest-other': expect.closeTo((90 - 110) / 20, 5),
      'clear-above': 1,
    });
  });

  it('know its own length, attack and sustain', () => {
    expect(measured([note(0, 70, { endFrame: 25 })], 0)).toMatchObject({
      pitch: 0,
      duration: 0,
      attack: 3,
      sustain: expect.closeTo(0.3, 5),
      'attack-at-octave': -1,
      'attack-at-twelfth': -2,
    });
  });
});

describe('the measures of a note among first answers', () => {
  const around = (notes: readonly MelodyCandidate[], odds: readonly number[], row: number) =>
    named(contextFeatureNames, contextFeatures(notes, Float32Array.from(odds), framesPerSecond), row);

  it('set its odds against those of its rivals and of the note that is still held', () => {
    const notes = [note(170, 67, { endFrame: 260 }), note(200, 60), note(200, 64), note(202, 55)];
    expect(around(notes, [2, 1, -1, 0.5], 1)).toMatchObject({
      'first-odds': 1,
      'odds-over-rival': 0.5,
      'odds-over-rival-above': 2,
      'odds-over-held-note': -1,
      'better-notes-close-by': expect.closeTo(1 / 3, 5),
    });
    const ended = [{ ...notes[0]!, endFrame: 200 }, ...notes.slice(1)];
    expect(around(ended, [2, 1, -1, 0.5], 1)['odds-over-held-note']).toBe(1 - -6);
  });

  it('know the neighbours that it would best follow and lead to', () => {
    const notes = [note(100, 62), note(150, 60), note(220, 65)];
    const odds = [1, 0, 2];
    expect(around(notes, odds, 1)).toMatchObject({
      'link-before': expect.closeTo(1 - 0.15 * 2 - 0.5, 5),
      'interval-before': expect.closeTo(2 / 6, 5),
      'link-after': expect.closeTo(2 - 0.15 * 5 - 0.7, 5),
      'interval-after': expect.closeTo(5 / 6, 5),
      'since-sure-note': expect.closeTo(0.5, 5),
      'until-sure-note': expect.closeTo(0.7, 5),
    });
  });
});
