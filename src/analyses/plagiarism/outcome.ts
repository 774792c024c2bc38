/** What a search or a comparison answers of songs that were compared one by one: of uploaded songs and of local files. */

import { verdictToJson } from '../../domain/finding.js';
import type { JsonObject } from '../../domain/task.js';
import { beatsABar } from '../../evidence-view/bars.js';
import type { SongDescription } from '../../music/song-description.js';
import { spelledKey } from './comparison/key-agreement.js';
import { melodyEngineVersion } from './describe-songs.js';
import { type ComparedSong, detailOf, resultOf } from './result.js';
import { plagiarismVerdict } from './verdict.js';

interface Original {
  readonly title: string;
  readonly description: SongDescription;
}

/** `song` is the second one with what was found; `searched`: of how many songs it is one, 1 where it was named. */
export function comparisonOutcome(
  original: Original,
  comparison: SongDescription,
  song: ComparedSong,
  searched = 1,
): { result: JsonObject; detail: JsonObject } {
  const { result, detail } = outcomeOf(original, [{ song, description: comparison }], searched);
  return {
    result,
    detail: {
      ...detail,
      comparison: factsOf(comparison),
      ...(comparison.beats.length < 2 && { assessment: 'no steady beat' }),
    },
  };
}

/** `songs` in any order. `searched`: how many were, of which `songs` are the best. */
export function outcomeOf(
  original: Original,
  songs: readonly { readonly song: ComparedSong; readonly description: SongDescription }[],
  searched: number,
): { result: JsonObject; detail: JsonObject } {
  const ordered = songs
    .map(({ song }) => song)
    .toSorted((a, b) => a.comparison.expectedFalseAlarms - b.comparison.expectedFalseAlarms);
  // Of one pair both must have beats; of a search a song without them is one that shares nothing.
  const needed = songs.length === 1 ? songs.map(({ description }) => description) : [];
  const count = { count: searched, notDescribed: 0 };
  return {
    result: resultOf(original.title, original.description, ordered),
    detail: {
      verdict: verdictToJson(plagiarismVerdict(original.description, ordered, count, needed)),
      ...detailOf(original.description, ordered, searched),
      engine: melodyEngineVersion,
    },
  };
}

/** Of the second song, what `detail` says of the first. */
function factsOf(song: SongDescription): JsonObject {
  const { source, tempoBpm, key } = song;
  return { source, tempo_bpm: Number(tempoBpm.toFixed(2)), meter: beatsABar(song), key: spelledKey(key) };
}
