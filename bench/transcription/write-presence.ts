/** Writes models/embedded/voice-presence-network/ and voice-presence-calibration/ with the figures of the run that trained them. */
import { createHash } from 'node:crypto';
import {
  calibrationShape,
  presenceCalibrationId,
  presenceNetworkId,
  presenceOutputNames,
} from '../../src/analyses/lyric-transcription/presence/classifier.js';
import { windowFeatureNames } from '../../src/analyses/lyric-transcription/presence/window-features.js';
import type { SmallNetwork } from '../../src/signal/small-network.js';
import { hashOfContents, writeNetwork, writeTables } from '../embedded-model.js';
import type { Calibration } from './calibrate.js';
import type { PresenceCase } from './presence-cases.js';
import { trainOptions } from './train-presence.js';

/** `cases`: the recordings; `metrics`: of networks that did not hear a recording's group. Returns the files' paths. */
export function writePresence(
  network: SmallNetwork,
  { slope, offset }: Calibration,
  cases: readonly PresenceCase[],
  metrics: Readonly<Record<string, number>>,
): string[] {
  const of = (hasVoice: boolean) => {
    const known = cases.filter((one) => one.hasVoice === hasVoice);
    const contents = known.map(({ listened }) => new Uint8Array(listened.windows.buffer));
    const group = `recordings ${hasVoice ? 'with' : 'without'} a voice (their windows)`;
    return { group, cases: known.length, sha256: hashOfContents(contents) };
  };
  const data = [of(true), of(false)];
  // The same data gives the same network.
  const version = `presence-${createHash('sha256')
    .update(data.map(({ sha256 }) => sha256).join())
    .digest('hex')
    .slice(0, 8)}`;
  const run = { version, seed: trainOptions.seed, data, metrics: { ...metrics } };
  const precision = { hidden: 'float32', others: 'float32', sums: 'float64' } as const;
  const names = { inputs: windowFeatureNames, outputs: presenceOutputNames };
  const short = (value: number): number => Number(value.toFixed(3));
  const song = {
    unit: 'slope: log-odds of the song for one of its windows; offset: log-odds',
    rows: [[short(slope), short(offset)]],
  };
  return [
    writeNetwork(presenceNetworkId, network, precision, names, run),
    writeTables(presenceCalibrationId, calibrationShape, { song }, { ...run, seed: null }),
  ];
}
