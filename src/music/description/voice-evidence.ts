/**
 * Whether what looks like a sung line is sung. Instruments that glide and tremble (strings, brass, saxophones, an accordion) get a line
 * through the vocal pitch network's answers too, but the network is less sure along its notes that they are a voice: the mean of
 * that goes into a logistic regression (models/embedded/vocal-line-evidence/).
 */
import { loadTables } from '../../models/embedded/table-file.js';
import { logistic } from '../../signal/logistic.js';
import type { FrameNote } from './note-events.js';
import type { VocalPitch } from './vocal-pitch.js';

export const vocalLineEvidenceId = 'vocal-line-evidence';
export const vocalLineEvidenceShape = {
  line: { rows: ['log-odds'], columns: ['slope', 'offset'] },
} as const;

/** Log odds that a line is sung = slope · mean voice along its notes + offset. */
export interface VoiceEvidence {
  readonly slope: number;
  readonly offset: number;
}

let loaded: VoiceEvidence | undefined;

/** Read once a process. Throws where the file is not the one that its card names. */
export function voiceEvidence(): VoiceEvidence {
  if (loaded) return loaded;
  const [[slope, offset]] = loadTables(vocalLineEvidenceId, vocalLineEvidenceShape).line as [
    [number, number],
  ];
  loaded = { slope, offset };
  return loaded;
}

/** Probability that the line is sung, where voices and other sounds are equally frequent; 0 without notes. */
export function probabilityOfVoice(
  notes: readonly FrameNote[],
  vocalPitch: VocalPitch,
  framesPerSecond: number,
  { slope, offset }: VoiceEvidence = voiceEvidence(),
): number {
  return notes.length === 0 ? 0 : logistic(slope * voiceAlong(notes, vocalPitch, framesPerSecond) + offset);
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
