/**
 * Are a lattice's lines the partials of a held tone? A drone on 100 Hz, an organ, a chip's square wave or mains hum
 * draws lines at exact multiples too. Its partials begin at the bottom and tower above the music there; a decoder's
 * lines are faint everywhere, and lost under the music below 1 kHz.
 */
import { binHz } from './mean-spectrum.js';

const fromHz = 60;
const toHz = 1200;
/** Neighbours that a partial is compared with, in bins on either side. */
const nearBins = 3;
const farBins = 20;
/** A partial that rises this far above its neighbours is heard as a tone: 10 dB, in natural log power. */
const tonal = 2.3;

function rise(logPower: Float32Array, bin: number, scratch: number[]): number {
  scratch.length = 0;
  for (let offset = nearBins; offset <= farBins; offset++) {
    scratch.push(logPower[Math.max(1, bin - offset)]!, logPower[bin + offset]!);
  }
  scratch.sort((a, b) => a - b);
  const line = Math.max(logPower[bin - 1]!, logPower[bin]!, logPower[bin + 1]!);
  return line - scratch[scratch.length >> 1]!;
}

/**
 * Share of the multiples of `spacingHz` between 60 and 1200 Hz that are tones; 0 where there are fewer than
 * `fewestPartials`. `logPower`: mean natural log power a bin (see mean-spectrum.ts).
 */
export function heldToneShare(logPower: Float32Array, spacingHz: number, fewestPartials = 3): number {
  const scratch: number[] = [];
  let tones = 0;
  let partials = 0;
  for (let k = Math.ceil(fromHz / spacingHz); k * spacingHz <= toHz; k++) {
    partials++;
    if (rise(logPower, Math.round((k * spacingHz) / binHz), scratch) > tonal) tones++;
  }
  return partials < fewestPartials ? 0 : tones / partials;
}
