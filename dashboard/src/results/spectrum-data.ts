/** The evidence behind an AI detection, from the task's detail. */
import { fields, list, number, text } from './fields.js';

export interface SpectrumEvidence {
  frequencyHz: number[];
  /** Level above the neighbourhood. */
  contrast: number[];
  linesHz: number[];
}

export interface Evidence {
  abstained: boolean;
  reasons: string[];
  /** The generator part that leaves the strongest lattice found, in words, and how strong it is. */
  latticeOrigin: string;
  latticeScore: number;
  /** 0 … 1: how much of it nothing else explains. */
  latticeTrust: number;
  spacingsHz: number[];
  spectrum: SpectrumEvidence | null;
  timeline: Array<{ start: number; end: number; score: number }>;
}

export function evidenceOf(detail: unknown): Evidence | null {
  const evidence = fields(fields(detail).evidence);
  const lattice = fields(evidence.lattice);
  const score = number(lattice.score);
  if (score === null) return null;
  return {
    abstained: fields(evidence.verdict).abstained === true,
    reasons: list(fields(evidence.verdict).reasons).map(String),
    latticeOrigin: text(lattice.origin),
    latticeScore: score,
    latticeTrust: number(lattice.trust) ?? 1,
    spacingsHz: list(lattice.spacings_hz).map(Number),
    spectrum: spectrumOf(evidence),
    timeline: list(evidence.timeline)
      .map(fields)
      .map((part) => ({
        start: number(part.start_seconds) ?? 0,
        end: number(part.end_seconds) ?? 0,
        score: number(part.score) ?? 0,
      })),
  };
}

function spectrumOf(evidence: Record<string, unknown>): SpectrumEvidence | null {
  const spectrum = fields(evidence.spectrum);
  const from = number(spectrum.from_hz);
  const step = number(spectrum.step_hz);
  const contrast = list(spectrum.contrast).map(Number);
  if (from === null || step === null || contrast.length < 2) return null;
  return {
    frequencyHz: contrast.map((_, index) => from + index * step),
    contrast,
    linesHz: list(evidence.lines)
      .map((line) => number(fields(line).frequency_hz))
      .filter((hz): hz is number => hz !== null),
  };
}
