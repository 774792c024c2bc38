/** Times as case files, reports, dashboard and command line write them. */
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

/** A length: 3:07, and below a second 0.4 s, because 0:00 is nothing. */
export function lengthText(seconds: number): string {
  const tenths = Math.round(10 * seconds);
  if (!(seconds > 0) || tenths >= 10) return clock(seconds);
  return `${tenths >= 1 ? (tenths / 10).toFixed(1) : Number(seconds.toPrecision(1))} s`;
}

/** 1:02.3 */
export function clockWithTenths(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10));
  return `${clock(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** 0:05–1:05; to the tenth where it is shorter than a second. */
export function rangeText(startSeconds: number, endSeconds: number): string {
  const text = endSeconds - startSeconds < 1 ? clockWithTenths : clock;
  return `${text(startSeconds)}–${text(endSeconds)}`;
}

export const spanText = (span: Span | null): string =>
  span === null ? '–' : rangeText(span.startSeconds, span.endSeconds);
