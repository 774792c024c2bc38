/** A part of a recording as the engine hears it. */
import type { KernelTools } from '../../../domain/compute.js';
import { framing } from '../parameters.js';

const rateHz = framing.sampleRateHz;

/** Mono samples between two moments at framing.sampleRateHz; silence where the recording has none. */
export async function samplesBetween(
  { decode }: KernelTools,
  path: string,
  fromSeconds: number,
  toSeconds: number,
): Promise<Float32Array> {
  const from = Math.round(fromSeconds * rateHz);
  const samples = new Float32Array(Math.round((toSeconds - fromSeconds) * rateHz));
  let at = 0;
  for await (const chunk of await decode(path, { sampleRateHz: rateHz, channels: 1 })) {
    const skipped = Math.max(0, from - at);
    if (skipped < chunk.length) {
      const place = Math.max(0, at - from);
      samples.set(chunk.subarray(skipped, skipped + Math.max(0, samples.length - place)), place);
    }
    at += chunk.length;
    if (at - from >= samples.length) break;
  }
  return samples;
}
