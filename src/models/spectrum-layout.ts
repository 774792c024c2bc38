/** Spectra of exported hybrid separators come with their frames last, as ours, or first: from one to the other. */
import type { SpectrumShape } from '../music/separation/ports.js';

const complexChannels = 4;

/** [4, bins, frames] to [frames, 4, bins]. */
export function framesFirst(spectrum: Float32Array, { bins, frames }: SpectrumShape): Float32Array {
  const rows = complexChannels * bins;
  const out = new Float32Array(spectrum.length);
  for (let row = 0; row < rows; row++) {
    for (let frame = 0; frame < frames; frame++) out[frame * rows + row] = spectrum[row * frames + frame]!;
  }
  return out;
}

/** One stem of [frames, stems, 4, bins] as [4, bins, frames]. */
export function framesLast(
  spectra: Float32Array,
  { bins, frames }: SpectrumShape,
  { stems, stem }: { readonly stems: number; readonly stem: number },
): Float32Array {
  const rows = complexChannels * bins;
  const out = new Float32Array(rows * frames);
  for (let frame = 0; frame < frames; frame++) {
    const from = (frame * stems + stem) * rows;
    for (let row = 0; row < rows; row++) out[row * frames + frame] = spectra[from + row]!;
  }
  return out;
}
