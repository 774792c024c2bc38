/** Where a fingerprint match lies, from the task's detail. */
import { type Fields, fields, list, number, text } from './fields.js';

export interface Span {
  start: number;
  end: number;
}

export interface MatchPlace {
  /** Where the recording's beginning lies in the registered song, in seconds; negative where it begins before it. */
  offsetSeconds: number;
  /** How much faster the recording plays than the registered song. */
  speedFactor: number;
  pitchCents: number;
  /** What was done to the recording, in a word: none, speed, tempo, pitch. */
  treatment: string;
  query: Span | null;
  song: Span | null;
  coverage: number | null;
  expectedFalseMatches: number | null;
}

export function matchPlace(detail: unknown, musicId: string): MatchPlace | null {
  const matches = list(fields(detail).matches).map(fields);
  const match = matches.find((one) => one.music_id === musicId) ?? matches[0] ?? {};
  const offsetSeconds = number(match.offset_seconds);
  if (offsetSeconds === null) return null;
  return {
    offsetSeconds,
    speedFactor: number(match.speed_factor) ?? 1,
    pitchCents: number(match.pitch_cents) ?? 0,
    treatment: text(match.treatment),
    query: span(match, 'query'),
    song: span(match, 'song'),
    coverage: number(match.query_coverage),
    expectedFalseMatches: number(match.expected_false_matches),
  };
}

function span(match: Fields, side: 'query' | 'song'): Span | null {
  const start = number(match[`${side}_start_seconds`]);
  const end = number(match[`${side}_end_seconds`]);
  return start === null || end === null ? null : { start, end };
}
