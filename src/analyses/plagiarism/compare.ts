/** What exactly two songs share: the evidence of the plagiarism search, for a pair that somebody names. */
import { verdictToJson } from '../../domain/finding.js';
import type { JsonObject } from '../../domain/task.js';
import type { SongDescription } from '../../music/song-description.js';
import { type Analysis, type AnalysisContext, AnalysisError } from '../analysis.js';
import { spelledKey } from './comparison/key-agreement.js';
import { melodyEngineVersion } from './describe-songs.js';
import type { DescriptionSource, OpenMusic } from './ports.js';
import type { ComparedWithRolls } from './report/sections.js';
import { type ComparedSong, detailOf, resultOf } from './result.js';
import { plagiarismVerdict } from './verdict.js';

export interface CompareOptions {
  readonly descriptions: DescriptionSource;
  readonly openMusic: OpenMusic;
}

/** Parameters: other_music_id, of the same account (whoever takes the request sees to that). */
export function createCompare({ descriptions, openMusic }: CompareOptions): Analysis {
  return {
    operation: 'compare',
    async run({ music, parameters }, context) {
      if (!music) throw new AnalysisError('compare needs a musicId: upload both songs first.');
      const opened = await openMusic(String(parameters.other_music_id));
      if (!opened) throw new AnalysisError('The other song was deleted before the comparison ran.');
      const { music: other } = opened;
      try {
        context.progress(0, 'describing the first song');
        const original = await descriptions.describe(music, part(context, 0, 0.45));
        context.progress(0.45, 'describing the second song');
        const comparison = await descriptions.describe(other, part(context, 0.45, 0.9));
        context.progress(0.9, 'comparing');
        const pair = await context.compute.run<ComparedWithRolls>(
          'plagiarism.compare-two',
          { original, comparison },
          { signal: context.signal },
        );
        const { musicId, title, artist } = other;
        const playable = comparison.source === 'audio' ? musicId : null;
        const named = { songId: musicId, title, artist, link: null, musicId: playable };
        const first = { title: music.title, description: original };
        return comparisonOutcome(first, comparison, { ...named, ...pair });
      } finally {
        await opened.release();
      }
    },
  };
}

/** What a comparison answers, of uploaded songs and of local files. `song` is the second one with what was found. */
export function comparisonOutcome(
  original: { readonly title: string; readonly description: SongDescription },
  comparison: SongDescription,
  song: ComparedSong,
): { result: JsonObject; detail: JsonObject } {
  return {
    result: resultOf(original.title, original.description, [song]),
    detail: {
      verdict: verdictToJson(
        plagiarismVerdict(original.description, [song], { count: 1, notDescribed: 0 }, [comparison]),
      ),
      ...detailOf(original.description, [song]),
      engine: melodyEngineVersion,
      comparison: factsOf(comparison),
      ...(comparison.beats.length < 2 && { assessment: 'no steady beat' }),
    },
  };
}

/** Of the second song, what `detail` says of the first. */
function factsOf({ source, tempoBpm, meter, key }: SongDescription): JsonObject {
  return { source, tempo_bpm: Number(tempoBpm.toFixed(2)), meter, key: spelledKey(key) };
}

function part(context: AnalysisContext, from: number, to: number): AnalysisContext {
  return {
    ...context,
    progress: (fraction, stage) => context.progress(from + fraction * (to - from), stage),
  };
}
