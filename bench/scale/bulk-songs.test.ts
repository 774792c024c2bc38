import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { songHashes } from '../../src/analyses/fingerprint/look-up/hashes.js';
import type { PeakList } from '../../src/analyses/fingerprint/peaks/peak-list.js';
import { PeakExtractor } from '../../src/analyses/fingerprint/peaks/peaks.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import type { OpenDatabase } from '../../src/storage/database.js';
import { createFingerprintStore } from '../../src/storage/fingerprint/store.js';
import { openTestDatabase } from '../../src/storage/test-support/database.js';
import { synthesiseSong } from '../fingerprint/synthetic.js';
import { addSongs, type BulkCatalogue, segmentsOf, syntheticSongs, writeSongs } from './bulk-songs.js';

let opened: OpenDatabase;
let sources: PeakList[];
beforeAll(async () => {
  opened = await openTestDatabase();
  const extractor = await PeakExtractor.create();
  extractor.push(synthesiseSong(3, 60));
  sources = [extractor.finish()];
});
afterAll(() => opened.close());

function catalogueOf(accountId: string): BulkCatalogue {
  const songs = syntheticSongs(sources, seededRandom(3));
  const index = createFingerprintStore(opened.db);
  return { db: opened.db, index, accountId, next: () => songs.next().value };
}

describe('a catalogue that is written in bulk', () => {
  it('answers as one whose songs were registered one by one', async () => {
    const [bulk, single] = [catalogueOf('bulk'), catalogueOf('single')];
    const postings = await writeSongs(bulk, 75);
    expect(await addSongs(single, 75)).toBe(postings);
    expect(await bulk.index.extent('bulk')).toEqual({ songs: 75, postings });
    const starts = await bulk.index.starts('bulk', 100);
    expect(starts).toEqual(await single.index.starts('single', 100));
    const [song] = await bulk.index.songsAt('bulk', [starts[70]! + 5]);
    expect(song).toEqual((await single.index.songsAt('single', [starts[70]! + 5]))[0]);
    const keys = songHashes(sources[0]!).keys.slice(0, 400);
    const distinct = Uint32Array.from(new Set(keys)).sort();
    const held = async ({ index, accountId }: BulkCatalogue): Promise<number> =>
      (await index.postings(accountId, distinct)).reduce((sum, page) => sum + page.bytes.length, 0);
    expect(await held(bulk)).toBeGreaterThan(0);
    expect(await bulk.index.size('bulk')).toMatchObject({ songs: 75, postings });
  });

  it('has the segments that merging one song after the other leaves', () => {
    expect(segmentsOf(75)).toEqual([
      { level: 2, songs: 64 },
      { level: 1, songs: 8 },
      { level: 0, songs: 1 },
      { level: 0, songs: 1 },
      { level: 0, songs: 1 },
    ]);
    const counts = segmentsOf(1_000_000).map(({ songs }) => songs);
    expect(counts.reduce((sum, songs) => sum + songs, 0)).toBe(1_000_000);
  });
});
