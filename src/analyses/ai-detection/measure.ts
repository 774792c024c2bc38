/** The kernel's work: hears a track once and reads every lattice off what was heard. */
import { ComputeError, type PcmStream, type ReportProgress } from '../analysis.js';
import { drawableSpectrum, foundLines } from './found-lines.js';
import { abstention } from './heads/calibration.js';
import { decisiveLattice, explainedLattice, type LatticeFinding } from './lattice/lattice-finding.js';
import { familyScore } from './lattice/lattice-score.js';
import { blindScoreAt, findExact, searchBlind, searchFromHz, searchScale } from './lattice/lattice-search.js';
import { familyOf } from './lattice/lattices.js';
import { type LineContrast, lineContrast } from './lattice/line-contrast.js';
import type { Surroundings } from './lattice/other-causes.js';
import { type Heard, listen } from './listen/listen.js';
import {
  analysisRateHz,
  binHz,
  hopSamples,
  meanOf,
  type SegmentSpectrum,
  type SegmentsOfTrack,
} from './listen/mean-spectrum.js';
import type { Measurement, SegmentMeasurement } from './measurement.js';
import { silentMeasurement } from './silent-measurement.js';

const voiceBandHz = { from: 250, to: 3400 };

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
export function describe({ mid, side, rhythm, onsets, durationSeconds }: Heard): Measurement {
  const midMean = meanOf(mid.segments);
  if (midMean === null) {
    if (durationSeconds > 0) return silentMeasurement(durationSeconds);
    throw new ComputeError('bad-input', 'The file holds no audio: there is nothing to analyse.');
  }
  const contrast = lineContrast(midMean);
  const surroundings: Surroundings = { contrast, logPower: midMean, rhythm, onsets };
  const families = findExact(surroundings);
  const searched = searchScale(surroundings);
  const scaled = searched[0]!;
  const blind = searchBlind(surroundings);
  const decisive = decisiveLattice({ families, scaled, blind });
  const frames = mid.segments.reduce((total, segment) => total + segment.frames, 0);
  const sideMean = meanOf(side.segments);
  const segments = mid.segments.map((segment) =>
    describeSegment(segment, side, mid.secondsPerSegment, durationSeconds, {
      exact: families[0]!,
      scaled,
      blind,
    }),
  );
  return {
    durationSeconds,
    activeSeconds: durationSeconds * Math.min(1, frames / mid.wholeFrames),
    bandwidthHz: contrast.bandwidthHz,
    isStereo: sideMean !== null,
    families,
    scaled,
    explained: explainedLattice([...families, ...searched], abstention.leastExplained),
    blind,
    ...scoresByVoice(mid.segments, segments, decisive),
    sideScore: sideMean === null ? null : placeScore(lineContrast(sideMean), decisive),
    segments,
    spectrum: drawableSpectrum(contrast),
    lines: foundLines(contrast, decisive),
  };
}

interface TrackFindings {
  readonly exact: LatticeFinding;
  readonly scaled: LatticeFinding;
  readonly blind: LatticeFinding;
}

const exactScore = (contrast: LineContrast, { familyId }: LatticeFinding): number =>
  familyId === 'unlisted' ? 0 : familyScore(contrast, familyOf(familyId));

function placeScore(contrast: LineContrast, { familyId, scale, spacingsHz }: LatticeFinding): number {
  if (familyId === 'unlisted') return blindScoreAt(contrast, spacingsHz[0]!);
  return familyScore(contrast, familyOf(familyId), scale, searchFromHz);
}

function describeSegment(
  segment: SegmentSpectrum,
  side: SegmentsOfTrack,
  secondsPerSegment: number,
  durationSeconds: number,
  track: TrackFindings,
): SegmentMeasurement {
  const mean = meanOf([segment])!;
  const contrast = lineContrast(mean);
  const startSeconds = (segment.firstFrame * hopSamples) / analysisRateHz;
  const beside = side.segments.find((other) => other.firstFrame === segment.firstFrame);
  return {
    startSeconds,
    endSeconds: Math.min(durationSeconds, startSeconds + secondsPerSegment),
    exact: exactScore(contrast, track.exact),
    scaled: placeScore(contrast, track.scaled),
    blind: placeScore(contrast, track.blind),
    voiceLead: beside ? voiceBandLevel(mean) - voiceBandLevel(meanOf([beside])!) : 0,
  };
}

function voiceBandLevel(logPower: Float32Array): number {
  const from = Math.round(voiceBandHz.from / binHz);
  const to = Math.round(voiceBandHz.to / binHz);
  let sum = 0;
  for (let bin = from; bin < to; bin++) sum += logPower[bin]!;
  return sum / (to - from);
}

/** Scores of the upper and the lower half of the segments by voice lead; unknown for short or mono tracks. */
function scoresByVoice(
  spectra: readonly SegmentSpectrum[],
  segments: readonly SegmentMeasurement[],
  decisive: LatticeFinding,
): Pick<Measurement, 'voiceScore' | 'restScore'> {
  const order = segments.map((segment, index) => ({ lead: segment.voiceLead, spectrum: spectra[index]! }));
  order.sort((a, b) => b.lead - a.lead);
  // Less than a factor of e in power between the extremes is no contrast of arrangement.
  if (order.length < 4 || order[0]!.lead - order.at(-1)!.lead < 1)
    return { voiceScore: null, restScore: null };
  const half = order.length >> 1;
  const scoreOf = (part: typeof order): number =>
    placeScore(lineContrast(meanOf(part.map(({ spectrum }) => spectrum))!), decisive);
  return { voiceScore: scoreOf(order.slice(0, half)), restScore: scoreOf(order.slice(-half)) };
}
