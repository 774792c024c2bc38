/**
 * How clearly something repeats at a tempo: the highest peak of the autocorrelation of the onset curve among the periods of beats (Lartillot,
 * Eerola, Toiviainen and Fornari, "Multi-feature modeling of pulse clarity", ISMIR 2008, their MaxAutocor).
 */
import { autocorrelation } from './autocorrelation.js';
import type { OnsetEvidence } from './onset-evidence.js';

const slowestBpm = 45;
const fastestBpm = 220;

/**
 * 0 … 1, of the spectral flux and of the whole curve the smaller one: slow swells repeat in the one, and the beating of two held tones in the
 * other. Noise of ten seconds reaches 0.2, a metronome 0.9.
 */
export function pulseClarity({ fluxAll, all, framesPerSecond }: OnsetEvidence): number {
  return Math.min(highestPeak(fluxAll, framesPerSecond), highestPeak(all, framesPerSecond));
}

function highestPeak(curve: Float32Array, framesPerSecond: number): number {
  const shortest = Math.floor((60 * framesPerSecond) / fastestBpm);
  const longest = Math.ceil((60 * framesPerSecond) / slowestBpm);
  const correlation = autocorrelation(curve, longest + 1);
  let highest = 0;
  for (let lag = shortest; lag <= longest; lag++) {
    const value = correlation[lag]!;
    if (value >= correlation[lag - 1]! && value >= correlation[lag + 1]!) highest = Math.max(highest, value);
  }
  return highest;
}
