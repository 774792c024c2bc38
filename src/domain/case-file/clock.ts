/** Times as case files and reports write them. */
import type { Span } from './passages.js';

/** 2026-03-01 10:00:00, in UTC. */
export const timeText = (time: Date): string => time.toISOString().replace('T', ' ').slice(0, 19);

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** 3:07, from an hour on 1:03:07; nothing begins before 0:00, whatever rounding made of it. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  const begin = minutes < 60 ? minutes : `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}`;
  return `${begin}:${twoDigits(whole % 60)}`;
}

export const spanText = (span: Span | null): string =>
  span === null ? '–' : `${clock(span.startSeconds)}–${clock(span.endSeconds)}`;
