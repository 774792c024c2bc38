/**
 * The leading line among the notes of a mix: a logistic regression says how much each note looks like one of a
 * melody (loud, long, with nothing above it, in the register around), and the best monophonic sequence is found
 * by dynamic programming. The weights were fitted on rendered songs of the development data.
 */
import type { FrameNote } from './note-events.js';

export const melodyFeatureCount = 9;

/**
 * Features in the order of melodyFeatures, then the constant: raised over the fitted one, because a line should
 * rather hold a doubtful note than a hole.
 */
const weights = [1.25, 0.2, -0.92, 1.61, 0.44, -0.75, -0.27, 0.03, 0.27, 1.14];

/** Cost a semitone of a leap, up to an octave. */
const perSemitone = 0.09;
/** Notes of a line overlap no more than this share of the earlier one. */
const overlapFrames = 6;
/** A note is carried on to the next when the gap is shorter. */
const legatoFrames = 90;
const lookBackNotes = 60;

/** notes × melodyFeatureCount. `notes` are sorted by start. */
export function melodyFeatures(notes: readonly FrameNote[], framesPerSecond: number): Float32Array {
  const features = new Float32Array(notes.length * melodyFeatureCount);
  const together = 0.05 * framesPerSecond;
  const around = 4 * framesPerSecond;
  let from = 0;
  let to = 0;
  for (const [index, note] of notes.entries()) {
    while (notes[from]!.startFrame < note.startFrame - around) from++;
    while (to < notes.length && notes[to]!.startFrame <= note.startFrame + around) to++;
    let sum = 0;
    let squares = 0;
    let loudness = 0;
    let weight = 0;
    let above = 0;
    let below = 0;
    let heldAbove = 0;
    let octaveAbove = 0;
    let octaveBelow = 0;
    for (let i = from; i < to; i++) {
      const other = notes[i]!;
      sum += other.midi;
      squares += other.midi * other.midi;
      loudness += other.salience;
      weight++;
      if (other === note) continue;
      if (Math.abs(other.startFrame - note.startFrame) <= together) {
        if (other.midi > note.midi) above = 1;
        else below = 1;
        if (other.midi === note.midi + 12) octaveAbove = 1;
        if (other.midi === note.midi - 12) octaveBelow = 1;
      } else if (
        other.midi > note.midi &&
        other.startFrame < note.startFrame &&
        other.endFrame > note.startFrame + together
      ) {
        heldAbove = 1;
      }
    }
    const mean = sum / weight;
    const spread = Math.sqrt(Math.max(1, squares / weight - mean * mean));
    const row = index * melodyFeatureCount;
    features[row] = (note.midi - mean) / spread;
    features[row + 1] = (note.midi - 70) / 12;
    features[row + 2] = ((note.midi - 70) / 12) ** 2;
    features[row + 3] = (note.salience - loudness / weight) * 5;
    features[row + 4] = Math.log2(Math.max(0.06, (note.endFrame - note.startFrame) / framesPerSecond) / 0.25);
    features[row + 5] = above;
    features[row + 6] = heldAbove;
    features[row + 7] = below;
    features[row + 8] = octaveAbove - octaveBelow;
  }
  return features;
}

/** The notes of the line, not overlapping, carried on over short gaps. */
export function leadingLine(notes: readonly FrameNote[], framesPerSecond: number): FrameNote[] {
  const features = melodyFeatures(notes, framesPerSecond);
  const score = new Float32Array(notes.length);
  const back = new Int32Array(notes.length).fill(-1);
  let last = -1;
  for (let i = 0; i < notes.length; i++) {
    const note = notes[i]!;
    let own = weights[melodyFeatureCount]!;
    for (let k = 0; k < melodyFeatureCount; k++) own += weights[k]! * features[i * melodyFeatureCount + k]!;
    let best = 0;
    for (let j = i - 1; j >= Math.max(0, i - lookBackNotes); j--) {
      const before = notes[j]!;
      if (note.startFrame - before.startFrame < overlapFrames) continue;
      const value = score[j]! - perSemitone * Math.min(12, Math.abs(before.midi - note.midi));
      if (value > best) {
        best = value;
        back[i] = j;
      }
    }
    score[i] = own + best;
    if (last < 0 || score[i]! > score[last]!) last = i;
  }
  const line: FrameNote[] = [];
  for (let i = last; i >= 0; i = back[i]!) line.push(notes[i]!);
  line.reverse();
  return line.map((note, i) => {
    const next = line[i + 1]?.startFrame ?? note.endFrame;
    const endFrame = next < note.endFrame || next - note.endFrame <= legatoFrames ? next : note.endFrame;
    return endFrame === note.endFrame ? note : { ...note, endFrame };
  });
}
