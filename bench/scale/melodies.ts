/**
 * `npm run bench -- scale --engine clickhouse --melodies 160000 [--collections DIR]`: this many generated songs' codes, or those of collections
 * of notes with each song backwards, upside down and both, in a real engine through the product's adapter; what its process spends on
 * the candidates of a search, what the scan of files does, and whether they are the same songs in the same order.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chunkFilesReader } from '../../src/analyses/plagiarism/search/chunk-reader.js';
import { encodeChunk } from '../../src/analyses/plagiarism/search/code-chunk.js';
import { engineChunk } from '../../src/analyses/plagiarism/search/engine-rows.js';
import { type EngineAnswer, findCandidates } from '../../src/analyses/plagiarism/search/find-candidates.js';
import { type ScanQuery, scanQuery, scanRow } from '../../src/analyses/plagiarism/search/scan-row.js';
import { type FoundSong, searchChunks } from '../../src/analyses/plagiarism/search/search-chunks.js';
import { openClickHouse } from '../../src/storage/search/clickhouse.js';
import type { MelodyCodes } from '../../src/storage/search/ports.js';
import { hasClickHouse, startClickHouse, withoutClickHouse } from '../../tests/support/clickhouse.js';
import { printTable, showProgress } from '../fingerprint/report.js';
import { inTurn } from '../in-turn.js';
import { changed } from '../plagiarism/changes.js';
import { tuneCollections, unrelatedSongs } from '../plagiarism/development-data.js';
import { every, filesOf, song } from '../plagiarism/evidence-collections.js';
import { backwards, upsideDown } from '../plagiarism/mirrored-songs.js';
import { syntheticSong } from '../plagiarism/scale.js';
import { bulkEngine } from './bulk-engine.js';

const songsAChunk = 2048;
const songsABatch = 256;
const generatedQueries = 10;
const realQueries = 60;

interface Catalogue {
  readonly songs: number;
  row(song: number): Uint16Array;
  readonly queries: readonly ScanQuery[];
}

function generated(songs: number): Catalogue {
  const places = Array.from({ length: generatedQueries }, (_, q) =>
    Math.floor((songs * (q + 0.5)) / generatedQueries),
  );
  return {
    songs,
    row: (place) => scanRow(syntheticSong(place)),
    queries: places.map((place) => scanQuery(syntheticSong(place))),
  };
}

/** Every other query is as it stands in the collections, the others changed by the generator of changes. */
async function collected(folder: string, most: number): Promise<Catalogue> {
  const real = [
    ...(await inTurn(filesOf(join(folder, 'pop909_cl'), /\.mid$/), (path) => song(path))),
    ...(await unrelatedSongs(folder)),
    ...tuneCollections(folder),
  ].filter(({ description }) => description.beats.length > 1);
  const rows = real
    .flatMap(({ description }) => {
      const turned = backwards(description);
      return [description, turned, upsideDown(description), upsideDown(turned)];
    })
    .slice(0, most)
    .map((description) => scanRow(description));
  const queries = every(real, realQueries).map((one, i) =>
    scanQuery((i % 2 === 0 ? one : changed(one, 2 + (i % 4), 'scale')).description),
  );
  return { songs: rows.length, row: (place) => rows[place]!, queries };
}

