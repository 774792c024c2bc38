/**
 * What a recogniser's two networks cost, whatever they say: `network-cost.ts FOLDER ENCODER DECODER` prints it as JSON. Untrained weights
 * of the same shape cost the same.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WhisperLogMel } from '../../src/analyses/lyric-transcription/whisper/log-mel.js';
import { openSessions } from '../../src/analyses/lyric-transcription/whisper/sessions.js';
import { readWhisperSettings } from '../../src/analyses/lyric-transcription/whisper/settings.js';

export interface NetworkCost {
  /** CPU seconds of a window of 30 s. */
  readonly encoderSeconds: number;
  /** CPU seconds of a token. */
  readonly decoderSeconds: number;
  readonly peakMegabytes: number;
}

const windows = 3;
const tokens = 100;

async function main([folder = '', encoder = '', decoder = '']: readonly string[]): Promise<void> {
  const settings = await readWhisperSettings(folder);
  const files = { encoder: join(folder, encoder), decoder: join(folder, decoder) };
  const sessions = await openSessions(files, settings);
  const front = await WhisperLogMel.create(settings.melBands);
  const tone = Float32Array.from({ length: 480_000 }, (_, n) => 0.1 * Math.sin(n * 0.05));
  const mel = front.compute(tone);
  front.dispose();
  let states = await sessions.encode(mel);
  const encoderSeconds = await cpuSeconds(windows, async () => {
    states = await sessions.encode(mel);
  });
  let state = await sessions.begin(states, settings.startToken);
  const decoderSeconds = await cpuSeconds(tokens, async (i) => {
    state = await sessions.advance(states, state, [1000 + i]);
  });
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  const cost: NetworkCost = { encoderSeconds, decoderSeconds, peakMegabytes };
  process.stdout.write(JSON.stringify(cost));
}

/** Of one run, of `runs`. */
async function cpuSeconds(runs: number, run: (index: number) => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < runs; i++) await run(i);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / runs;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.slice(2));
