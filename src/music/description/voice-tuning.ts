/**
 * What a singer's semitones lie at. Voices are seldom in tune with their band to the cent, and a note between two of the
 * band's semitones is counted to the wrong one as easily as to the right one; among the voice's own it is not.
 */
import { type VocalPitch, vocalPitchBinCount, vocalPitchBinsPerSemitone } from './vocal-pitch.js';

/** Probability of a voice below which a frame says nothing. */
const minVoice = 0.22 * 255;
/** Of a frame's pitch, what lies this near its peak, in bins of a third of a semitone, and must hold half of it. */
const radiusBins = 2;
const minShare = 0.5 * 255;

/**
 * Cents against A4 = 440 Hz, within half a semitone of the band's: the circular mean of where the voice's pitches lie
 * between semitones, each frame weighted by the squared probability of a voice. `pull`: how much the band counts, as a
 * share of what the frames count for: a voice that is anywhere between the semitones says little.
 */
export function voiceTuning(
  { frames, pitches, voiced }: VocalPitch,
  bandCents: number,
  pull: number,
): number {
  let x = 0;
  let y = 0;
  let total = 0;
  for (let frame = 0; frame < frames; frame++) {
    if (voiced[frame]! < minVoice) continue;
    const row = frame * vocalPitchBinCount;
    let best = 1;
    for (let bin = 2; bin < vocalPitchBinCount - 1; bin++)
      if (pitches[row + bin]! > pitches[row + best]!) best = bin;
    let sum = 0;
    let moment = 0;
    const last = Math.min(vocalPitchBinCount - 1, best + radiusBins);
    for (let bin = Math.max(0, best - radiusBins); bin <= last; bin++) {
      sum += pitches[row + bin]!;
      moment += bin * pitches[row + bin]!;
    }
    if (sum < minShare) continue;
    const angle = (2 * Math.PI * moment) / sum / vocalPitchBinsPerSemitone;
    const weight = (voiced[frame]! / 255) ** 2;
    x += weight * Math.cos(angle);
    y += weight * Math.sin(angle);
    total += weight;
  }
  const band = (2 * Math.PI * bandCents) / 100;
  x += pull * total * Math.cos(band);
  y += pull * total * Math.sin(band);
  if (total === 0) return bandCents;
  const off = (Math.atan2(y, x) / (2 * Math.PI)) * 100 - bandCents;
  return bandCents + off - 100 * Math.round(off / 100);
}
