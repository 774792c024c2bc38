/** Synthetic music for tests and benches: a random walk of decaying notes with partials, over a soft noise. */
import { framing } from '../../src/analyses/fingerprint/parameters.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { addNoise, whiteNoise } from './effects.js';

/** `seconds` of mono samples at framing.sampleRateHz; the same seed gives the same song. */
export function synthesiseSong(seed: number, seconds: number): Float32Array {
  const rate = framing.sampleRateHz;
  const samples = new Float32Array(Math.round(seconds * rate));
  const random = generator(seed);
  for (let at = 0; at < seconds; at += 0.12 + 0.2 * random()) {
    const hz = 220 * 2 ** (Math.floor(random() * 36) / 12);
    const level = 0.05 + 0.1 * random();
    const decay = 0.1 + 0.4 * random();
    const first = Math.floor(at * rate);
    const length = Math.min(samples.length - first, Math.floor(decay * 4 * rate));
    for (let partial = 1; partial <= 4 && hz * partial < rate * 0.45; partial++) {
      const step = (2 * Math.PI * hz * partial) / rate;
      const gain = (level / partial) * (0.5 + random());
      for (let n = 0; n < length; n++) {
        samples[first + n]! += gain * Math.exp(-n / (decay * rate)) * Math.sin(step * n);
      }
    }
  }
  for (let n = 0; n < samples.length; n++) samples[n]! += 0.001 * (random() - 0.5);
  return samples;
}

/**
 * The same notes at the same times whoever plays; how they decay and beat, and the breath in them, are the player's. Mono samples
 * at framing.sampleRateHz.
 */
export function playNotes(player: number, seconds: number): Float32Array {
  const rate = framing.sampleRateHz;
  const notes = seededRandom(1);
  const own = seededRandom(player);
  const samples = new Float32Array(seconds * rate);
  for (let at = 0; at < seconds - 1; at += 0.2 + 0.2 * notes()) {
    const hz = 220 * 2 ** (Math.floor(notes() * 24) / 12);
    const first = Math.floor(at * rate);
    for (let partial = 1; partial <= 6; partial++) {
      const gain = (0.05 / partial) * (0.3 + own());
      const decaySeconds = 0.05 + 0.3 * own();
      const [beatHz, depth, phase] = [3 + 9 * own(), 0.8 * own(), 2 * Math.PI * own()];
      for (let n = 0; n < 0.5 * rate; n++) {
        const beat = 1 + depth * Math.sin(phase + (2 * Math.PI * beatHz * n) / rate);
        const decay = Math.exp(-n / (decaySeconds * rate));
        samples[first + n]! += gain * beat * decay * Math.sin((2 * Math.PI * hz * partial * n) / rate);
      }
    }
  }
  return addNoise(samples, whiteNoise(samples.length, own), 30);
}

/** Uniform numbers in 0 … 1 (xorshift32). */
function generator(seed: number): () => number {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state = (state ^ (state << 5)) >>> 0;
    return state / 4294967296;
  };
}
