/** Turns a lyric into the lines that are compared: one line is one sentence, as the interface says. */
import { lyricLimitProblem, splitLyricLines } from '../domain/lyric-limits.js';
import { isInterjectionLine, isSectionLine, normaliseLine, stripMarkup } from './normalise-line.js';

export interface LyricLine {
  /** As written, markup removed: what results show. */
  readonly text: string;
  /** What lines are compared by. Unique within the lyric. */
  readonly normalised: string;
  /** 1-based line of the submitted text where it first stands. */
  readonly lineNumber: number;
  /** How often it stands in the lyric; refrains are compared once. */
  readonly repeats: number;
}

export interface SegmentedLyrics {
  readonly lines: readonly LyricLine[];
  readonly skippedSectionMarks: number;
  /** Lines without a letter or digit, and lines of sung syllables only. */
  readonly skippedWithoutWords: number;
}

/** Splits at newlines and HTML line breaks. Empty, symbol-only, section-mark and "la la la" lines are skipped. */
export function segmentLyrics(text: string): SegmentedLyrics {
  const byNormalised = new Map<string, { text: string; lineNumber: number; repeats: number }>();
  let skippedSectionMarks = 0;
  let skippedWithoutWords = 0;
  const rawLines = splitLyricLines(text);
  for (let index = 0; index < rawLines.length; index++) {
    const line = stripMarkup(rawLines[index]!);
    if (line === '') continue;
    if (isSectionLine(line)) {
      skippedSectionMarks++;
      continue;
    }
    const normalised = normaliseLine(line);
    if (normalised === '' || isInterjectionLine(normalised)) {
      skippedWithoutWords++;
      continue;
    }
    const known = byNormalised.get(normalised);
    if (known) known.repeats++;
    else byNormalised.set(normalised, { text: line, lineNumber: index + 1, repeats: 1 });
  }
  return {
    lines: [...byNormalised].map(([normalised, line]) => ({ ...line, normalised })),
    skippedSectionMarks,
    skippedWithoutWords,
  };
}

/** Why nothing of a lyric can be compared, written for the caller, or null when something can. */
function wordlessProblem(text: string): string | null {
  return splitLyricLines(text).some((raw) => isCompared(stripMarkup(raw)))
    ? null
    : 'The lyrics hold no line with words: blank lines, symbols, section marks and sung syllables such as "la la" are not compared.';
}

function isCompared(line: string): boolean {
  if (line === '' || isSectionLine(line)) return false;
  const normalised = normaliseLine(line);
  return normalised !== '' && !isInterjectionLine(normalised);
}

/**
 * Why a lyric cannot be analysed, written for the caller, or null when it can be.
 * Judged before a task exists (422).
 */
export function validateLyrics(text: string): string | null {
  if (text.includes('\u0000')) return 'The lyrics hold a null character (U+0000). Remove it.';
  if (/\p{Surrogate}/u.test(text)) {
    return 'The lyrics hold half of a surrogate pair, which is no character. Send valid Unicode.';
  }
  const tooLong = lyricLimitProblem(text);
  return tooLong ?? wordlessProblem(text);
}
