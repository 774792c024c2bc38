/**
 * `npm run bench -- scale --engine clickhouse --lines 1000000`: this many lines' codes in a real engine, and what its process spends on
 * the candidates of a lyric of 60 phrases: by meaning, and by wording cut in two ways. Codes are random: distances are spread as
 * those of unrelated lines are, and nothing is found.
 */
import {
  candidateLimits,
  sameWording,
  similarityByDistance,
} from '../../src/analyses/lyric-plagiarism/matching/candidates.js';
import {
  type CodeQuestion,
  engineCandidates,
} from '../../src/analyses/lyric-plagiarism/matching/engine-candidates.js';
import type { CodesToFind, StoredSegment } from '../../src/analyses/lyric-plagiarism/ports.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { openClickHouse } from '../../src/storage/search/clickhouse.js';
import { hasClickHouse, startClickHouse, withoutClickHouse } from '../../tests/support/clickhouse.js';
import { printTable } from '../fingerprint/report.js';
import { bulkEngine } from './bulk-engine.js';

const linesABlock = 400_000;
const linesASong = 40;
const codeBytes = 16;
const phrases = 60;

export async function measureLines(lines: number): Promise<void> {
  if (!hasClickHouse) throw new Error(`The bench ${withoutClickHouse}`);
  const server = await startClickHouse();
  const engine = openClickHouse(server.url, { searchTimeoutMs: 600_000 });
  const bulk = bulkEngine(server);
  const codes = engine.lyrics;
  try {
    await engine.prepare();
    const blocks = Math.ceil(lines / linesABlock);
    const ofBlock = Math.floor(lines / blocks / linesASong) * linesASong;
    const filled = await bulk.spent(async () => {
      for (let block = 1; block <= blocks; block++) {
        await bulk.fillLines(BigInt(block), ofBlock, linesASong);
        await codes.confirm(BigInt(block), 2 * ofBlock);
      }
    });
    await bulk.settle();
    const { signal } = new AbortController();
    const segments = Array.from(
      { length: blocks },
      (_, id): StoredSegment => ({ id, datasetId: '', path: '', songs: ofBlock / linesASong, dead: [] }),
    );
    let found = 0;
    const spent = await bulk.spent(async () => {
      const answer = await engineCandidates(
        question(),
        segments,
        {
          mode: 'serve',
          maxOwnSongs: 0,
          onSearch() {},
          onCompared() {},
          onFailure: (error) => {
            throw error;
          },
          open: async () => {
            const named = segments.map(({ id }) => BigInt(id + 1));
            return {
              lines: segments.map(() => ofBlock),
              histogram: (kind, asked, runs, linesARun) =>
                codes.histogram(
                  kind,
                  asked,
                  runs.map(({ segment, firstLine }) => ({ block: named[segment]!, firstLine })),
                  linesARun,
                  signal,
                ),
              best: (request) => codes.best(named, request, signal),
              isWhole: async () => (await codes.counts(named, signal)).size === blocks,
            };
          },
        },
        signal,
      );
      found = answer.byWording.length + answer.byMeaning.length;
    });
    const bytes = await bulk.bytesOf('contrafact_lyric_lines');
    console.log(
      `${lines} lines in ${blocks} segments, candidates among ${candidateLimits.meaning} and fewer: ${found}`,
    );
    printTable(
      [
        'lines',
        'bytes a line',
        'filling, CPU µs a line',
        'a search: CPU ms',
        'wall ms',
        'CPU ns a line and code',
        'memory MB',
      ],
      [
        [
          lines,
          (bytes / lines).toFixed(1),
          ((filled.cpuMs * 1000) / lines).toFixed(2),
          spent.cpuMs.toFixed(0),
          spent.ms.toFixed(0),
          ((spent.cpuMs * 1e6) / lines / (3 * phrases)).toFixed(1),
          (spent.peakBytes / 1e6).toFixed(0),
        ],
      ],
    );
  } finally {
    await engine.close();
    await server.remove();
  }
}

/** Phrases that mean something unrelated to every line. */
function question(): CodeQuestion {
  const random = seededRandom(5);
  const asked = (rows: number): CodesToFind => ({
    bytes: codeBytes,
    codes: Uint8Array.from({ length: rows * codeBytes }, () => Math.floor(256 * random())),
    similarity: similarityByDistance(codeBytes, sameWording / 3),
    weights: new Float32Array(rows).fill(0.5),
    nats: new Float32Array(rows).fill(40),
  });
  return { semantic: asked(phrases), lexical: asked(2 * phrases) };
}
