/** Reads the notes of an UltraStar song file: `: start length pitch text` in quarter beats of #BPM, from #GAP. */
import type { TimedNote } from './scores.js';

/** Pitches are given relative to C4, often an octave off: compare with the best whole-octave shift. */
export function ultrastarNotes(text: string): TimedNote[] {
  const tag = (name: string): number =>
    Number((new RegExp(`^#${name}:\\s*([\\d.,-]+)`, 'm').exec(text)?.[1] ?? '0').replace(',', '.'));
  const secondsPerTick = 60 / (tag('BPM') * 4);
  const gap = tag('GAP') / 1000;
  const isRelative = /^#RELATIVE:\s*yes/im.test(text);
  let offset = 0;
  const notes: TimedNote[] = [];
  for (const line of text.split(/\r?\n/)) {
    const pause = /^-\s*(-?\d+)(?:\s+(-?\d+))?/.exec(line);
    if (pause && isRelative) offset += Number(pause[2] ?? pause[1]);
    const note = /^[:*]\s*(-?\d+)\s+(\d+)\s+(-?\d+)/.exec(line);
    if (!note) continue;
    const start = gap + (offset + Number(note[1])) * secondsPerTick;
    notes.push({ start, end: start + Number(note[2]) * secondsPerTick, pitch: 60 + Number(note[3]) });
  }
  return notes;
}
