/**
 * The baseline: what one would try first. The strongest even spacing in the mean log spectrum, by plain comb
 * sums, with neither a null nor a floor removed. It measures how harmonic the music is.
 */
import {
  binCount,
  binHz,
  MeanSpectrumStream,
  spectrumOf,
} from '../../src/analyses/ai-detection/listen/mean-spectrum.js';

export async function naiveCombScore(interleaved: Float32Array): Promise<number> {
  const mid = new Float32Array(interleaved.length >> 1);
  for (let n = 0; n < mid.length; n++) mid[n] = (interleaved[2 * n]! + interleaved[2 * n + 1]!) / 2;
  const stream = await MeanSpectrumStream.create();
  stream.push(mid);
  const spectrum = spectrumOf(stream.finish().segments);
  if (spectrum === null) return 0;
  const top = Math.min(binCount - 2, Math.floor(16_000 / binHz));
  let mean = 0;
  for (let bin = 0; bin < top; bin++) mean += spectrum[bin]! / top;
  let best = Number.NEGATIVE_INFINITY;
  for (let spacing = 20 / binHz; spacing < 450 / binHz; spacing += 0.02) {
    let sum = 0;
    let lines = 0;
    for (let place = Math.ceil(1000 / binHz / spacing) * spacing; place < top; place += spacing) {
      sum += spectrum[Math.round(place)]! - mean;
      lines++;
    }
    best = Math.max(best, sum / lines);
  }
  return best;
}
