/** False accusations on purpose: signals built to fool a detector of lattices, and note files played by a synthesiser. */
import { embeddedCalibration } from '../../src/analyses/ai-detection/heads/calibration.js';
import { decisiveLattice } from '../../src/analyses/ai-detection/lattice/lattice-finding.js';
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
  const judged = productNames.map((product) => judge(product, measurement, embeddedCalibration));
  const accusers = productNames.filter((_, index) => judged[index]!.finalResult.prediction === 'fake');
  if (accusers.length > 0) return `**fake** (${accusers.join(', ')})`;
  const [, standard] = judged;
  return standard!.abstained ? `cannot tell: ${standard!.evidence.verdict.reasons.join(', ')}` : 'real';
}

/** A row a signal: what lattice it draws, what is left of it as evidence, and what the products say. */
export async function hostileTable(): Promise<string> {
  const rows: string[][] = [];
  for (const { name, make } of hostileSignals) {
    const mono = make(seconds);
    const stereo = Float32Array.from({ length: 2 * mono.length }, (_, n) => mono[n >> 1]!);
    const measurement = await measureSamples(stereo);
    const { explained } = measurement;
    const decisive = decisiveLattice(measurement);
    rows.push([
      name,
      one(Math.max(explained?.againstChance ?? 0, decisive.againstChance)),
      one(decisive.evidence),
      verdictOf(measurement),
    ]);
    process.stderr.write(`\r${rows.length} hostile signals`);
  }
  process.stderr.write('\n');
  return table(['signal', 'strongest lattice, powers of ten', 'left as evidence', 'verdict'], rows);
}

/** One line: how many of the renders are accused, and which. */
export async function midiLine(folder: string, nth: number): Promise<string> {
  const verdicts: { name: string; verdict: string; evidence: number }[] = [];
  for await (const { name, samples } of midiRenders(folder, nth)) {
    try {
      const measurement = await measureSamples(samples);
      const { evidence } = decisiveLattice(measurement);
      verdicts.push({ name, verdict: verdictOf(measurement), evidence });
    } catch (error) {
      console.error(`left out ${name}: ${(error as Error).message}`);
    }
    process.stderr.write(`\r${verdicts.length} note files rendered`);
  }
  process.stderr.write('\n');
  const accused = verdicts.filter(({ verdict }) => verdict.startsWith('**fake'));
  const unsure = verdicts.filter(({ verdict }) => verdict.startsWith('cannot tell'));
  const share = (least: number): string =>
    `${verdicts.filter(({ evidence }) => evidence >= least).length} of ${verdicts.length}`;
  return [
    `${accused.length} of ${verdicts.length} renders are called fake by any product`,
    accused.map(({ name, verdict }) => `${name}: ${verdict}`).join('; '),
    `${unsure.length} "cannot tell"`,
    `evidence of 1 and more: ${share(1)}, of 2: ${share(2)}, of 2.5: ${share(2.5)}`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}
