/** A result's matches by the song that they are with: the best song first, as the result has them. */
import type { PlagiarismMatch, PlagiarismResult } from '../../api/contract.js';
import type { LineName } from './compared-songs.js';

export const categories = [
  ['signature', 'signature', null],
  ['vocal', 'vocal melody', 'vocal'],
  ['inst', 'instrumental melody', 'instrumental'],
  ['topline', 'main melody', 'topline'],
] as const satisfies ReadonlyArray<readonly [keyof PlagiarismResult, string, LineName | null]>;

export interface SongMatches {
  /** The match that speaks for the song: of its signature, else its first one. */
  best: PlagiarismMatch;
  line: LineName | null;
  /** Passages by category, those without any left out. */
  passages: Array<{ label: string; count: number }>;
}

export function songGroups(result: PlagiarismResult): SongMatches[] {
  const groups = new Map<string, SongMatches>();
  for (const [category, label, line] of categories) {
    for (const match of result[category]) {
      const key = JSON.stringify([match.comparison.title, match.comparison.link]);
      const group = groups.get(key) ?? { best: match, line, passages: [] };
      groups.set(key, group);
      if (line === null) continue;
      const counted = group.passages.find((one) => one.label === label);
      if (counted) counted.count++;
      else group.passages.push({ label, count: 1 });
    }
  }
  return [...groups.values()];
}
