/** The three melody lines of a recording, in frames of its activations. */
import type { Listening } from './listening.js';
import { melodyCandidates } from './melody-candidates.js';
import { melodyNetworks } from './melody-networks.js';
import { leadingLine } from './melody-notes.js';
import { melodyScores } from './melody-scores.js';
import type { FrameNote } from './note-events.js';
import { isInside, type VocalLine, vocalLine } from './vocal-line.js';

export interface FrameLines {
  readonly vocal: readonly FrameNote[];
  readonly instrumental: readonly FrameNote[];
  readonly topline: readonly FrameNote[];
  readonly singing: VocalLine['singing'];
}

/** `voice` is where to look for singing: the vocals, where a separator took them out, else the mix itself. */
export function melodyLines(
  mix: Pick<Listening, 'activations' | 'centre'>,
  voice: Pick<Listening, 'activations' | 'centre' | 'vocalPitch'>,
  tuningCents: number,
): FrameLines {
  const { framesPerSecond } = mix.activations;
  const { notes: vocal, singing } = vocalLine(voice, tuningCents);
  const candidates = melodyCandidates(mix.activations, mix.centre);
  const accompaniment = vocal.length > 0 ? withoutLine(candidates, vocal) : candidates;
  const scores = melodyScores(accompaniment, framesPerSecond);
  const instrumental = leadingLine(accompaniment, scores, framesPerSecond, { gain: melodyNetworks().gain });
  const topline = [...vocal, ...instrumental.filter((note) => !isInside(note, singing))].sort(
    (a, b) => a.startFrame - b.startFrame || a.midi - b.midi,
  );
  return { vocal, instrumental, topline: withoutOverlap(topline), singing };
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
