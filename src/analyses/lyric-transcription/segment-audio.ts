/** Takes the samples of segments out of a stream, without holding the song. */
import type { PcmStream } from '../../domain/compute.js';
import type { Segment } from './segments.js';

/** Mono. Segments must be in order; ends after the last one. A segment beyond the end comes shorter or not at all. */
export async function* segmentAudio(
  pcm: PcmStream,
  segments: readonly Segment[],
): AsyncGenerator<{ index: number; samples: Float32Array }> {
  const bounds = segments.map(({ startSeconds, endSeconds }) => ({
    from: Math.round(startSeconds * pcm.sampleRateHz),
    to: Math.round(endSeconds * pcm.sampleRateHz),
  }));
  let index = 0;
  let position = 0;
  let samples = new Float32Array(bounds[0] ? bounds[0].to - bounds[0].from : 0);
  let filled = 0;
  for await (const chunk of pcm) {
    let at = 0;
    while (index < bounds.length && at < chunk.length) {
      const { from, to } = bounds[index]!;
      const skip = Math.max(0, from + filled - (position + at));
      if (at + skip >= chunk.length) break;
      at += skip;
      const take = Math.min(chunk.length - at, to - from - filled);
      for (let n = 0; n < take; n++) {
        const sample = chunk[at + n]!;
        samples[filled + n] = sample - sample === 0 ? sample : 0;
      }
      filled += take;
      at += take;
      if (filled < to - from) break;
      yield { index, samples };
      index += 1;
      filled = 0;
      const next = bounds[index];
      if (next) samples = new Float32Array(next.to - next.from);
    }
    position += chunk.length;
    if (index === bounds.length) return;
  }
  if (filled > 0) yield { index, samples: samples.subarray(0, filled) };
}
