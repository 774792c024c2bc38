/** The measurements that the evidence model reads, in its order. */
import type { FeatureShape } from '../../../models/fit-evidence-model.js';
import type { WordNumbers } from '../index/song-words.js';
import { rareNats, totalNats } from '../matching/commonness.js';
import type { Meaning } from '../matching/meaning.js';
import type { Passage } from '../matching/passages.js';

export const modelId = 'lyric-evidence';

export const featureShapes: readonly FeatureShape[] = [
  {
    name: 'best-passage',
    unit: 'nats that the longest shared passage says beyond chance, without what many texts have',
    direction: 'rising',
    knots: [0, 8, 16, 30, 60, 120],
    expected: [0.5, 1, 2, 2, 1],
  },
  {
    name: 'shared-text',
    unit: 'share of the shorter lyric that stands in shared passages',
    direction: 'rising',
    knots: [0, 0.08, 0.2, 0.4, 0.8],
    expected: [0.3, 0.7, 1, 1],
  },
  {
    name: 'meaning-in-order',
    unit: 'share of both lyrics on the best path of similar phrases in the same order',
    direction: 'rising',
    knots: [0.04, 0.08, 0.12, 0.18, 0.26, 0.4],
    expected: [0.3, 0.7, 1, 1, 1],
  },
  {
    name: 'meaning-beyond-reversed',
    unit: 'that share less the same share with one lyric read from its end',
    direction: 'rising',
    knots: [0, 0.02, 0.04, 0.08, 0.14, 0.25],
    expected: [0.4, 0.8, 1, 1, 1],
  },
  {
    name: 'phrase-meaning',
    unit: 'mean similarity of the three most similar phrases, by what they say',
    direction: 'rising',
    knots: [0.1, 0.2, 0.3, 0.45, 0.7],
    expected: [0.2, 0.4, 0.6, 0.6],
  },
];

export const featureNames: readonly string[] = featureShapes.map(({ name }) => name);

export interface MeasuredSong {
  readonly query: WordNumbers;
  readonly song: WordNumbers;
  readonly passages: readonly Passage[];
  /** What a passage of chance reaches, in nats. */
  readonly chance: number;
  /** By word of the lyric; see commonness.ts. */
  readonly commonness: Float32Array;
  readonly meaning: Meaning;
}

/** A lyric that says less than about three lines is measured as if it said that much: "I love you" is no whole text. */
const minNats = 200;

/** The values of `featureShapes`, in their order. */
export function measurementsOf(measured: MeasuredSong): number[] {
  const { query, song, passages, chance, commonness, meaning } = measured;
  const nats = passages.map((passage) => rareNats(passage, query, commonness));
  const shared = nats.reduce((sum, value) => sum + value, 0);
  return [
    Math.max(0, ...nats.map((value) => value - chance)),
    shared / Math.max(minNats, Math.min(totalNats(query), totalNats(song))),
    meaning.inOrder,
    Math.max(0, meaning.inOrder - meaning.reversed),
    meaning.bestPairs,
  ];
}
