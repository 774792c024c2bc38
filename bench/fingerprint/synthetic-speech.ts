/** Speech of nobody, for tests: it needs no synthesiser to be installed. */
import { framing } from '../../src/analyses/fingerprint/parameters.js';
import { seededRandom } from '../../src/signal/seeded-random.js';

const rate = framing.sampleRateHz;

/** Mono samples: syllables as of one speaker, gliding vowels through three formants that fall off by 8 dB each, with fricatives and pauses now and then. */
export function synthesiseSpeech(seconds: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  const samples = new Float32Array(seconds * rate);
  let at = 0;
  while (at < samples.length) {
    const length = Math.floor((0.16 + 0.1 * random()) * rate);
    const from = 100 + 60 * random();
    const to = from * (random() < 0.5 ? 1.22 : 0.82);
    const formants = [300 + 500 * random(), 900 + 1300 * random(), 2300 + 500 * random()];
    let phase = 0;
    const end = Math.min(length, samples.length - at);
    for (let n = 0; n < end; n++) {
      const hz = from + ((to - from) * n) / length;
      phase += (2 * Math.PI * hz) / rate;
      let value = 0;
      for (let partial = 1; partial * hz < 4000; partial++) {
        const gain = formants.reduce(
          (sum, formant, number) => sum + 0.4 ** number / (1 + ((partial * hz - formant) / 90) ** 2),
          0,
        );
        value += gain * Math.sin(partial * phase);
      }
      samples[at + n] = 0.05 * value * Math.sin((Math.PI * n) / length);
    }
    at += length;
    const hiss = random() < 0.25 ? Math.floor((0.05 + 0.06 * random()) * rate) : 0;
    let last = 0;
    for (let n = 0; n < hiss && at + n < samples.length; n++) {
      const noise = random() - 0.5;
      samples[at + n] = 0.06 * (noise - last);
      last = noise;
    }
    at += hiss + Math.floor((random() < 0.2 ? 0.3 : 0.02) * rate);
  }
  return samples;
}
