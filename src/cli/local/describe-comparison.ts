/** A comparison of two songs in words and a table, for a terminal. */

import { sameFileSentence } from '../../analyses/plagiarism/report/html.js';
import type { LocalComparison } from '../../compose/local-songs.js';
import { clockWithTenths } from '../../domain/case-file/clock.js';
import type { JsonObject, JsonValue } from '../../domain/task.js';
import { summariseVerdict, type VerdictSummary } from '../../domain/verdict/verdict-summary.js';
import { formatTable } from '../output.js';
import { objectOf } from './json-object.js';

const objectsOf = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.map(objectOf) : [];

const basisNames: Readonly<Record<string, string>> = {
  melody: 'melody',
  harmony: 'chords',
  tonal: 'chroma sequence',
};

/** `isOneFile`: both files hold the same bytes. */
export function describeComparison({ result, detail }: LocalComparison, isOneFile = false): string {
  const verdict = summariseVerdict({ operation: 'compare', status: 'success', result, detail });
  const song = objectsOf(detail.songs)[0] ?? {};
  const threshold = Number(detail.reporting_threshold);
  const metric = Number(song.signature_metric ?? 0);
  // Of songs that cannot be compared 0 bits are no measurement.
  const figures = [
    `signature metric  ${metric.toFixed(3)}   (a match is reported from ${threshold})`,
    `evidence          ${Number(song.bits_beyond_chance ?? 0).toFixed(1)} bits beyond chance, in the ${basisNames[String(song.basis)] ?? String(song.basis)}`,
  ];
  const lines = [
    ...(verdict?.finding === 'cannot_tell' ? [] : figures),
    ...conclusion(verdict),
    ...(isOneFile ? [sameFileSentence] : []),
  ];
  const rows = objectsOf(song.runs).flatMap((run) =>
    objectsOf(run.segments).map((segment) => [
      run.basis === 'tonal' ? 'all that sounds' : lineText(run),
      timeText(segment.original),
      timeText(segment.comparison),
      Array.isArray(segment.matched) ? segment.matched.length : 0,
      transposedText(Number(run.transposition)),
    ]),
  );
  if (rows.length > 0) {
    lines.push('', formatTable(['line', 'first song', 'second song', 'equal notes', 'second song is'], rows));
  }
  const chords = chordsText(song.harmony);
  if (chords) lines.push('', chords);
  const notes = keyNotes(detail);
  if (notes.length > 0) lines.push('', ...notes);
  return [...lines, '', String(detail.note)].join('\n');
}

/** What the service says of the same comparison; where it cannot tell, why. */
function conclusion(verdict: VerdictSummary | null): string[] {
  if (verdict === null) return [];
  return verdict.finding === 'cannot_tell' ? [verdict.sentence, ...verdict.reasons] : [verdict.sentence];
}

/** Where a transposition contradicts the keys, as the comparison says it: of the decisive passage and of others. */
export function keyNotes(detail: JsonObject): string[] {
  const song = objectsOf(detail.songs)[0] ?? {};
  const notes = [
    objectOf(song.keys ?? null).note,
    ...objectsOf(song.runs).map((run) => run.key_note),
    objectOf(song.harmony ?? null).key_note,
  ];
  return [...new Set(notes.filter((note) => typeof note === 'string'))];
}

function chordsText(harmony: JsonValue | undefined): string | null {
  const { matched_chords: matched, original_beats, comparison_beats, transposition } = objectOf(harmony);
  if (matched === undefined) return null;
  const beats = (range: JsonValue | undefined): string =>
    Array.isArray(range) ? `${Math.floor(Number(range[0])) + 1} to ${Math.ceil(Number(range[1]))}` : '';
  return `${String(matched)} equal chords, from beat ${beats(original_beats)} of the first song and ${beats(comparison_beats)} of the second, ${transposedText(Number(transposition))}`;
}

function lineText({ original_line: original, comparison_line: comparison }: JsonObject): string {
  return original === comparison ? String(original) : `${String(original)} / ${String(comparison)}`;
}

function timeText(side: JsonValue | undefined): string {
  const { time_start: start, time_end: end } = objectOf(side);
  return `${clockWithTenths(Number(start))} – ${clockWithTenths(Number(end))}`;
}

function transposedText(semitones: number): string {
  return semitones === 0 ? 'in the same key' : `${Math.abs(semitones)} ${semitones > 0 ? 'up' : 'down'}`;
}
