/** The cost model's constants, what it says of sizes that it was not fitted to, and what was measured there. */
import { printTable } from '../fingerprint/report.js';
import { type Cost, fitCosts, type Measured, predictCosts } from './cost-model.js';

export interface SizeMeasured {
  readonly songs: number;
  readonly postings: number;
  readonly bytes: number;
  readonly lookUps: readonly Measured[];
}

/** As the product bounds it. */
const maxVoted = 1_000_000;
const costs: readonly Cost[] = ['hits', 'rows', 'countCpuMs', 'voteCpuMs', 'voteBytes'];

export function printModel(sizes: readonly SizeMeasured[], heldOut: readonly number[]): void {
  const fitted = sizes.filter(({ songs }) => !heldOut.includes(songs));
  if (fitted.length < 2) return;
  const points = fitted.flatMap(({ lookUps }) => lookUps);
  const model = fitCosts(points);
  const [small, large] = [fitted[0]!, fitted.at(-1)!];
  console.log(
    `\nFitted to ${fitted.map(({ songs }) => songs).join(', ')} songs (${points.length} look-ups):`,
  );
  const [countFixed, countKey, countRow] = model.count;
  const [voteFixed, voteRow, voteHit, voteLog] = model.vote;
  const [memoryFixed, memoryHit] = model.memory;
  printTable(
    ['quantity', 'rule'],
    [
      [
        'bytes a posting',
        `${(small.bytes / small.postings).toFixed(2)} … ${(large.bytes / large.postings).toFixed(2)}`,
      ],
      ...[...model.hitsASong].map(([keys, hits]) => [`hits of ${keys} keys`, `${hits.toFixed(4)} · songs`]),
      [
        'counting, CPU ms',
        `${countFixed!.toFixed(2)} + ${countKey!.toFixed(5)} · keys + ${(countRow! * 1e6).toFixed(1)}e-6 · rows`,
      ],
      [
        'voting, CPU ms',
        `${voteFixed!.toFixed(2)} + ${(voteRow! * 1e6).toFixed(1)}e-6 · rows + ${(voteHit! * 1e6).toFixed(0)}e-6 · hits voted on + ${(voteLog! * 1e6).toFixed(1)}e-6 · hits · log2(hits)`,
      ],
      [
        'voting, MB',
        `${(memoryFixed! / 1e6).toFixed(0)} + ${(memoryHit! / 1e3).toFixed(3)}e-3 · hits voted on`,
      ],
    ],
  );
  const rows = sizes.flatMap(({ songs, lookUps }) =>
    lookUps.map((point) => {
      const said = predictCosts(model, point, maxVoted);
      const foretold = predictCosts(model, { ...point, parts: partsAsAt(fitted, point) }, maxVoted);
      const cells = costs.map((cost) => {
        const [is, was] = [said[cost], point[cost]];
        const digits = was < 100 ? 1 : 0;
        const scale = cost === 'voteBytes' ? 1e6 : 1;
        return `${(is / scale).toFixed(digits)}, ${(was / scale).toFixed(digits)} (${(100 * (is / was - 1)).toFixed(0)} %)`;
      });
      return [
        `${songs}${heldOut.includes(songs) ? ' (held out)' : ''}`,
        point.keys,
        point.parts.length,
        ...cells,
        foretold.rows.toFixed(0),
      ];
    }),
  );
  console.log('\nPredicted, measured (error):');
  printTable(
    [
      'songs',
      'keys',
      'parts',
      'hits',
      'rows read',
      'counting, CPU ms',
      'voting, CPU ms',
      'voting, MB',
      'rows read, parts as at the nearest fitted size',
    ],
    rows,
  );
}

/** Parts are what the engine's merges leave at that moment. These are of the nearest fitted size, all larger or smaller by one factor. */
function partsAsAt(fitted: readonly SizeMeasured[], { songs, parts }: Measured): number[] {
  const distance = (other: number): number => Math.abs(Math.log(other / songs));
  const nearest = [...fitted].sort((a, b) => distance(a.songs) - distance(b.songs))[0]!;
  return (nearest.lookUps[0]?.parts ?? parts).map((rows) => (rows * songs) / nearest.songs);
}
