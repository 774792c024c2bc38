/**
 * Where the voice leads: the voice band's level in the middle over that in the sides. A proxy of vocal activity, not a
 * detector of voices; unknown in mono.
 */
import { binHz, type SegmentSpectrum, type SegmentsOfTrack, spectrumOf } from './mean-spectrum.js';

const voiceBandHz = { from: 250, to: 3400 };
/** Less than a factor of e in power between the extremes is no contrast of arrangement. */
const minContrast = 1;
const minSegments = 4;

/** Natural log power of the middle over the sides, 250 Hz to 3.4 kHz; 0 in mono. */
export function voiceLead(segment: SegmentSpectrum, side: SegmentsOfTrack): number {
  const beside = side.segments.find((other) => other.firstFrame === segment.firstFrame);
  return beside ? bandLevel(spectrumOf([segment])!) - bandLevel(spectrumOf([beside])!) : 0;
}

function bandLevel(logPower: Float32Array): number {
  const from = Math.round(voiceBandHz.from / binHz);
  const to = Math.round(voiceBandHz.to / binHz);
  let sum = 0;
  for (let bin = from; bin < to; bin++) sum += logPower[bin]!;
  return sum / (to - from);
}

/** The half of the segments where the voice leads and the other half; null where the two do not differ. */
export function splitByVoice(
  segments: readonly SegmentSpectrum[],
  leads: readonly number[],
): { voice: SegmentSpectrum[]; rest: SegmentSpectrum[] } | null {
  const order = segments.map((segment, index) => ({ segment, lead: leads[index]! }));
  order.sort((a, b) => b.lead - a.lead);
  if (order.length < minSegments || order[0]!.lead - order.at(-1)!.lead < minContrast) return null;
  const half = order.length >> 1;
  const sorted = order.map(({ segment }) => segment);
  return { voice: sorted.slice(0, half), rest: sorted.slice(-half) };
}
