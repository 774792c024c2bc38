/** The lines of a found lattice and a drawable spectrum: what a reader of the evidence checks by eye. */
import { rounded } from '../../numbers/rounded.js';
import type { Lattice } from './lattice/lattice.js';
import { type LineContrast, lowestHz } from './lattice/line-contrast.js';
import { binHz } from './listen/mean-spectrum.js';
import type { FoundLine, Measurement } from './measurement.js';

const maxLines = 48;
const pictureStepHz = 10;
/** The strongest lines of the lattice that stand at least two deviations above their neighbours. */
export function foundLines(contrast: LineContrast, { spacingsHz }: Pick<Lattice, 'spacingsHz'>): FoundLine[] {
  const seen = new Map<number, FoundLine>();
  for (const spacing of spacingsHz) {
    for (let k = Math.ceil(lowestHz / spacing); k * spacing <= contrast.highestHz; k++) {
      const bin = Math.round((k * spacing) / binHz);
      const strength = contrast.values[bin]!;
      if (strength >= 2)
        seen.set(bin, { frequencyHz: rounded(k * spacing, 2), contrast: rounded(strength, 2) });
    }
  }
  return [...seen.values()].sort((a, b) => b.contrast - a.contrast).slice(0, maxLines);
}

/** The contrast from 1 kHz up, the highest value of each 10 Hz. */
export function drawableSpectrum(contrast: LineContrast): Measurement['spectrum'] {
  const steps = Math.max(0, Math.floor((contrast.highestHz - lowestHz) / pictureStepHz));
  const values: number[] = [];
  for (let index = 0; index < steps; index++) {
    const from = Math.round((lowestHz + index * pictureStepHz) / binHz);
    const to = Math.round((lowestHz + (index + 1) * pictureStepHz) / binHz);
    values.push(
      rounded(
        contrast.values.subarray(from, to).reduce((best, value) => Math.max(best, value), -9),
        2,
      ),
    );
  }
  return { fromHz: lowestHz, stepHz: pictureStepHz, contrast: values };
}
