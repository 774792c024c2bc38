/** `fingerprint-check`: does this recording, or a part or a treated copy of it, lie in the account's catalogue? */

import { AnalysisError } from '../../domain/analysis-error.js';
import { verdictToJson } from '../../domain/finding.js';
import type { JsonObject } from '../../domain/task.js';
import { rounded } from '../../numbers/rounded.js';
import { type Analysis, type AnalysisContext, type AnalysisRequest, searchOrAbstain } from '../analysis.js';
import { isDuplicate, isMatch, type Strictness, zThreshold } from './decision/decision.js';
import { describeMatch, mergeWindows, type SongMatch } from './decision/matches.js';
import { undecidedAmong } from './decision/undecided.js';
import { checkVerdict } from './decision/verdict.js';
import type { QueryWindow } from './extract.js';
import { engineVersion } from './parameters.js';
import type { FingerprintIndex, OpenMusic } from './ports.js';
import { searchWindow } from './search.js';
import { judgeSpeech, type SpeechJudgement } from './speech/speech-odds.js';
import { minHashes, speechAlone, tooLittleToCompare } from './speech/too-little-sound.js';
import { SketchCache } from './sweep/sketch-cache.js';

/** Memory for the sketches of catalogues of 200 to 2,000 songs, a process: four of the largest. */
const sketchBytes = 32 * 2 ** 20;

export interface FingerprintCheckOptions {
  /** Default `normal`. */
  readonly strictness?: Strictness;
  /** The files of registered songs: what peaks leave in doubt is decided by the sound. Without it by peaks alone. */
  readonly openMusic?: OpenMusic;
}

export function createFingerprintCheck(
  index: FingerprintIndex,
  { strictness = 'normal', openMusic }: FingerprintCheckOptions = {},
): Analysis {
  const sketches = new SketchCache(sketchBytes);
  return {
    operation: 'fingerprint-check',
    async run(request, context) {
      const where = { index, strictness, openMusic, sketches };
      const { found, windows, songs } = await search(where, request, context);
      const hashes = windows.reduce((sum, window) => sum + window.songHashes, 0);
      const isCounted = ({ alignment }: SongMatch): boolean => isMatch(alignment, songs, strictness);
      const matches = mergeWindows(
        found.map((some) => some.filter(isCounted)),
        windows,
      );
      const similar = mergeWindows(
        found.map((some) => some.filter((match) => !isCounted(match))),
        windows,
      ).filter(({ song }) => matches.every((match) => match.song.musicId !== song.musicId));
      const duplicate = matches.find((match) => isDuplicate(match.alignment, songs, strictness));
      // What `add` refuses cannot be denied either; a duplicate that was found nevertheless stands.
      if (!duplicate && hashes < minHashes) throw tooLittleToCompare('check', hashes, songs);
      const isNothingFound = songs > 0 && matches.length === 0 && similar.length === 0;
      const judgement = isNothingFound ? await listened(request, context) : null;
      if (judgement?.isSpeechAlone) throw speechAlone(judgement, songs);
      const perhapsSpeech = judgement?.isPerhapsSpeech ? judgement : undefined;
      const candidates = [...matches, ...similar];
      return {
        result: {
          is_duplicate: duplicate !== undefined,
          matched_music_id: duplicate?.song.musicId ?? null,
          matched_musicname: duplicate?.song.title ?? null,
        },
        detail: {
          engine: engineVersion,
          strictness,
          songs_searched: songs,
          z_threshold: rounded(zThreshold(songs), 1),
          matches: matches.map((match): JsonObject => describeMatch(match, songs, strictness)),
          similar: similar.map((match): JsonObject => describeMatch(match, songs, strictness)),
          verdict: verdictToJson(checkVerdict({ candidates, songs, strictness, perhapsSpeech })),
        },
      };
    },
  };
}

/**
 * Whether a recording in which no song was found is speech alone. A recording with a song in it is not asked: it is found,
 * whatever is spoken in it.
 */
async function listened(
  { music }: AnalysisRequest,
  { compute, signal }: AnalysisContext,
): Promise<SpeechJudgement> {
  const { path, durationSeconds } = music!;
  return judgeSpeech(await compute.run('fingerprint.speech', { path, durationSeconds }, { signal }));
}

interface SearchedIndex {
  readonly index: FingerprintIndex;
  readonly strictness: Strictness;
  readonly openMusic: OpenMusic | undefined;
  readonly sketches: SketchCache;
}

async function search(
  { index, strictness, openMusic, sketches }: SearchedIndex,
  { music, accountId }: AnalysisRequest,
  context: AnalysisContext,
): Promise<{ found: SongMatch[][]; windows: QueryWindow[]; songs: number }> {
  if (!music) throw new AnalysisError('fingerprint-check needs a musicId: upload the song first.');
  const windows = await context.compute.run(
    'fingerprint.extract-query',
    { path: music.path, durationSeconds: music.durationSeconds },
    { signal: context.signal, onProgress: (fraction, stage) => context.progress(fraction * 0.7, stage) },
  );
  const extent = await index.extent(accountId);
  const sound = openMusic ? { path: music.path, openMusic } : null;
  const place = { index, accountId, extent, strictness, sound, sketches };
  const found: SongMatch[][] = [];
  for (const window of windows) {
    context.progress(0.7 + (0.3 * found.length) / windows.length, 'searching the catalogue');
    const searched = () => searchWindow(place, window, context);
    found.push(await searchOrAbstain(undecidedAmong(extent.songs), searched));
  }
  return { found, windows, songs: extent.songs };
}
