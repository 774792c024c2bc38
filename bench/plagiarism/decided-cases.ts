/** Decided cases: how well the evidence of a pair separates those that were found to infringe. Reported only: nothing is chosen on them. */
import { compareSongs } from '../../src/analyses/plagiarism/comparison/compare-songs.js';
import { areaUnderCurve } from '../area-under-curve.js';
import { percentIdentity } from './baselines.js';
import { decidedCases } from './development-data.js';

/** `data`: the folder of symbolic music. */
export async function decidedTable(data: string): Promise<void> {
  const cases = await decidedCases(data);
  const area = (score: (position: number) => number): string => {
    const of = (wanted: boolean) =>
      cases.map((one, position) => ({ one, position })).filter(({ one }) => one.infringement === wanted);
    return areaUnderCurve(
      of(true).map(({ position }) => score(position)),
      of(false).map(({ position }) => score(position)),
    ).toFixed(3);
  };
  const bits = cases.map((one) => compareSongs(one.complaining.description, one.defending.description).bits);
  const identity = cases.map((one) =>
    percentIdentity([one.complaining.description, one.defending.description])(0, 1),
  );
  console.log(`\ndecided cases (yuan2023): ${cases.length} pairs, infringement or not`);
  console.log('| method | AUC |\n|---|---|');
  console.log(
    `| percent melodic identity (by hand, as published with the cases) | ${area((at) => cases[at]!.publishedIdentity)} |`,
  );
  console.log(`| percent melodic identity (computed) | ${area((at) => identity[at]!)} |`);
  console.log(`| contrafact | ${area((at) => bits[at]!)} |`);
}
