/**
 * A stretcher of one's own for tests: pieces of the sound are laid over each other where they fit best (WSOLA, Verhelst and
 * Roelands 1993). What it gives has another tempo, the same pitch, and a waveform of its own.
 */

const pieceSamples = 640;
const hopSamples = 320;
/** How far a piece may be moved to fit what lies there. */
const searchSamples = 160;

/** `tempo` times as fast. Mono samples, of 16 kHz or so. */
export function stretchByOverlap(samples: Float32Array, tempo: number): Float32Array {
  const pieces = Math.floor((samples.length / tempo - pieceSamples) / hopSamples);
  const stretched = new Float32Array(pieces * hopSamples + pieceSamples);
  let previous = 0;
  for (let piece = 0; piece < pieces; piece++) {
    const wanted = Math.round(piece * hopSamples * tempo);
    // The sound that would follow the last piece is what the next one should be like.
    const from = piece === 0 ? 0 : bestFit(samples, previous + hopSamples, wanted);
    for (let n = 0; n < pieceSamples && from + n < samples.length; n++) {
      const weight = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / pieceSamples);
      stretched[piece * hopSamples + n]! += weight * samples[from + n]!;
    }
    previous = from;
  }
  return stretched;
}

function bestFit(samples: Float32Array, following: number, wanted: number): number {
  let [best, most] = [wanted, Number.NEGATIVE_INFINITY];
  const first = Math.max(0, wanted - searchSamples);
  const last = Math.min(samples.length - pieceSamples, wanted + searchSamples);
  for (let from = first; from <= last; from += 2) {
    let sum = 0;
    for (let n = 0; n < hopSamples; n += 2) sum += samples[from + n]! * (samples[following + n] ?? 0);
    if (sum > most) [best, most] = [from, sum];
  }
  return Math.max(0, Math.min(best, samples.length - pieceSamples));
}
