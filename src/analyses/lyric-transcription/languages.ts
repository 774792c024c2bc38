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
 * keep to one language, and a segment that is mostly accompaniment resembles any; one that is sure of itself still wins. `song` is
 * what `songEvidence` gives.
 */
export function decodingLanguage(
  heard: Readonly<Record<string, number>>,
  song: Readonly<Record<string, number>>,
  known: readonly string[],
): string {
  const total = Object.values(song).reduce((sum, share) => sum + share, 0) || 1;
  let best = known.find((code) => (lyricLanguages as readonly string[]).includes(code)) ?? known[0]!;
  let highest = -1;
  for (const code of lyricLanguages) {
    if (!known.includes(code)) continue;
    const share = (heard[code] ?? 0) + (song[code] ?? 0) / total;
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

/** After this many spoken windows an earlier one counts half: a song may change its language, and does not do so by the line. */
const halfLifeWindows = 4;

/**
 * What the song sounds like, as sums over windows, each by how surely someone speaks in it, the latest most. What a window counts
 * does not depend on how many of them a recogniser hears at a time.
 */
export function songEvidence(
  earlier: Readonly<Record<string, number>>,
  windows: readonly WindowEvidence[],
): Readonly<Record<string, number>> {
  const song: Record<string, number> = { ...earlier };
  for (const { heard, noSpeech } of windows) {
    const spoken = 1 - noSpeech;
    const keeps = 0.5 ** (spoken / halfLifeWindows);
    for (const code of Object.keys(song)) song[code]! *= keeps;
    for (const [code, share] of Object.entries(heard)) song[code] = (song[code] ?? 0) + spoken * share;
  }
  return song;
}
