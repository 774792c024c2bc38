/** The notes and the salience of a voice that a separator took out of its mix. */

import type { KernelTools } from '../../domain/compute.js';
import type { Listening } from '../../music/description/listening.js';
import { CentreSalienceStream } from '../../signal/centre-salience.js';
import { NoteNetwork, networkRateHz, salienceHopSamples } from './note-network.js';
import { vocalPitch } from './vocal-pitch-network.js';

const blockSamples = 2048;
/** RMS of a block below which only a separator's leftovers sound; the network would find notes in them. */
const gate = 0.002;

export async function listenToVocals(
  path: string,
  tools: KernelTools,
): Promise<Pick<Listening, 'activations' | 'centre' | 'vocalPitch'>> {
  const pcm = await tools.decode(path, { sampleRateHz: networkRateHz, channels: 1 });
  const network = await NoteNetwork.open();
  const centre = await CentreSalienceStream.create(networkRateHz, salienceHopSamples);
  const block = new Float32Array(blockSamples);
  let filled = 0;
  const hear = async (samples: Float32Array): Promise<void> => {
    let energy = 0;
    for (const sample of samples) energy += sample * sample;
    if (Math.sqrt(energy / samples.length) < gate) samples.fill(0);
    centre.push(samples, samples);
    await network.push(samples);
  };
  for await (const chunk of pcm) {
    for (let at = 0; at < chunk.length; ) {
      const take = Math.min(blockSamples - filled, chunk.length - at);
      block.set(chunk.subarray(at, at + take), filled);
      filled += take;
      at += take;
      if (filled < blockSamples) continue;
      await hear(block);
      filled = 0;
    }
  }
  if (filled > 0) await hear(block.subarray(0, filled));
  const activations = await network.finish();
  const salience = centre.finish();
  return {
    activations,
    centre: salience,
    vocalPitch: await vocalPitch(centre.bandsOfAllFrames(), activations),
  };
}
