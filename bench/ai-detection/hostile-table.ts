/** False accusations on purpose: signals built to fool a detector of lattices, and note files played by a synthesiser. */
import { embeddedOdds } from '../../src/analyses/ai-detection/evidence/embedded.js';
import { trackOdds } from '../../src/analyses/ai-detection/evidence/odds.js';
import type { Measurement } from '../../src/analyses/ai-detection/measurement.js';
import { productNames } from '../../src/analyses/ai-detection/results/products.js';
import { judge } from '../../src/analyses/ai-detection/results/result.js';
import { measureSamples } from './cases.js';
import { hostileSignals } from './hostile-signals.js';
import { midiRenders } from './midi-renders.js';
import { table } from './tables.js';

const seconds = 30;
const one = (value: number): string => value.toFixed(1);

function verdictOf(measurement: Measurement): string {
  const judged = productNames.map((product) => judge(product, measurement, embeddedOdds()));
  const accusers = productNames.filter((_, index) => judged[index]!.verdict.finding === 'found');
  if (accusers.length > 0) return `**found** (${accusers.join(', ')})`;
  const { finding, reasons } = judged[0]!.verdict;
  return `${finding.replaceAll('_', ' ')}: ${reasons[0]}`;
}

const strongestOf = ({ lattices }: Measurement): number =>
  Math.max(0, ...lattices.map(({ evidence }) => evidence));

/** A row a signal: what lattice it draws, what is left of it as evidence, and what the products say. */
export async function hostileTable(): Promise<string> {
  const rows: string[][] = [];
  for (const { name, make } of hostileSignals) {
    const mono = make(seconds);
    const stereo = Float32Array.from({ length: 2 * mono.length }, (_, n) => mono[n >> 1]!);
    const measurement = await measureSamples(stereo);
    const { logOdds } = trackOdds(measurement, embeddedOdds());
    rows.push([name, one(strongestOf(measurement)), one(logOdds), verdictOf(measurement)]);
    process.stderr.write(`\r${rows.length} hostile signals`);
  }
  process.stderr.write('\n');
  return table(['signal', 'strongest lattice, powers of ten', 'log-odds', 'verdict'], rows);
}

/** One line: how many of the renders are accused, and which. */
export async function midiLine(folder: string, nth: number): Promise<string> {
  const verdicts: { name: string; verdict: string; logOdds: number }[] = [];
  for await (const { name, samples } of midiRenders(folder, nth)) {
    try {
      const measurement = await measureSamples(samples);
      const { logOdds } = trackOdds(measurement, embeddedOdds());
      verdicts.push({ name, verdict: verdictOf(measurement), logOdds });
    } catch (error) {
      console.error(`left out ${name}: ${(error as Error).message}`);
    }
    process.stderr.write(`\r${verdicts.length} note files rendered`);
  }
  process.stderr.write('\n');
  const accused = verdicts.filter(({ verdict }) => verdict.startsWith('**found'));
  const unsure = verdicts.filter(({ verdict }) => verdict.startsWith('cannot tell'));
  return [
    `${accused.length} of ${verdicts.length} renders are found by any product`,
    accused.map(({ name, verdict }) => `${name}: ${verdict}`).join('; '),
    `${unsure.length} "cannot tell"`,
    `highest log-odds ${Math.max(...verdicts.map(({ logOdds }) => logOdds)).toFixed(1)}`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}
