import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LyricDatabase, openLyricDatabase } from '../../../tests/support/lyric-database.js';
import type { AnalysisOutcome } from '../../analyses/analysis.js';
import { catchUp } from '../../analyses/lyric-plagiarism/encode-songs.js';
import { chooseEncoder, type LyricEncoder, shippedEncoder } from '../../analyses/lyric-plagiarism/engine.js';
import { ownDescription } from '../../models/encoder-choice.js';
import { writeSmallEncoder } from '../../models/test-support/small-encoder.js';

const modelsDir = mkdtempSync(join(tmpdir(), 'contrafact-another-encoder-'));
/** One more than a search waits for. */
const songs = 1_001;
const lyrics = (song: number): string => `A lantern hangs above the ${song}th harbour gate tonight`;

let database: LyricDatabase;
let other: LyricEncoder;

beforeAll(async () => {
  const own = join(modelsDir, 'colours');
  writeSmallEncoder(own, { kind: 'tokens', words: { lantern: [1, 0, 1], harbour: [0, 1, 1] } });
  const description = {
    model: 'model.onnx',
    dimensions: 3,
    pooling: 'mean',
    prefix: '',
    maxTokens: 16,
    backgroundCosine: 0.3,
    limits: 'Knows two words.',
  };
  writeFileSync(join(own, ownDescription), JSON.stringify(description));
  other = chooseEncoder('colours', modelsDir);
  database = await openLyricDatabase(
    Object.fromEntries(Array.from({ length: songs }, (_, song) => [`Title ${song}`, lyrics(song)])),
    modelsDir,
  );
});
afterAll(async () => {
  await database.close();
  rmSync(modelsDir, { recursive: true, force: true });
});

const modelOf = (outcome: AnalysisOutcome): unknown => {
  const { engines } = outcome.detail as { engines: { model: string; limits: string }[] };
  return engines[0];
};

it('answers with the index there is while another encoder works through the songs, and says so', async () => {
  const shipped = shippedEncoder();
  await database.check(lyrics(7), shipped);
  expect(await database.index.behind(shipped.key)).toEqual([]);
  expect(await database.index.behind(other.key)).toEqual(['default']);
  const outcome = await database.check(lyrics(7), other);
  expect(modelOf(outcome)).toMatchObject({ model: shipped.key });
  expect(outcome.detail).toMatchObject({ encoding_anew: { model: other.key, songs_left: songs } });
});

it('goes over to the new encoder when it is through, reports progress, and drops the old index', async () => {
  const shares: number[] = [];
  const done = await catchUp({ ...database, encoder: other, onProgress: (share) => shares.push(share) }, [
    'default',
  ]);
  expect(done).toBe(songs);
  expect(shares.length).toBeGreaterThan(1);
  expect(shares.at(-1)).toBe(1);
  expect(await database.index.deleteOtherEncoders(other.key)).toBeGreaterThan(0);
  const outcome = await database.check(lyrics(7), other);
  expect(modelOf(outcome)).toEqual({ name: 'semantic', model: other.key, limits: 'Knows two words.' });
  expect(outcome.detail).not.toHaveProperty('encoding_anew');
  // One line that a thousand songs nearly have: the same text, and no certainty.
  expect(outcome.result).toMatchObject({
    total_songs_checked: songs,
    top_matches: [{ sentence_score: 1 }, ...Array.from({ length: 19 }, () => ({}))],
  });
  expect(await database.index.behind(shippedEncoder().key)).toEqual(['default']);
});
