/** The spectrum evidence of AI detection, from the task's detail. */
import { fields, list, number } from './fields.js';

export interface SpectrumEvidence {
  frequencyHz: number[];
  levelDb: number[];
  peaksHz: number[];
}

export function spectrumOf(detail: unknown): SpectrumEvidence | null {
  const spectrum = fields(fields(detail).spectrum);
  const frequencyHz = list(spectrum.frequency_hz).map(Number);
  const levelDb = list(spectrum.level_db ?? spectrum.contrast_db).map(Number);
  if (frequencyHz.length < 2 || frequencyHz.length !== levelDb.length) return null;
  const peaksHz = list(spectrum.peaks_hz ?? spectrum.lines_hz)
    .map(number)
    .filter((hz): hz is number => hz !== null);
  return { frequencyHz, levelDb, peaksHz };
}