export async function measureMelodies(songs: number, collections: string | null): Promise<void> {
  if (!hasClickHouse) throw new Error(`The bench ${withoutClickHouse}`);
  const catalogue = collections === null ? generated(songs) : await collected(collections, songs);
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-scale-melodies-'));
  const server = await startClickHouse();
  const engine = openClickHouse(server.url, { searchTimeoutMs: 600_000 });
  const bulk = bulkEngine(server);
  try {
    await engine.prepare();
    const rows: Uint16Array[] = [];
    const paths: string[] = [];
    let inserted = 0;
    const filled = await bulk.spent(async () => {
      for (let first = 0; first < catalogue.songs; first += songsAChunk) {
        const count = Math.min(songsAChunk, catalogue.songs - first);
        const own = Array.from({ length: count }, (_, at) => catalogue.row(first + at));
        rows.push(...own);
        paths.push(join(folder, `${paths.length}`));
        writeFileSync(paths.at(-1)!, encodeChunk(own));
        inserted += await fillBlock(engine.melodies, BigInt(paths.length), own);
        showProgress(first + count, catalogue.songs, 'filling the engine');
      }
    });
    await bulk.settle();
    const bytes = await sumOf(
      ['codes', 'songs', 'holders'].map((name) => bulk.bytesOf(`contrafact_melody_${name}`)),
    );
    printTable(
      ['songs', 'rows', 'bytes a song', 'filling, CPU ms a song'],
      [
        [
          String(catalogue.songs),
          String(inserted),
          (bytes / catalogue.songs).toFixed(0),
          (filled.cpuMs / catalogue.songs).toFixed(2),
        ],
      ],
    );
    const blocks = paths.map((_, i) => BigInt(i + 1));
    const { signal } = new AbortController();
    let [same, shared, all, peakBytes] = [0, 0, 0, 0];
    const cpu = { files: [] as number[], engine: [] as number[], worker: [] as number[] };
    for (const query of catalogue.queries) {
      const before = process.cpuUsage();
      const files = await searchChunks(query, chunkFilesReader(paths));
      const between = process.cpuUsage();
      let found: readonly FoundSong[] = [];
      const spent = await bulk.spent(async () => {
        const answer = await findCandidates(query, { chunks: paths.map(() => null) }, async (question) => {
          if (question.ask === 'holders')
            return {
              songs: catalogue.songs,
              holders: await engine.melodies.holders(blocks, question.codes, signal),
            };
          const { places, products } = await engine.melodies.best(blocks, question, signal);
          await engine.melodies.counts(blocks, signal);
          const sorted = places.toSorted((a, b) => a.index - b.index || a.song - b.song);
          return {
            products,
            rows: sorted.map(({ index, song: place }) => ({
              chunk: index,
              song: place,
              row: rows[index * songsAChunk + place]!,
            })),
          } satisfies EngineAnswer;
        });
        found = answer.candidates;
      });
      const after = process.cpuUsage(between);
      cpu.files.push((between.user + between.system - before.user - before.system) / 1000);
      cpu.worker.push((after.user + after.system) / 1000);
      cpu.engine.push(spent.cpuMs);
      peakBytes = Math.max(peakBytes, spent.peakBytes);
      const names = files.candidates.map(nameOf);
      const others = new Set(found.map(nameOf));
      shared += names.filter((name) => others.has(name)).length;
      all += names.length;
      if (names.join() === found.map(nameOf).join()) same++;
    }
    printTable(
      [
        'queries',
        'scan of files, CPU ms',
        'engine, CPU ms',
        'worker beside it, CPU ms',
        'engine, resident MB',
        'candidates found again',
        'the same list',
      ],
      [
        [
          String(catalogue.queries.length),
          meanOf(cpu.files),
          meanOf(cpu.engine),
          meanOf(cpu.worker),
          (peakBytes / 1e6).toFixed(0),
          `${shared} of ${all}`,
          `${same} of ${catalogue.queries.length}`,
        ],
      ],
    );
  } finally {
    await engine.close();
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fillBlock(codes: MelodyCodes, block: bigint, rows: readonly Uint16Array[]): Promise<number> {
  const chunk = engineChunk();
  let count = 0;
  for (let first = 0; first < rows.length; first += songsABatch) {
    const part = chunk.add(
      rows.slice(first, first + songsABatch).map((row, at) => ({ song: first + at, row })),
    );
    await codes.insert(block, part);
    count += part.codes.length + part.sketches.length;
  }
  const holders = chunk.holders();
  await codes.insertHolders(block, holders);
  await codes.confirm(block, count + holders.codes.length);
  return count + holders.codes.length;
}

const nameOf = ({ chunk, song: place, passage, similarity }: FoundSong): string =>
  `${chunk} ${place} ${passage} ${similarity}`;

async function sumOf(values: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(values)).reduce((sum, value) => sum + value, 0);
}

/** Mean, and the spread of all. */
function meanOf(values: readonly number[]): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return `${mean.toFixed(0)} (${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)})`;
}
