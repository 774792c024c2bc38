/** The verdict of a scan: each of its places is evidence by itself, and all are as sure as the weakest one. */
import type { Verdict } from '../../domain/finding.js';
import { expectedFalseMatches, zThreshold } from './decision.js';
import type { Segment } from './segments.js';

const limits = [
  'A place of less than about 5 s is not found; its ends are exact to about 2 s, and to 6 s where songs overlap.',
];

/** `windows`: how many stretches of the recording were searched, each among all `songs`. */
export function scanVerdict(
  segments: readonly Segment[],
  { songs, windows }: { readonly songs: number; readonly windows: number },
): Verdict {
  const needed = Number(zThreshold(songs).toFixed(1));
  const threshold = { of: 'z', value: needed };
  const searched = { count: songs, unit: 'songs' } as const;
  if (songs === 0) {
    return { finding: 'nothing_to_compare', searched, reasons: ['The catalogue holds no songs.'], limits };
  }
  const [first] = segments;
  if (!first) {
    const reasons = [`No song coincides with the recording beyond chance: z = ${needed} is needed.`];
    return { finding: 'not_found', threshold, searched, reasons, limits };
  }
  const weakest = segments.reduce((a, b) => (b.alignment.z < a.alignment.z ? b : a)).alignment;
  const isOneSong = segments.every(({ song }) => song.musicId === first.song.musicId);
  return {
    finding: 'found',
    // In any of the windows: each was searched.
    expectedFalseAlarms: Number((1000 * windows * expectedFalseMatches(weakest, songs)).toPrecision(2)),
    threshold,
    searched,
    ...(isOneSong && { match: { music_id: first.song.musicId, musicname: first.song.title } }),
    reasons: [
      `Spectral peaks coincide beyond chance in each place: z = ${weakest.z.toFixed(1)} or more where ${needed} is needed.`,
    ],
    limits,
  };
}
