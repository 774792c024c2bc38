/** Structural plagiarism: the songs of a dataset that share melody with the submitted one, bar by bar. */

import { AnalysisError } from '../../domain/analysis-error.js';
import { verdictToJson } from '../../domain/finding.js';
import type { JsonObject } from '../../domain/task.js';
import type { SongDescription } from '../../music/song-description.js';
import { type Analysis, type AnalysisContext, partOfProgress, searchOrAbstain } from '../analysis.js';
import { describeSongs, type IndexParts, melodyEngineVersion } from './describe-songs.js';
import type { SearchInput } from './kernels.js';
import type { FoundSongFacts } from './ports.js';
import { type ComparedSong, detailOf, resultOf } from './result.js';
import { openChunks } from './search/engine-chunks.js';
import { plagiarismVerdict } from './verdict.js';

export type PlagiarismOptions = IndexParts;

/** Songs described within a query; a dataset is described in full by index maintenance, not by whoever asks first. */
const describedInQuery = 4;
const noDataset = 'The dataset does not exist (any more).';

/** Parameters: dataset_id, `default` where absent. */
export function createPlagiarism(options: PlagiarismOptions): Analysis {
  const { index, descriptions } = options;
  return {
    operation: 'plagiarism',
    async run({ accountId, music, parameters }, context) {
      if (!music) throw new AnalysisError('plagiarism needs a musicId: upload the song first.');
      const datasetId = typeof parameters.dataset_id === 'string' ? parameters.dataset_id : 'default';
      const datasetIds = await index.searchable(accountId, datasetId);
      if (datasetIds === null) throw new AnalysisError(noDataset);
      context.progress(0, 'describing the song');
      const description = await descriptions.describe(music, partOfProgress(context, 0, 0.5));
      const described = await describeSongs(
        options,
        datasetIds,
        describedInQuery,
        partOfProgress(context, 0.5, 0.7),
      );
      const { compared, songs, own } = await search(
        index,
        { accountId, datasetIds, musicId: music.musicId, description },
        context,
      );
      // Deleted meanwhile, it has no songs any more: that is not the same as nothing similar.
      if ((await index.searchable(accountId, datasetId)) === null) throw new AnalysisError(noDataset);
      const notDescribed = await index.countUndescribed(melodyEngineVersion, datasetIds);
      const count = songs - own;
      const verdict = plagiarismVerdict(description, compared, {
        count,
        notDescribed,
        holdsSubmitted: own > 0,
      });
      return {
        result: resultOf(music.title, description, compared),
        detail: {
          verdict: verdictToJson(verdict),
          ...detailOf(description, compared, songs),
          engine: melodyEngineVersion,
          dataset_id: datasetId,
          songs_searched: count,
          songs_not_described: notDescribed,
          songs_failed: described.failed.map((failure): JsonObject => ({ ...failure })),
        },
      };
    },
  };
}

interface Query {
  readonly accountId: string;
  readonly datasetIds: readonly string[];
  readonly musicId: string;
  readonly description: SongDescription;
}

async function search(
  index: IndexParts['index'],
  { accountId, datasetIds, musicId, description }: Query,
  context: AnalysisContext,
): Promise<{ compared: ComparedSong[]; songs: number; own: number }> {
  const { compute, signal } = context;
  context.progress(0.7, 'searching the dataset');
  let found: FoundSongs | null = null;
  let isAsked = false;
  const { ranked, songs } = await searchOrAbstain(undecided, async () => {
    const chunks = await openChunks(index, datasetIds, signal);
    const input: SearchInput = { description, ...chunks.input };
    const findings = await compute.run('plagiarism.search', input, {
      signal,
      onProgress: (fraction, stage) => context.progress(0.7 + 0.3 * fraction, stage),
      async answer(question) {
        if ('ask' in question) return chunks.answer(question);
        // One look at the index: a process that was taken over could otherwise read all of it.
        if (isAsked) throw new RangeError('The candidates of a search were asked for twice.');
        isAsked = true;
        const songIds = question.slice(0, maxCandidates).map((place) => chunks.songAt(place));
        const facts = await index.songs(melodyEngineVersion, songIds, accountId);
        // The submitted recording itself may stand in the dataset; that it equals itself says nothing.
        const foreign = [...facts].filter(([, song]) => song.musicId !== musicId);
        const others = withoutCopies(foreign);
        found = { others, own: facts.size - foreign.length };
        const asked = new Map(songIds.map((songId, place) => [songId, place]));
        return others.map(({ songId, facts: { sketch } }) => ({ asked: asked.get(songId)!, sketch }));
      },
    });
    chunks.onCompared(findings.engineAgrees);
    return findings;
  });
  const { others, own } = found ?? nothingFound;
  const compared: ComparedSong[] = [];
  for (const { candidate, comparison, rolls } of ranked) {
    const { songId, facts, copies } = others[candidate]!;
    const { title, artist, link, playableMusicId } = facts;
    const named = { songId, title, artist, link, musicId: playableMusicId, copies };
    if (comparison) compared.push({ ...named, comparison, rolls });
  }
  return { compared, songs, own };
}

/** More than a scan ever finds (searchChunks). */
const maxCandidates = 1000;

interface FoundSongs {
  readonly others: readonly FoundSong[];
  /** How many of the songs found are the submitted recording. */
  readonly own: number;
}

const nothingFound: FoundSongs = { others: [], own: 0 };

/** Where a search engine is to search and more songs are missing from it than are searched in files. */
const undecided = {
  question: 'Whether a song shares melody or harmony',
  notSearched: 'The songs of this dataset',
  detail: {},
};

interface FoundSong {
  readonly songId: string;
  readonly facts: FoundSongFacts;
  readonly copies: { songId: string; title: string; artist: string }[];
}

/** A song that was imported twice is one: the same music, or bytes that gave the same description. The best candidate stays. */
function withoutCopies(songs: readonly (readonly [string, FoundSongFacts])[]): FoundSong[] {
  const kept: FoundSong[] = [];
  const byMusic = new Map<string, FoundSong>();
  const bySketch = new Map<string, FoundSong>();
  for (const [songId, facts] of songs) {
    const sketch = Buffer.from(facts.sketch).toString('latin1');
    const known = byMusic.get(facts.musicId ?? '') ?? bySketch.get(sketch);
    if (known) {
      known.copies.push({ songId, title: facts.title, artist: facts.artist });
      continue;
    }
    const song = { songId, facts, copies: [] };
    kept.push(song);
    if (facts.musicId !== null) byMusic.set(facts.musicId, song);
    bySketch.set(sketch, song);
  }
  return kept;
}
