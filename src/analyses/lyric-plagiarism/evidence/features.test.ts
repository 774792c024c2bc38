import { describe, expect, it } from 'vitest';
import type { WordNumbers } from '../index/song-words.js';
import type { Passage } from '../matching/passages.js';
import { featureShapes, type MeasuredSong, measurementsOf } from './features.js';
import { embeddedOdds } from './odds.js';

/** A text of this many words that say 10 nats each. */
const text = (words: number): WordNumbers => ({
  hashes: new Uint32Array(words),
  marks: new Uint32Array(words),
  nats: new Uint8Array(words).fill(10),
});
const passage = (queryFrom: number, queryTo: number, nats: number): Passage => ({
  queryFrom,
  queryTo,
  songFrom: 0,
  songTo: queryTo - queryFrom,
  nats,
});
const measured = (changes: Partial<MeasuredSong> = {}): number[] =>
  measurementsOf({
    query: text(60),
    song: text(40),
    passages: [],
    chance: 8,
    commonness: new Float32Array(60).fill(1),
    meaning: { inOrder: 0.3, reversed: 0.1, bestPairs: 0.5 },
    ...changes,
  });

describe('what is measured of two lyrics', () => {
  it('is of wording nothing where they share no passage', () => {
    expect(measured().slice(0, 2)).toEqual([0, 0]);
  });

  it('is what the longest passage says beyond chance, and the share of the shorter text in all passages', () => {
    const [best, shared] = measured({ passages: [passage(0, 6, 50), passage(10, 14, 30)] });
    expect(best).toBe(50 - 8);
    expect(shared).toBeCloseTo(80 / 400, 6);
    expect(measured({ passages: [passage(0, 2, 7)] })[0]).toBe(0);
  });

  it('is of either text that is the shorter one', () => {
    const passages = [passage(0, 6, 60)];
    expect(measured({ passages, query: text(30) })[1]).toBeCloseTo(60 / 300, 6);
    expect(measured({ passages, query: text(30), song: text(25) })[1]).toBeCloseTo(60 / 250, 6);
  });

  it('counts what many texts have for less', () => {
    const commonness = new Float32Array(60).fill(1).fill(0.25, 0, 6);
    const [best, shared] = measured({ commonness, passages: [passage(0, 6, 60), passage(10, 14, 30)] });
    expect(best).toBe(30 - 8);
    expect(shared).toBeCloseTo((15 + 30) / 400, 6);
  });

  it('takes a lyric of few words for one of 200 nats', () => {
    const few = { query: text(3), song: text(3), commonness: new Float32Array(3).fill(1) };
    expect(measured({ ...few, passages: [passage(0, 3, 30)] })[1]).toBeCloseTo(30 / 200, 6);
  });

  it('is of meaning the share in order, by how much it passes the reversed one, and the best phrases', () => {
    expect(measured().slice(2)).toEqual([0.3, 0.3 - 0.1, 0.5]);
    expect(measured({ meaning: { inOrder: 0.1, reversed: 0.3, bestPairs: 0 } })[3]).toBe(0);
  });
});

it('the shipped model has the curves’ knots that training would give it', () => {
  const { features } = embeddedOdds().model;
  expect(features.map(({ name, unit, direction, knots }) => ({ name, unit, direction, knots }))).toEqual(
    featureShapes.map(({ name, unit, direction, knots }) => ({ name, unit, direction, knots })),
  );
});
