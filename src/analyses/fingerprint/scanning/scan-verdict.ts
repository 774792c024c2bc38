/** The verdict of a scan: each of its places is evidence by itself, and all are as sure as the least certain one. */
import type { Verdict } from '../../../domain/finding.js';
import { expectedFalseMatches, type Strictness, zThreshold } from '../decision/decision.js';
import { tooLittleSimilarity } from '../decision/verdict.js';
import type { Alignment } from '../verification/measure.js';
import type { Segment, Similar } from './segments.js';

const limits = [
  'A place of less than about 5 s is not found; its ends are exact to about 2 s, and to 6 s where songs overlap.',
];

export interface ScanEvidence {
  readonly segments: readonly Segment[];
  /** What coincides beyond chance and is not similar enough for a copy; null where nothing does. */
  readonly similar: Similar | null;
  readonly songs: number;
  /** How many stretches of the recording were searched, each among all songs. */
  readonly windows: number;
  readonly strictness: Strictness;
}

export function scanVerdict({ segments, similar, songs, windows, strictness }: ScanEvidence): Verdict {
  const searched = { count: songs, unit: 'songs' } as const;
  if (songs === 0) {
    return { finding: 'nothing_to_compare', searched, reasons: ['The catalogue holds no songs.'], limits };
  }
  const falseMatches = ({ alignment }: Similar): number => expectedFalseMatches(alignment, songs);
  const [first] = segments;
  // A change that is assumed is a search more: a place with the least z is not always the least certain one.
  const decisive = first ? segments.reduce((a, b) => (falseMatches(b) > falseMatches(a) ? b : a)) : similar;
  const needed = Number(zThreshold(songs, decisive?.alignment.isChangeAssumed).toFixed(1));
  const threshold = { of: 'z', value: needed };
  if (!decisive) {
    const reasons = [`No song coincides with the recording beyond chance: z = ${needed} is needed.`];
    return { finding: 'not_found', threshold, searched, reasons, limits };
  }
  const { alignment, song } = decisive;
  const match = { music_id: song.musicId, musicname: song.title };
  const measured = `z = ${alignment.z.toFixed(1)} where ${needed} is needed.`;
  const common = { expectedFalseAlarms: inThousand(alignment, songs, windows), threshold, searched, limits };
  if (!first) {
    return {
      finding: 'possible',
      ...common,
      match,
      reasons: [
        `Spectral peaks coincide beyond chance: ${measured}`,
        tooLittleSimilarity(alignment, strictness),
      ],
    };
  }
  const isOneSong = segments.every((segment) => segment.song.musicId === first.song.musicId);
  return {
    finding: 'found',
    ...common,
    ...(isOneSong && { match }),
    reasons: [`Spectral peaks coincide beyond chance in each place; in the least certain one ${measured}`],
  };
}

/** Of 1,000 recordings of as many windows, in how many one of them would give as much evidence. */
function inThousand(alignment: Alignment, songs: number, windows: number): number {
  return Number((-1000 * Math.expm1(-windows * expectedFalseMatches(alignment, songs))).toPrecision(2));
}
