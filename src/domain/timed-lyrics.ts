/**
 * Timed lyrics of a task, and as text files: LRC (`[mm:ss.xx]line`), enhanced LRC (`<mm:ss.xx>` in front of each word, the A2
 * extension that karaoke players read) and SubRip.
 */
import type { Task } from './task.js';

export interface TimedLine {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly text: string;
  /** Null or absent where nobody knows them. */
  readonly words?: readonly SungWord[] | null;
}

export interface SungWord {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly text: string;
  /** How sure the recogniser is of it, 0 … 1. */
  readonly probability: number;
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
    words:
      line.words?.map((word) => ({
        startSeconds: word.start_seconds,
        endSeconds: word.end_seconds,
        text: word.text,
        probability: word.probability,
      })) ?? null,
  }));
}

/** A line as the transcription's detail keeps it. */
interface StoredLine {
  readonly start_seconds: number;
  readonly end_seconds: number;
  readonly text: string;
  /** Absent in older results. */
  readonly words?: readonly StoredWord[] | null;
}

interface StoredWord {
  readonly start_seconds: number;
  readonly end_seconds: number;
  readonly text: string;
  readonly probability: number;
}

/** LRC with optional title and artist. Ends with a newline; empty where there is no line. */
export function toLrc(lines: readonly TimedLine[], tags: LyricTags = {}): string {
  return lrc(lines, tags, ({ text }) => oneLine(text));
}

/** Enhanced LRC: a time in front of each word and behind the last. Lines whose words have no times are as in plain LRC. */
export function toEnhancedLrc(lines: readonly TimedLine[], tags: LyricTags = {}): string {
  return lrc(lines, tags, ({ text, words }) => {
    if (!words || words.length === 0) return oneLine(text);
    const timed = words.map((word) => `<${lrcTime(word.startSeconds)}>${oneLine(word.text)}`);
    return `${timed.join(' ')}<${lrcTime(words.at(-1)!.endSeconds)}>`;
  });
}

function lrc(
  lines: readonly TimedLine[],
  { title, artist }: LyricTags,
  textOf: (line: TimedLine) => string,
): string {
  const tags = [...(title ? [`[ti:${oneLine(title)}]`] : []), ...(artist ? [`[ar:${oneLine(artist)}]`] : [])];
  const rows = lines.map((line) => `[${lrcTime(line.startSeconds)}]${textOf(line)}`);
  return ending([...tags, ...rows].join('\n'));
}

function lrcTime(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const minutes = Math.floor(hundredths / 6000);
  return `${pad(minutes)}:${pad(Math.floor(hundredths / 100) % 60)}.${pad(hundredths % 100)}`;
}

/** SubRip; a line without duration shows for at least a second. */
export function toSrt(lines: readonly TimedLine[]): string {
  return srt(
    lines.map((line) => ({ ...line, endSeconds: Math.max(line.endSeconds, line.startSeconds + 1) })),
  );
}

/** SubRip with a cue for each word. Lines whose words have no times are one cue. */
export function toWordSrt(lines: readonly TimedLine[]): string {
  return srt(lines.flatMap((line): readonly Cue[] => (line.words?.length ? line.words : [line])));
}

type Cue = Pick<TimedLine, 'startSeconds' | 'endSeconds' | 'text'>;

function srt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ startSeconds, endSeconds, text }, index) => {
    return `${index + 1}\n${srtTime(startSeconds)} --> ${srtTime(endSeconds)}\n${oneLine(text)}\n`;
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
