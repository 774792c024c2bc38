/** Which of the candidates heard in a rendered song are its melody's notes, by the notes as they are written. */
import type { MelodyCandidate } from '../../../src/music/description/melody-candidates.js';
import type { TimedNote } from '../scores.js';

export interface MelodyLabels {
  /** 1 where a candidate is a note of the melody. */
  readonly labels: Uint8Array;
  /** 0 where a candidate says nothing: where the melody pauses, and repetitions of its own pitch. */
  readonly weights: Float32Array;
}

const onsetToleranceSeconds = 0.08;
const pauseSeconds = 1;
/** Slow attacks are heard late: what begins within a note and sounds for more than this share of it is its candidate where none begins on time. */
const minShare = 0.3;

/** Both sorted by start. */
export function labelled(
  notes: readonly MelodyCandidate[],
  truth: readonly TimedNote[],
  framesPerSecond: number,
): MelodyLabels {
  const labels = new Uint8Array(notes.length);
  const weights = new Float32Array(notes.length);
  const isRepetition = new Uint8Array(notes.length);
  const startOf = (i: number): number => notes[i]!.startFrame / framesPerSecond;
  for (const { start, end, pitch } of truth) {
    let nearest = -1;
    let late = -1;
    let longest = minShare * (end - start);
    for (let i = 0; i < notes.length; i++) {
      const at = startOf(i);
      if (at < start - pauseSeconds) continue;
      if (at > end + pauseSeconds) break;
      weights[i] = 1;
      if (notes[i]!.midi !== pitch || at < start - onsetToleranceSeconds || at > end) continue;
      isRepetition[i] = 1;
      const distance = Math.abs(at - start);
      if (distance <= onsetToleranceSeconds && (nearest < 0 || distance < Math.abs(startOf(nearest) - start)))
        nearest = i;
      const sounding = Math.min(end, notes[i]!.endFrame / framesPerSecond) - at;
      if (sounding > longest) {
        longest = sounding;
        late = i;
      }
    }
    if (nearest < 0) nearest = late;
    if (nearest >= 0) labels[nearest] = 1;
  }
  for (let i = 0; i < notes.length; i++) if (isRepetition[i] && !labels[i]) weights[i] = 0;
  return { labels, weights };
}
