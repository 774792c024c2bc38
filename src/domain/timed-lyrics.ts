/** Timed lyrics of a task, and as text files: LRC (`[mm:ss.xx]line`) and SubRip. */
import type { Task } from './task.js';

export interface TimedLine {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly text: string;
}

export interface LyricTags {
  readonly title?: string;
  readonly artist?: string;
}

/** Lines of a transcription that succeeded, none where it is instrumental; null for any other task. */
export function timedLinesOf(task: Task): TimedLine[] | null {
  if (task.operation !== 'lyric-transcription' || task.status !== 'success') return null;
  const detail = (task.detail ?? {}) as { lines?: readonly StoredLine[] };
  return (detail.lines ?? []).map((line) => ({
    startSeconds: line.start_seconds,
    endSeconds: line.end_seconds,
    text: line.text,
  }));
}

/** A line as the transcription's detail keeps it. */
interface StoredLine {
  readonly start_seconds: number;
  readonly end_seconds: number;
  readonly text: string;
}

/** LRC with optional title and artist. Ends with a newline; empty where there is no line. */
export function toLrc(lines: readonly TimedLine[], { title, artist }: LyricTags = {}): string {
  const tags = [...(title ? [`[ti:${oneLine(title)}]`] : []), ...(artist ? [`[ar:${oneLine(artist)}]`] : [])];
  const rows = lines.map(({ startSeconds, text }) => {
    const hundredths = Math.round(startSeconds * 100);
    const minutes = Math.floor(hundredths / 6000);
    return `[${pad(minutes)}:${pad(Math.floor(hundredths / 100) % 60)}.${pad(hundredths % 100)}]${oneLine(text)}`;
  });
  return ending([...tags, ...rows].join('\n'));
}

/** SubRip; a line without duration shows for at least a second. */
export function toSrt(lines: readonly TimedLine[]): string {
  const blocks = lines.map(({ startSeconds, endSeconds, text }, index) => {
    const end = Math.max(endSeconds, startSeconds + 1);
    return `${index + 1}\n${srtTime(startSeconds)} --> ${srtTime(end)}\n${oneLine(text)}\n`;
  });
  return ending(blocks.join('\n'));
}

function srtTime(seconds: number): string {
  const all = Math.round(seconds * 1000);
  const [hours, minutes] = [Math.floor(all / 3_600_000), Math.floor(all / 60_000) % 60];
  return `${pad(hours)}:${pad(minutes)}:${pad(Math.floor(all / 1000) % 60)},${pad(all % 1000, 3)}`;
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');
const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
const ending = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
