/** The kernel's work: hears a track once and reads every lattice off what was heard. */
import { ComputeError, type PcmStream, type ReportProgress } from '../../domain/compute.js';
import type { Surroundings } from './explanations/explanation.js';
import { explanationsOf } from './explanations/table.js';
import { drawableSpectrum, foundLines } from './found-lines.js';
import { findExact, scoreAt, searchScale, searchUnconstrained } from './lattice/lattice-search.js';
import { type LineContrast, lineContrast, lowestHz } from './lattice/line-contrast.js';
import { evidenceOf } from './lattice/own-null.js';
import { type Heard, listen } from './listen/listen.js';
import {
  analysisRateHz,
  hopSamples,
  type SegmentSpectrum,
  type SpectrumKind,
  spectrumKinds,
  spectrumOf,
} from './listen/mean-spectrum.js';
import { splitByVoice, voiceLead } from './listen/voice-lead.js';
import type { LatticeReading, Measurement } from './measurement.js';

/**
 * Measures a track. `pcm` must be 44.1 kHz stereo. `expectedSeconds` only scales the progress.
 * @throws ComputeError('bad-input') where there is no sample at all
 */
export async function measure(
  pcm: PcmStream,
  progress: ReportProgress,
  expectedSeconds: number,
): Promise<Measurement> {
  const heard = await listen(pcm, progress, expectedSeconds);
  progress(0.8, 'looking for lattices');
  return describe(heard);
}

/** Reads every lattice off what was heard: arithmetic alone. */
export function describe(heard: Heard): Measurement {
  const { mid, side, durationSeconds } = heard;
  if (durationSeconds <= 0) {
    throw new ComputeError('bad-input', 'The file holds no audio: there is nothing to analyse.');
  }
  const base = { durationSeconds, isStereo: side.segments.length > 0 };
  const whole = contrastOf(mid.segments, 'mean');
  if (whole === null) {
    const spectrum = { fromHz: lowestHz, stepHz: 10, contrast: [] };
    return { ...base, activeSeconds: 0, bandwidthHz: 0, lattices: [], segments: [], spectrum };
  }
  const lattices = spectrumKinds.flatMap((kind) => latticesIn(heard, kind));
  const leads = mid.segments.map((segment) => voiceLead(segment, side));
  const frames = mid.segments.reduce((total, segment) => total + segment.frames, 0);
  const segments = mid.segments.map((segment, index) => {
    const startSeconds = (segment.firstFrame * hopSamples) / analysisRateHz;
    return {
      startSeconds,
      endSeconds: Math.min(durationSeconds, startSeconds + mid.secondsPerSegment),
      scores: scoresIn([segment], lattices),
      voiceLead: leads[index]!,
    };
  });
  const parts = splitByVoice(mid.segments, leads);
  const voice = parts === null ? null : scoresIn(parts.voice, lattices);
  const rest = parts === null ? null : scoresIn(parts.rest, lattices);
  const sides = base.isStereo ? scoresIn(side.segments, lattices) : null;
  return {
    ...base,
    activeSeconds: durationSeconds * Math.min(1, frames / mid.wholeFrames),
    bandwidthHz: whole.bandwidthHz,
    lattices: lattices.map((lattice, index) => ({
      ...lattice,
      voiceScore: voice?.[index] ?? null,
      restScore: rest?.[index] ?? null,
      sideScore: sides?.[index] ?? null,
    })),
    segments,
    spectrum: drawableSpectrum(whole),
  };
}

type Place = Omit<LatticeReading, 'voiceScore' | 'restScore' | 'sideScore'>;

function contrastOf(segments: readonly SegmentSpectrum[], kind: SpectrumKind): LineContrast | null {
  const logPower = spectrumOf(segments, kind);
  return logPower === null ? null : lineContrast(logPower);
}

function latticesIn({ mid, rhythm, onsets }: Heard, spectrum: SpectrumKind): Place[] {
  const logPower = spectrumOf(mid.segments, spectrum)!;
  const contrast = lineContrast(logPower);
  const surroundings: Surroundings = { contrast, logPower, rhythm, onsets };
  const candidates = [...findExact(contrast), ...searchScale(contrast), searchUnconstrained(contrast)];
  return candidates.map((candidate) => ({
    ...candidate,
    spectrum,
    evidence: evidenceOf(candidate.score, candidate.ownNull, candidate.candidates),
    explanations: explanationsOf(candidate, surroundings),
    lines: foundLines(contrast, candidate),
  }));
}

/** Scores at the track's places in a part of it. */
function scoresIn(segments: readonly SegmentSpectrum[], lattices: readonly Place[]): number[] {
  const contrasts = { mean: contrastOf(segments, 'mean'), low: contrastOf(segments, 'low') };
  return lattices.map((lattice) => {
    const contrast = contrasts[lattice.spectrum];
    return contrast === null ? 0 : scoreAt(contrast, lattice);
  });
}
