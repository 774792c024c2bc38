/**
 * What distinguishes a strong place in the bar from a weak one, measured at every pulse (half a beat): accents of all and
 * of the low register, what lies between this pulse and the next, changes of the harmony over short and long
 * stretches, and long notes that begin there. Each feature is standardised over the song.
 */
import type { FrameNote } from '../../../src/music/description/note-events.js';
import type { PitchActivations } from '../../../src/music/description/pitch-activations.js';
import { chromaBetween } from '../../../src/music/harmony/chroma.js';
import type { OnsetEvidence } from '../../../src/music/rhythm/onset-evidence.js';

/** In the order of a row; the numbers are the pulses before and after over which the harmony is compared. */
export const metricalFeatureNames = [
  'flux-all',
  'flux-low',
  'onsets-all',
  'onsets-low',
  'onsets-between',
  'treble-change-1',
  'treble-change-2',
  'treble-change-4',
  'treble-change-8',
  'treble-change-16',
  'bass-change-1',
  'bass-change-2',
  'bass-change-4',
  'bass-change-8',
  'long-notes-bass',
  'long-notes-treble',
] as const;
export const metricalFeatureCount = metricalFeatureNames.length;

/** pulses × metricalFeatureCount; `pulses` are frames, half a beat apart. */
export function metricalFeatures(
  pulses: readonly number[],
  onsets: OnsetEvidence,
  activations: PitchActivations,
  notes: readonly FrameNote[],
): Float32Array {
  const count = pulses.length;
  const columns = Array.from({ length: metricalFeatureCount }, () => new Float32Array(count));
  const last = pulses.at(-1) ?? 0;
  const chroma = chromaBetween(activations, [...pulses, last + (last - (pulses.at(-2) ?? 0))]);
  const curves = [onsets.fluxAll, onsets.fluxLow, onsets.noteAll, onsets.noteLow];
  for (const [index, curve] of curves.entries()) {
    for (let i = 0; i < count; i++) columns[index]![i] = peak(curve, pulses[i]!, 4);
  }
  for (let i = 0; i < count; i++) {
    const next = pulses[i + 1] ?? last + (last - (pulses.at(-2) ?? 0));
    columns[4]![i] = peak(onsets.all, (pulses[i]! + next) / 2, 3);
  }
  for (const [index, span] of [1, 2, 4, 8, 16].entries())
    change(chroma.treble, count, span, columns[5 + index]!);
  for (const [index, span] of [1, 2, 4, 8].entries()) change(chroma.bass, count, span, columns[10 + index]!);
  longNotes(pulses, notes, columns[14]!, columns[15]!);
  const features = new Float32Array(count * metricalFeatureCount);
  for (const [index, column] of columns.entries()) {
    standardise(column);
    for (let i = 0; i < count; i++) features[i * metricalFeatureCount + index] = column[i]!;
  }
  return features;
}

function peak(values: Float32Array, frame: number, halfWidth: number): number {
  const centre = Math.round(frame);
  let best = -1;
  for (let i = Math.max(0, centre - halfWidth); i <= Math.min(values.length - 1, centre + halfWidth); i++) {
    best = Math.max(best, values[i]!);
  }
  return best;
}
/** Cosine distance of the chroma in the `span` pulses before and after each pulse. */
function change(rows: Float32Array, count: number, span: number, into: Float32Array): void {
  const sums = new Float64Array((count + 1) * 12);
  for (let i = 0; i < count; i++) {
    for (let p = 0; p < 12; p++) sums[(i + 1) * 12 + p] = sums[i * 12 + p]! + rows[i * 12 + p]!;
  }
  for (let i = 0; i < count; i++) {
    const from = Math.max(0, i - span) * 12;
    const to = Math.min(count, i + span) * 12;
    let dot = 0;
    let before = 0;
    let after = 0;
    for (let p = 0; p < 12; p++) {
      const left = sums[i * 12 + p]! - sums[from + p]!;
      const right = sums[to + p]! - sums[i * 12 + p]!;
      dot += left * right;
      before += left * left;
      after += right * right;
    }
    into[i] = before > 1e-9 && after > 1e-9 ? 1 - dot / Math.sqrt(before * after) : 0;
  }
}

/** Bass and higher notes that begin within a quarter of a pulse, by how many pulses they last (at most 8). */
function longNotes(
  pulses: readonly number[],
  notes: readonly FrameNote[],
  bass: Float32Array,
  treble: Float32Array,
): void {
  let at = 0;
  for (const { startFrame, endFrame, midi, salience } of notes) {
    while (
      at + 1 < pulses.length &&
      Math.abs(pulses[at + 1]! - startFrame) <= Math.abs(pulses[at]! - startFrame)
    )
      at++;
    const step = at + 1 < pulses.length ? pulses[at + 1]! - pulses[at]! : pulses[at]! - (pulses[at - 1] ?? 0);
    if (!(step > 0) || Math.abs(pulses[at]! - startFrame) > Math.max(4, step / 4)) continue;
    const length = Math.min(8, (endFrame - startFrame) / step) * salience;
    if (midi < 55) bass[at]! += length;
    else treble[at]! += length;
  }
}

function standardise(values: Float32Array): void {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
  const spread = Math.sqrt(variance);
  for (let i = 0; i < values.length; i++) {
    values[i] = spread > 1e-9 ? Math.min(4, Math.max(-4, (values[i]! - mean) / spread)) : 0;
  }
}
