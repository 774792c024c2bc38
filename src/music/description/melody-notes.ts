/** The leading line among the notes of a mix: the best monophonic sequence of notes that look like a melody's. */
import type { FrameNote } from './note-events.js';

export interface LineRules {
  /** Added to every note's log odds: a line should rather hold a doubtful note than a hole. How sure answers are is up to their network, so this comes with it. */
  readonly gain: number;
  /** Cost a semitone of a leap, up to an octave; ≥ 0. Chosen on songs that the networks had not seen. */
  readonly perSemitone?: number;
}

const usualPerSemitone = 0.2;

const widestLeap = 12;
/** Notes that begin closer together than this are one chord, of which the line has one note. */
const chordSeconds = 0.07;
/** Over a longer pause the line may go on anywhere. */
const memorySeconds = 4;
/** A note is carried on to the next, but not for longer than this: a key's sound is lost before its note ends. */
const legatoSeconds = 2;
/** Cost a second, up to half of one, of beginning while the network still hears the note before: one voice, one note. */
const perOverlapSecond = 4;
const longestOverlapSeconds = 0.5;
const freeOverlapSeconds = 0.06;

/** The notes of the line, not overlapping, carried on to the next. `notes` are sorted by start. */
export function leadingLine<Note extends FrameNote>(
  notes: readonly Note[],
  logOdds: Float32Array,
  framesPerSecond: number,
  { gain, perSemitone = usualPerSemitone }: LineRules,
): FrameNote[] {
  const chordFrames = chordSeconds * framesPerSecond;
  const memoryFrames = memorySeconds * framesPerSecond;
  const score = new Float32Array(notes.length);
  const back = new Int32Array(notes.length);
  const starts = Float64Array.from(notes, ({ startFrame }) => startFrame);
  const ends = Float64Array.from(notes, ({ endFrame }) => endFrame);
  const pitches = Float64Array.from(notes, ({ midi }) => midi);
  let last = -1;
  let remembered = 0;
  let bestDropped = -1;
  for (let i = 0; i < notes.length; i++) {
    const start = starts[i]!;
    while (start - starts[remembered]! > memoryFrames) {
      if (bestDropped < 0 || score[remembered]! > score[bestDropped]!) bestDropped = remembered;
      remembered++;
    }
    let best = 0;
    let from = -1;
    if (bestDropped >= 0 && score[bestDropped]! - perSemitone * widestLeap > best) {
      best = score[bestDropped]! - perSemitone * widestLeap;
      from = bestDropped;
    }
    for (let j = i - 1; j >= remembered; j--) {
      // A link costs nothing at least.
      if (score[j]! <= best || start - starts[j]! < chordFrames) continue;
      const interval = Math.abs(pitches[j]! - pitches[i]!);
      const overlap = (ends[j]! - start) / framesPerSecond - freeOverlapSeconds;
      const cost =
        perSemitone * Math.min(widestLeap, interval) +
        (interval > 0 ? perOverlapSecond * Math.min(longestOverlapSeconds, Math.max(0, overlap)) : 0);
      if (score[j]! - cost <= best) continue;
      best = score[j]! - cost;
      from = j;
    }
    back[i] = from;
    score[i] = logOdds[i]! + gain + best;
    if (last < 0 || score[i]! > score[last]!) last = i;
  }
  const line: Note[] = [];
  if (last >= 0 && score[last]! > 0) for (let i = last; i >= 0; i = back[i]!) line.push(notes[i]!);
  line.reverse();
  return line.map(({ startFrame, endFrame, midi, salience }, i) => {
    const next = line[i + 1]?.startFrame ?? endFrame;
    const carried = Math.min(next, endFrame + Math.round(legatoSeconds * framesPerSecond));
    return { startFrame, endFrame: carried, midi, salience };
  });
}
