/** The sung line of a recording: the path through the vocal pitch network's answers, as notes, where someone sings. */
import { framesPerStep, lowestMelodyMidi, vocalLandscape } from './landscapes.js';
import type { Listening } from './listening.js';
import type { FollowedLine, HeardLine } from './note-beginnings.js';
import { notesAlong } from './note-beginnings-model.js';
import type { FrameNote } from './note-events.js';
import { vocalActivity } from './vocal-activity.js';
import { type VocalLineRule, vocalLineRule } from './vocal-line-rule.js';
import type { VocalPitch } from './vocal-pitch.js';
import { lineInRegister, withOctaves } from './vocal-register.js';
import { inScale } from './vocal-scale.js';
import { probabilityOfVoice, type VoiceEvidence, voiceEvidence } from './voice-evidence.js';
import { voiceTuning } from './voice-tuning.js';

const shortestSingingSeconds = 0.7;
const longestBreathSeconds = 1;
const minClearSeconds = 1.5;
const averagingSeconds = 0.75;
/** Of the test of glides and prominence, which keeps pianos from being taken for voices. */
const movingLevel = 0.3;

/** Of the mix, or of the voice that was taken out of it; the onsets are the mix's. */
export type HeardVoice = Pick<Listening, 'activations' | 'centre' | 'vocalPitch'> & HeardLine;

/** In frames of the activations. */
export interface VocalLine {
  readonly notes: readonly FrameNote[];
  /** Stretches in which someone sings. */
  readonly singing: readonly Stretch[];
}

interface Stretch {
  readonly startFrame: number;
  readonly endFrame: number;
}

/** `tuningCents`: of the song against A4 = 440 Hz. `presence`: probability that someone sings in it, null where nobody asked. */
export function vocalLine(
  heard: HeardVoice,
  tuningCents: number,
  presence: number | null = null,
  rule: VocalLineRule = vocalLineRule(),
  evidence: VoiceEvidence = voiceEvidence(),
): VocalLine {
  const line = trackedLine(heard, tuningCents, rule);
  const { vocalPitch, activations } = heard;
  const { framesPerSecond } = activations;
  const isSung = probabilityOfVoice(line.notes, vocalPitch, framesPerSecond, presence, evidence) >= 0.5;
  return isSung ? line : { notes: [], singing: [] };
}

/** The same, whoever or whatever sounds it. */
export function trackedLine(
  heard: HeardVoice,
  tuningCents: number,
  {
    costs,
    register,
    scale,
    tuningPull,
    singingLevel,
    clearLevel,
    minClearShare,
  }: VocalLineRule = vocalLineRule(),
): VocalLine {
  const { activations, centre, vocalPitch } = heard;
  const { framesPerSecond } = activations;
  const stepsPerSecond = framesPerSecond / framesPerStep;
  const { line } = sungPath(heard, tuningCents, { costs, register, scale, tuningPull });
  const tracked = notesAlong(line, heard, 'sung');
  const active = stretches(meanVoice(vocalPitch), singingLevel, stepsPerSecond);
  const notes = tracked.filter((note) => isInside(note, active));
  const moving = stretches(vocalActivity(line.bins, centre, stepsPerSecond), movingLevel, stepsPerSecond);
  const clear = notes.filter((note) => note.salience >= clearLevel && isInside(note, moving));
  const clearFrames = clear.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);
  const minFrames = Math.max(minClearSeconds * framesPerSecond, minClearShare * activations.frames);
  if (notes.length === 0 || clearFrames < minFrames) return { notes: [], singing: [] };
  return { notes, singing: active };
}

/** The line that is followed, and what its semitones lie at, in cents. */
export function sungPath(
  { vocalPitch }: Pick<Listening, 'vocalPitch'>,
  tuningCents: number,
  {
    costs,
    register,
    scale,
    tuningPull,
  }: Pick<VocalLineRule, 'costs' | 'register' | 'scale' | 'tuningPull'> = vocalLineRule(),
): { readonly line: FollowedLine; readonly ownCents: number } {
  const ownCents = voiceTuning(vocalPitch, tuningCents, tuningPull);
  const landscape = inScale(withOctaves(vocalLandscape(vocalPitch, ownCents), register.octaveShare), scale);
  const bins = lineInRegister(landscape, costs, register);
  return { line: { bins, landscape, lowestMidi: lowestMelodyMidi }, ownCents };
}

/** Probability of a voice, the mean over a second and a half. */
function meanVoice({ voiced, frames, framesPerSecond }: VocalPitch): Float32Array {
  const reach = Math.round(averagingSeconds * framesPerSecond);
  const sums = new Float64Array(frames + 1);
  for (let frame = 0; frame < frames; frame++) sums[frame + 1] = sums[frame]! + voiced[frame]! / 255;
  return Float32Array.from({ length: frames }, (_, frame) => {
    const from = Math.max(0, frame - reach);
    const to = Math.min(frames, frame + reach + 1);
    return (sums[to]! - sums[from]!) / (to - from);
  });
}

/** Stretches of activity; short pauses are breaths. */
function stretches(activity: Float32Array, least: number, stepsPerSecond: number): Stretch[] {
  const found: { startFrame: number; endFrame: number }[] = [];
  for (let step = 0; step < activity.length; step++) {
    if (activity[step]! < least) continue;
    const last = found.at(-1);
    if (last && step - last.endFrame <= longestBreathSeconds * stepsPerSecond) last.endFrame = step + 1;
    else found.push({ startFrame: step, endFrame: step + 1 });
  }
  return found
    .filter(({ startFrame, endFrame }) => endFrame - startFrame >= shortestSingingSeconds * stepsPerSecond)
    .map(({ startFrame, endFrame }) => ({
      startFrame: startFrame * framesPerStep,
      endFrame: endFrame * framesPerStep,
    }));
}

/** Whether the middle of a note is in one of the stretches. */
export function isInside(note: FrameNote, parts: readonly Stretch[]): boolean {
  const middle = (note.startFrame + note.endFrame) / 2;
  return parts.some(({ startFrame, endFrame }) => middle >= startFrame && middle < endFrame);
}
