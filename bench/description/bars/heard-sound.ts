/** Of a sound what finding bars needs, measured as the service does (src/analyses/describe/listen.ts), and nothing else. */
import { spawnSync } from 'node:child_process';
import {
  NoteNetwork,
  networkHopSamples,
  networkRateHz,
  salienceHopSamples,
} from '../../../src/analyses/describe/note-network.js';
import { CentreSalienceStream } from '../../../src/signal/centre-salience.js';
import { InvertedChannel } from '../../../src/signal/inverted-channel.js';
import { OnsetFlux } from '../../../src/signal/onset-flux.js';
import type { HeardSound } from './kept-song.js';

/** `seconds`: only the beginning of the file. */
export async function heardSound(path: string, seconds = 3600): Promise<HeardSound> {
  const args = [
    '-v',
    'error',
    '-t',
    String(seconds),
    '-i',
    path,
    '-ac',
    '2',
    '-ar',
    String(networkRateHz),
    '-f',
    'f32le',
    '-',
  ];
  const { stdout } = spawnSync('ffmpeg', args, { maxBuffer: 2 ** 31 });
  const pcm = new Float32Array(new Uint8Array(stdout).buffer);
  const network = await NoteNetwork.open();
  const onsets = await OnsetFlux.create({ sampleRateHz: networkRateHz, hopSamples: networkHopSamples });
  const centre = await CentreSalienceStream.create(networkRateHz, salienceHopSamples);
  const inverted = new InvertedChannel(networkRateHz);
  const frames = pcm.length / 2;
  for (let start = 0; start < frames; start += 16_384) {
    const length = Math.min(16_384, frames - start);
    const [a, b] = [new Float32Array(length), new Float32Array(length)];
    for (let n = 0; n < length; n++) {
      a[n] = pcm[2 * (start + n)]!;
      b[n] = pcm[2 * (start + n) + 1]!;
    }
    inverted.mend(a, b);
    const mean = a.map((value, n) => 0.5 * (value + b[n]!));
    onsets.push(mean);
    centre.push(a, b);
    await network.push(mean);
  }
  const activations = await network.finish();
  centre.finish();
  return { activations, onset: onsets.finish(), bands: centre.bandsOfAllFrames() };
}
