/** `npm run bench -- plagiarism --evidence`: measures the collections that are at hand, calibrates, and judges a learned order. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { evenBits } from '../../src/analyses/plagiarism/comparison/calibration.js';
import { printTails, writePairEvidence, writeTranscribedTail } from './calibrate.js';
import { decidedCases, disputedPairs } from './development-data.js';
import { type CollectionMaker, writtenCollections } from './evidence-collections.js';
import { printAblation, printHeldOut } from './evidence-figures.js';
import type { BenchSong } from './load-song.js';
import { type ManySongs, readMany } from './many-songs.js';
import {
  type Collection,
  type MeasuredCollection,
  measuredCollection,
  questionsOf,
} from './measured-pairs.js';
import { printOrderTerms } from './order-terms.js';
import { printRunModel } from './run-model-figures.js';
import { isWritten, manyKinds } from './songs-among-many.js';
import { soundingCollections } from './sounding-collections.js';
import { printTranscribed } from './transcribed-figures.js';

export interface EvidenceOptions {
  /** The development data's symbolic part; left out where it is not there. */
  readonly data: string;
  /** Where measured pairs and what was heard are kept. */
  readonly pairs: string;
  /** Own songs with groups: one more collection. */
  readonly own: readonly BenchSong[] | null;
  /** Whether a learned order is fitted and judged, and whether without each group of features. */
  readonly isFitted: boolean;
  readonly isAblation: boolean;
  /** Questions of a collection that is measured now; what was kept of as many or more is read whole. */
  readonly queries: number;
  /** Version of the calibration that is written; nothing is written without. */
  readonly calibrate: string | undefined;
}

/** Of what `--false-alarms` kept. */
const keptAmongMany = (pairs: string): ManySongs[] =>
  manyKinds.flatMap((kind) => readMany(pairs, kind) ?? []);

/** `--transcribed`: the tail of transcribed songs alone, from songs among 10,000 of which some were heard. */
export function transcribedEvidence({
  pairs,
  calibrate,
}: Pick<EvidenceOptions, 'pairs' | 'calibrate'>): void {
  const many = keptAmongMany(pairs).filter(({ kind }) => !isWritten(kind));
  if (many.length === 0)
    throw new Error(
      `${pairs} keeps no transcribed songs: run --false-alarms of recordings or renderings first.`,
    );
  printTranscribed(many);
  if (calibrate !== undefined) writeTranscribedTail(calibrate, many);
}

export async function evidence({
  data,
  pairs,
  own,
  isFitted,
  isAblation,
  queries,
  calibrate,
}: EvidenceOptions): Promise<void> {
  const makers = new Map<string, CollectionMaker>();
  if (own) makers.set('own songs', () => collectionOf('own songs', own));
  if (existsSync(data))
    for (const [name, make] of [
      ...writtenCollections(data),
      ...soundingCollections(data, join(pairs, 'heard'), queries),
    ])
      makers.set(name, make);
  const measured = async (from: ReadonlyMap<string, CollectionMaker>): Promise<MeasuredCollection[]> => {
    const all: MeasuredCollection[] = [];
    for (const [name, make] of from) {
      const one = await measuredCollection(name, pairs, make, queries);
      if (one && one.queries.length > 0) all.push(one);
    }
    return all;
  };
  const collections = await measured(makers);
  if (collections.length < 2)
    throw new Error('Leaving a collection out needs two of them: name --data or --songs.');
  const reported = existsSync(join(data, 'court_cases')) ? await measured(courtCases(data)) : [];
  printTails(collections, evenBits);
  const many = keptAmongMany(pairs);
  if (calibrate !== undefined) {
    writePairEvidence(calibrate, collections, many, printRunModel(collections, many, isAblation));
    return;
  }
  printOrderTerms(collections, reported);
  if (!isFitted) return;
  printHeldOut(collections, reported);
  if (isAblation) printAblation(collections);
}

function collectionOf(name: string, pool: readonly BenchSong[]): Collection {
  return { name, pool, questions: questionsOf(pool, 400) };
}

/** For the report only: nothing is fitted on them. */
function courtCases(data: string): ReadonlyMap<string, CollectionMaker> {
  const decided = async (): Promise<BenchSong[]> =>
    (await decidedCases(data)).flatMap(({ complaining, defending }) => [complaining, defending]);
  return new Map([
    ['report: disputed pairs', async () => collectionOf('report: disputed pairs', await disputedPairs(data))],
    ['report: decided cases', async () => collectionOf('report: decided cases', await decided())],
  ]);
}
