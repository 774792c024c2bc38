/** Joins what the recogniser heard with what the transcript reads like, into the documented list. */
import { type LyricLanguage, lyricLanguages } from '../../domain/languages.js';

export interface DetectedLanguage {
  readonly code: string;
  readonly probability: number;
}

/** What one segment says about the language. */
export interface SegmentEvidence {
  readonly seconds: number;
  /** The recogniser's probability that nobody speaks. */
  readonly noSpeech: number;
  /** The recogniser's probabilities, in any languages. */
  readonly heard: Readonly<Record<string, number>>;
  readonly letters: number;
  /** Shares that the text reads like; empty where it shows nothing. */
  readonly read: Readonly<Record<string, number>>;
}

/** A text says little below this many letters: its weight grows until there. */
const fullTextLetters = 60;
const highestTextWeight = 0.6;
const least = 0.02;

/** The three likeliest of the 18, at most 1 together, rounded to four places; those under 2 % are left out. */
export function joinLanguages(segments: readonly SegmentEvidence[]): DetectedLanguage[] {
  const total = new Map<LyricLanguage, number>();
  let weights = 0;
  for (const { seconds, noSpeech, heard, letters, read } of segments) {
    const weight = seconds * (1 - noSpeech) + 1e-6;
    const textWeight =
      Object.keys(read).length === 0 ? 0 : highestTextWeight * Math.min(1, letters / fullTextLetters);
    const supported = lyricLanguages.map((code) => heard[code] ?? 0);
    const heardTotal = supported.reduce((sum, share) => sum + share, 0);
    weights += weight;
    for (const [i, code] of lyricLanguages.entries()) {
      const audio = heardTotal > 0 ? supported[i]! / heardTotal : 0;
      const share = (1 - textWeight) * audio + textWeight * (read[code] ?? 0);
      total.set(code, (total.get(code) ?? 0) + weight * share);
    }
  }
  return [...total]
    .map(([code, sum]) => ({ code, probability: Math.floor((sum / weights) * 10_000) / 10_000 }))
    .sort((a, b) => b.probability - a.probability)
    .slice(0, 3)
    .filter(({ probability }, rank) => probability >= least || rank === 0);
}

/**
 * The supported language that a segment is decoded in: its own evidence and as much of what the song sounds like. Most songs
 * keep to one language, and a segment that is mostly accompaniment resembles any; one that is sure of itself still wins.
 */
export function decodingLanguage(
  heard: Readonly<Record<string, number>>,
  song: Readonly<Record<string, number>>,
  known: readonly string[],
): string {
  let best = known.find((code) => (lyricLanguages as readonly string[]).includes(code)) ?? known[0]!;
  let highest = -1;
  for (const code of lyricLanguages) {
    if (!known.includes(code)) continue;
    const share = (heard[code] ?? 0) + (song[code] ?? 0);
    if (share > highest) {
      highest = share;
      best = code;
    }
  }
  return best;
}

/** What a recogniser heard in one window. */
export interface WindowEvidence {
  readonly heard: Readonly<Record<string, number>>;
  readonly noSpeech: number;
}

/** What the song sounds like: the mean over windows, the less weight the fewer speak in them; the latest count half. */
export function songEvidence(
  earlier: Readonly<Record<string, number>>,
  windows: readonly WindowEvidence[],
): Readonly<Record<string, number>> {
  const total = windows.reduce((sum, { noSpeech }) => sum + 1 - noSpeech, 0);
  if (total < 1e-6) return earlier;
  const keepsShare = Object.keys(earlier).length === 0 ? 0 : 0.5;
  const song: Record<string, number> = {};
  for (const [code, share] of Object.entries(earlier)) song[code] = keepsShare * share;
  for (const { heard, noSpeech } of windows) {
    const weight = ((1 - keepsShare) * (1 - noSpeech)) / total;
    for (const [code, share] of Object.entries(heard)) song[code] = (song[code] ?? 0) + weight * share;
  }
  return song;
}
