/** Writes presence-weights.ts with the numbers of the run that trained it. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PresenceNetwork } from '../../src/analyses/lyric-transcription/presence/classifier.js';
import type { Calibration } from './calibrate.js';
import { packNetwork } from './train-network.js';

const target = resolve(
  import.meta.dirname,
  '../../src/analyses/lyric-transcription/presence/presence-weights.ts',
);

/** `figures` are one line each. Returns the file's path. */
export function writeWeights(
  network: PresenceNetwork,
  { slope, offset }: Calibration,
  figures: readonly string[],
): string {
  const { inputs, hidden, values } = packNetwork(network);
  writeFileSync(
    target,
    `/**
 * Written by \`npm run bench -- transcription --part presence --data DIR --train\`. Do not edit.
 *
 * The run that trained it, each recording judged by a network that never heard its group:
${figures.map((line) => ` * - ${line}`).join('\n')}
 */
import type { PresenceWeights } from './classifier.js';

export const presenceWeights: PresenceWeights = {
  inputs: ${inputs},
  hidden: ${hidden},
  values:
    '${values}',
};

/** From the log odds of a song's windows to those of the song; fitted on what the networks above said. */
export const songCalibration = { slope: ${slope.toFixed(3)}, offset: ${offset.toFixed(3)} };
`,
  );
  return target;
}
