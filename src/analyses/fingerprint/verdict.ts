/** The verdict of a check (src/domain/finding.ts), from what was found: the documented result follows from it. */
import type { Verdict } from '../../domain/finding.js';
import {
  decisionRules,
  expectedFalseMatches,
  isDuplicate,
  isMatch,
  type Strictness,
  similarity,
  zThreshold,
} from './decision.js';
import { copyKinds, kindReasons } from './kind.js';
import type { SongMatch } from './matches.js';

export interface CheckEvidence {
  /** Best first: matches, and what coincides far beyond chance without being similar enough for a copy. */
  readonly candidates: readonly SongMatch[];
  readonly songs: number;
  readonly strictness: Strictness;
}

const limits = [
  'Speed beyond × 0.66 to × 1.5, tempo beyond × 0.7 to × 1.4 and pitch beyond 7 semitones are not searched.',
  'In strong reverberation, music on a strict grid of semitones cannot be distinguished from another rendition of the same notes.',
];

export function checkVerdict({ candidates, songs, strictness }: CheckEvidence): Verdict {
  const duplicate = candidates.find(({ alignment }) => isDuplicate(alignment, songs, strictness));
  const best = duplicate ?? candidates[0];
  const threshold = {
    of: 'z',
    value: Number(zThreshold(songs, best?.alignment.isChangeAssumed).toFixed(1)),
  };
  const searched = { count: songs, unit: 'songs' } as const;
  if (songs === 0) {
    return { finding: 'nothing_to_compare', searched, reasons: ['The catalogue holds no songs.'], limits };
  }
  if (!best) {
    return {
      finding: 'not_found',
      threshold,
      searched,
      reasons: [`No song of ${songs} coincides with the recording beyond chance.`],
      limits,
    };
  }
  const { alignment, song } = best;
  const z = `z = ${alignment.z.toFixed(1)} where ${threshold.value} is needed`;
  return {
    finding: duplicate ? 'found' : 'possible',
    expectedFalseAlarms: Number((1000 * expectedFalseMatches(alignment, songs)).toPrecision(2)),
    threshold,
    searched,
    match: { music_id: song.musicId, musicname: song.title },
    reasons: [`Spectral peaks coincide beyond chance: ${z}.`, ...reasons(best, songs, strictness)],
    limits,
  };
}

function reasons({ alignment, song }: SongMatch, songs: number, strictness: Strictness): string[] {
  const { minSimilarity } = decisionRules[strictness];
  if (!isMatch(alignment, songs, strictness)) {
    return [
      `The similarity of ${similarity(alignment).toFixed(2)} is below ${minSimilarity}: this is the recording, blurred as by a room, or another rendition of the same notes.`,
    ];
  }
  const kinds = kindReasons(alignment, copyKinds(alignment, song.durationSeconds));
  if (isDuplicate(alignment, songs, strictness)) return kinds;
  const share = (100 * alignment.queryCoverage).toFixed(0);
  return [...kinds, `The match holds for ${share} % of the recording; a duplicate needs half of it.`];
}
