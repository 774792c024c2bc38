/**
 * Whether what looks like a sung line is sung. Instruments that glide and tremble (strings, brass, saxophones, an accordion) get a line
 * through the vocal pitch network's answers too, but the network is less sure along its notes that they are a voice: the mean of
 * that goes into a logistic regression (models/embedded/vocal-line-evidence/). Where it is known how likely anyone sings in the
 * recording at all, by a classifier that hears more than pitches, that decides alone: what the lines say adds nothing to it.
 */
import { loadTables } from '../../models/embedded/table-file.js';
import { logistic, logOddsOf } from '../../signal/logistic.js';
import type { FrameNote } from './note-events.js';
import type { VocalPitch } from './vocal-pitch.js';

export const vocalLineEvidenceId = 'vocal-line-evidence';
export const vocalLineEvidenceShape = {
  line: { rows: ['by-the-line', 'by-presence'], columns: ['slope', 'offset'] },
} as const;

/** Log odds that a line is sung = slope · what is known + offset. */
export interface VoiceEvidence {
  /** Of the mean voice along the line's notes. */
  readonly byTheLine: Regression;
  /** Of the log odds that the recording has a voice. */
  readonly byPresence: Regression;
}

export interface Regression {
  readonly slope: number;
  readonly offset: number;
}

/** Nearer to 0 and 1 a presence is as sure. */
export const surePresence = 0.02;

let loaded: VoiceEvidence | undefined;

/** Read once a process. Throws where the file is not the one that its card names. */
export function voiceEvidence(): VoiceEvidence {
  if (loaded) return loaded;
  const [byTheLine, byPresence] = loadTables(vocalLineEvidenceId, vocalLineEvidenceShape).line.map(
    ([slope, offset]): Regression => ({ slope: slope!, offset: offset! }),
  );
  loaded = { byTheLine: byTheLine!, byPresence: byPresence! };
  return loaded;
}

/**
 * Probability that the line is sung, where voices and other sounds are equally frequent; 0 without notes. `presence`: that the
 * recording has a voice, null where nobody asked.
 */
export function probabilityOfVoice(
  notes: readonly FrameNote[],
  vocalPitch: VocalPitch,
  framesPerSecond: number,
  presence: number | null = null,
  { byTheLine, byPresence }: VoiceEvidence = voiceEvidence(),
): number {
  if (notes.length === 0) return 0;
  if (presence !== null)
    return logistic(byPresence.slope * logOddsOf(presence, surePresence) + byPresence.offset);
  return logistic(byTheLine.slope * voiceAlong(notes, vocalPitch, framesPerSecond) + byTheLine.offset);
}

/** Of the network's probability of a voice while notes sound, 0 to 1. `framesPerSecond`: those in which notes are counted. */
export function voiceAlong(
  notes: readonly FrameNote[],
  { voiced, framesPerSecond: voicedPerSecond }: VocalPitch,
  framesPerSecond: number,
): number {
  const step = voicedPerSecond / framesPerSecond;
  let sum = 0;
  let count = 0;
  for (const { startFrame, endFrame } of notes) {
    for (let frame = startFrame; frame < endFrame; frame++) {
      sum += (voiced[Math.floor(frame * step)] ?? 0) / 255;
      count++;
    }
  }
  return count === 0 ? 0 : sum / count;
}
