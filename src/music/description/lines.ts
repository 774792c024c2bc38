/** The three melody lines of a recording, in frames of its activations. */
import { framesPerStep, vocalLandscape } from './landscapes.js';
import { lineNotes } from './line-notes.js';
import type { Listening } from './listening.js';
import { melodyCandidates } from './melody-candidates.js';
import { leadingLine } from './melody-notes.js';
import { melodyScores } from './melody-scores.js';
import { trackLine } from './melody-track.js';
import type { FrameNote } from './note-events.js';
import { vocalActivity } from './vocal-activity.js';

export interface FrameLines {
  readonly vocal: readonly FrameNote[];
  readonly instrumental: readonly FrameNote[];
  readonly topline: readonly FrameNote[];
  /** Stretches in which someone sings, frames. */
  readonly singing: readonly { readonly startFrame: number; readonly endFrame: number }[];
}

const costs = { perSemitone: 0.03, leapLimit: 12, change: 0.5, voicing: 0.4, silence: 0.03 };
const shortestSingingSeconds = 0.7;
const longestBreathSeconds = 1;
/** Mean height of the landscape along a clearly sung note; breath and noise stay below. */
const faintest = 0.12;
/** Less clear singing than this in all, or than this share of the song, is taken for an error. */
const leastClearSeconds = 1.5;
const leastClearShare = 0.03;
const singingLevel = 0.3;

/** What is heard of a mix, or of the vocals alone. */
type Heard = Pick<Listening, 'activations' | 'centre'>;
type HeardVoice = Pick<Listening, 'activations' | 'centre' | 'vocalPitch'>;

/** `voice` is where to look for singing: the vocals, where a separator took them out, else the mix itself. */
export function melodyLines(
  mix: Heard,
  { activations, centre, vocalPitch }: HeardVoice,
  tuningCents: number,
): FrameLines {
  const { framesPerSecond } = activations;
  const landscape = vocalLandscape(activations, centre, vocalPitch, tuningCents);
  const line = trackLine(landscape, costs);
  const activity = vocalActivity(line, centre, framesPerSecond / framesPerStep);
  const active = stretches(activity, framesPerSecond / framesPerStep);
  const tracked = lineNotes(line, landscape, activations);
  const heard = tracked.filter((note) => isInside(note, active));
  const clear = heard.filter(({ salience }) => salience >= faintest);
  const clearFrames = clear.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);
  const leastFrames = Math.max(leastClearSeconds * framesPerSecond, leastClearShare * activations.frames);
  const vocal = clearFrames >= leastFrames ? heard : [];
  const singing = vocal.length > 0 ? active : [];
  const candidates = melodyCandidates(mix.activations, mix.centre);
  const accompaniment = vocal.length > 0 ? withoutLine(candidates, vocal) : candidates;
  const scores = melodyScores(accompaniment, framesPerSecond);
  const instrumental = leadingLine(accompaniment, scores, framesPerSecond);
  const topline = [...vocal, ...instrumental.filter((note) => !isInside(note, singing))].sort(
    (a, b) => a.startFrame - b.startFrame || a.midi - b.midi,
  );
  return { vocal, instrumental, topline: withoutOverlap(topline), singing };
}

/** Stretches of activity; short pauses are breaths. */
function stretches(
  activity: Float32Array,
  stepsPerSecond: number,
): { startFrame: number; endFrame: number }[] {
  const found: { startFrame: number; endFrame: number }[] = [];
  for (let step = 0; step < activity.length; step++) {
    if (activity[step]! < singingLevel) continue;
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

function isInside(note: FrameNote, parts: FrameLines['singing']): boolean {
  const middle = (note.startFrame + note.endFrame) / 2;
  return parts.some(({ startFrame, endFrame }) => middle >= startFrame && middle < endFrame);
}

/** Notes that are not the line itself or its octaves: more than half of their time is free of it. */
function withoutLine<Note extends FrameNote>(notes: readonly Note[], line: readonly FrameNote[]): Note[] {
  let first = 0;
  return notes.filter((note) => {
    while (first < line.length && line[first]!.endFrame < note.startFrame - 200) first++;
    let shared = 0;
    for (let i = first; i < line.length && line[i]!.startFrame < note.endFrame; i++) {
      const other = line[i]!;
      const interval = Math.abs(note.midi - other.midi);
      if (interval > 1 && interval !== 12) continue;
      shared += Math.max(
        0,
        Math.min(note.endFrame, other.endFrame) - Math.max(note.startFrame, other.startFrame),
      );
    }
    return shared < 0.5 * (note.endFrame - note.startFrame);
  });
}

/** Each note ends where the next begins; what begins inside a note with it is dropped. */
function withoutOverlap(sorted: readonly FrameNote[]): FrameNote[] {
  const line: FrameNote[] = [];
  for (const note of sorted) {
    const last = line.at(-1);
    if (last && note.startFrame <= last.startFrame) continue;
    if (last && last.endFrame > note.startFrame)
      line[line.length - 1] = { ...last, endFrame: note.startFrame };
    line.push(note);
  }
  return line;
}
