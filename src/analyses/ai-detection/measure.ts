/** The kernel's work: decodes once, keeps mean spectra of middle and sides, and reads every lattice off them. */
import { ComputeError, type PcmStream, type ReportProgress } from '../analysis.js';
import { abstention } from './calibration.js';
import { type EnvelopeRhythm, EnvelopeRhythmStream } from './envelope-rhythm.js';
import { drawableSpectrum, foundLines } from './found-lines.js';
import {
  decisiveLattice,
  explainedLattice,
  type LatticeFinding,
  type Surroundings,
} from './lattice-finding.js';
import { familyScore } from './lattice-score.js';
import {
  type BlindLattice,
  blindScoreAt,
  findExact,
  searchBlind,
  searchFromHz,
  searchScale,
} from './lattice-search.js';
import { familyOf } from './lattices.js';
import { type LineContrast, lineContrast } from './line-contrast.js';
import {
  analysisRateHz,
  binHz,
  hopSamples,
  MeanSpectrumStream,
  meanOf,
  type SegmentSpectrum,
  type SegmentsOfTrack,
} from './mean-spectrum.js';
import type { Measurement, SegmentMeasurement } from './measurement.js';
import { silentMeasurement } from './silent-measurement.js';

const voiceBandHz = { from: 250, to: 3400 };

/** Splits interleaved stereo into (L+R)/2 and (L−R)/2. */
function toMidAndSide(chunk: Float32Array): { mid: Float32Array; side: Float32Array } {
  const frames = chunk.length >> 1;
  const mid = new Float32Array(frames);
  const side = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    const left = chunk[2 * frame]!;
    const right = chunk[2 * frame + 1]!;
    mid[frame] = (left + right) / 2;
    side[frame] = (left - right) / 2;
  }
  return { mid, side };
}

/**
 * Measures a track. `pcm` must be 44.1 kHz stereo. `expectedSeconds` only scales the progress.
 * @throws ComputeError('bad-input') where there is no sample at all
 */
export async function measure(
  pcm: PcmStream,
  progress: ReportProgress,
  expectedSeconds: number,
): Promise<Measurement> {
  if (pcm.sampleRateHz !== analysisRateHz || pcm.channels !== 2) {
    throw new RangeError('AI detection measures 44.1 kHz stereo');
  }
  const midStream = await MeanSpectrumStream.create();
  const sideStream = await MeanSpectrumStream.create();
  const rhythmStream = await EnvelopeRhythmStream.create();
  let frames = 0;
  for await (const chunk of pcm) {
    const { mid, side } = toMidAndSide(chunk);
    midStream.push(mid);
    sideStream.push(side);
    rhythmStream.push(mid);
    frames += mid.length;
    progress(0.8 * Math.min(1, frames / (analysisRateHz * Math.max(1, expectedSeconds))), 'listening');
  }
  progress(0.8, 'looking for lattices');
  return describe(midStream.finish(), sideStream.finish(), rhythmStream.finish(), frames / analysisRateHz);
}

function describe(
  mid: SegmentsOfTrack,
  side: SegmentsOfTrack,
  rhythm: EnvelopeRhythm,
  durationSeconds: number,
): Measurement {
  const midMean = meanOf(mid.segments);
  if (midMean === null) {
    if (durationSeconds > 0) return silentMeasurement(durationSeconds);
    throw new ComputeError('bad-input', 'The file holds no audio: there is nothing to analyse.');
  }
  const contrast = lineContrast(midMean);
  const surroundings: Surroundings = { contrast, logPower: midMean, rhythm };
  const families = findExact(surroundings);
  const searched = searchScale(surroundings);
  const scaled = searched[0]!;
  const blind = searchBlind(surroundings);
  const decisive = decisiveLattice({ families, scaled });
  const frames = mid.segments.reduce((total, segment) => total + segment.frames, 0);
  const sideMean = meanOf(side.segments);
  const segments = mid.segments.map((segment) =>
    describeSegment(segment, side, mid.secondsPerSegment, durationSeconds, {
      exactId: families[0]!.familyId,
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
    explained: explainedLattice([...families, ...searched], abstention.leastEvidence),
    blind,
    ...scoresByVoice(mid.segments, segments, decisive),
    sideScore: sideMean === null ? null : placeScore(lineContrast(sideMean), decisive),
    segments,
    spectrum: drawableSpectrum(contrast),
    lines: foundLines(contrast, decisive),
  };
}

interface TrackFindings {
  readonly exactId: LatticeFinding['familyId'];
  readonly scaled: LatticeFinding;
  readonly blind: BlindLattice;
}

const placeScore = (contrast: LineContrast, { familyId, scale }: LatticeFinding): number =>
  familyScore(contrast, familyOf(familyId), scale, searchFromHz);

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
    exact: familyScore(contrast, familyOf(track.exactId)),
    scaled: placeScore(contrast, track.scaled),
    blind: blindScoreAt(contrast, track.blind.spacingHz),
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
