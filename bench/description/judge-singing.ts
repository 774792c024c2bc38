/** How right a sung line is where each moment's pitch is known. */
import type { FrameNote } from '../../src/music/description/note-events.js';

interface SungClip {
  /** MIDI number every 5 ms, NaN where nobody sings. */
  readonly sung: Float32Array;
  /** Of the song against A4 = 440 Hz: notes are relative to it. */
  readonly tuningCents: number;
  readonly framesPerSecond: number;
  readonly notes: readonly FrameNote[];
}

export interface SingingScores {
  /** Share of the sung time within 60 cents, vibrato leaves half a semitone, at each clip's best whole-octave shift. */
  readonly pitch: number;
  /** The same, each moment's octave ignored. */
  readonly chroma: number;
  /** Share of the unsung time that has a note. */
  readonly falseShare: number;
  /** Clips without a voice, and how many of them have a line. */
  readonly unsung: number;
  readonly invented: number;
}

const stepSeconds = 0.005;
const nearSemitones = 0.6;
/** Of two who sing the same an octave apart either may be followed, but the same one throughout. */
const shifts = [-24, -12, 0, 12, 24];

export function judgeSinging(clips: readonly SungClip[]): SingingScores {
  const counts = { sung: 0, pitch: 0, chroma: 0, silent: 0, wrong: 0, unsung: 0, invented: 0 };
  for (const { sung, tuningCents, framesPerSecond, notes } of clips) {
    const line = new Float32Array(sung.length).fill(Number.NaN);
    for (const { startFrame, endFrame, midi } of notes) {
      const from = Math.max(0, Math.round(startFrame / framesPerSecond / stepSeconds));
      line.fill(midi + tuningCents / 100, from, Math.round(endFrame / framesPerSecond / stepSeconds));
    }
    const isSung = sung.some((midi) => !Number.isNaN(midi));
    if (!isSung) counts.unsung++;
    if (!isSung && notes.length > 0) counts.invented++;
    const atShift = shifts.map(() => 0);
    for (const [step, midi] of sung.entries()) {
      const found = line[step]!;
      if (Number.isNaN(midi)) {
        counts.silent++;
        if (!Number.isNaN(found)) counts.wrong++;
        continue;
      }
      counts.sung++;
      const distance = Math.abs(found - midi);
      for (const [at, shift] of shifts.entries())
        if (Math.abs(found + shift - midi) <= nearSemitones) atShift[at]!++;
      if (Math.min(distance % 12, 12 - (distance % 12)) <= nearSemitones) counts.chroma++;
    }
    counts.pitch += Math.max(...atShift);
  }
  const { sung, pitch, chroma, silent, wrong, unsung, invented } = counts;
  return { pitch: pitch / sung, chroma: chroma / sung, falseShare: wrong / silent, unsung, invented };
}
