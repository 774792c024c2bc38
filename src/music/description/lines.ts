/** The three melody lines of a recording, in frames of its activations. */

import { type HeardLead, leadingLine } from './leading-line.js';
import type { FrameNote } from './note-events.js';
import { type HeardVoice, isInside, type VocalLine, vocalLine } from './vocal-line.js';

export interface FrameLines {
  readonly vocal: readonly FrameNote[];
  readonly instrumental: readonly FrameNote[];
  readonly topline: readonly FrameNote[];
  readonly singing: VocalLine['singing'];
}

/**
 * `voice` is where to look for singing: the vocals, where a separator took them out, else the mix itself. `presence`: as of
 * vocalLine.
 */
export function melodyLines(
  mix: HeardLead,
  voice: HeardVoice,
  tuningCents: number,
  presence: number | null = null,
): FrameLines {
  const { notes: vocal, singing } = vocalLine(voice, tuningCents, presence);
  const instrumental = leadingLine(mix, vocal);
  const topline = [...vocal, ...instrumental.filter((note) => !isInside(note, singing))].sort(
    (a, b) => a.startFrame - b.startFrame || a.midi - b.midi,
  );
  return { vocal, instrumental, topline: withoutOverlap(topline), singing };
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
