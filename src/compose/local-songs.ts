/** Local files as music, without a service or a database: described, and compared with each other. */
import { basename } from 'node:path';
import { describeMusic } from '../analyses/describe/describe-music.js';
import { documentedDescription } from '../analyses/describe/documented-description.js';
import { vocalSeparator } from '../analyses/lyric-transcription/vocal-separator.js';
import { voiceHearing } from '../analyses/lyric-transcription/voice-hearing.js';
import type { TwoDescriptions } from '../analyses/plagiarism/compare-two.js';
import { comparisonOutcome } from '../analyses/plagiarism/outcome.js';
import { type ReportInput, songOfReport } from '../analyses/plagiarism/report/kernel.js';
import { chromaStanding } from '../analyses/plagiarism/search/chroma-standing.js';
import { inspectLocalFile, type LocalFile } from '../audio/local-file.js';
import type { Config } from '../config.js';
import type { ReportProgress } from '../domain/compute.js';
import type { JsonObject } from '../domain/task.js';
import type { SongDescription } from '../music/song-description.js';
import { packageVersion } from '../package-version.js';
import { openComputePool } from './compute-pool.js';
import { hearingOptions, separatorOptions } from './transcription.js';

export interface LocalSong {
  readonly file: LocalFile;
  readonly description: SongDescription;
}

export interface LocalComparison {
  /** As the task of a comparison would hold them. */
  readonly result: JsonObject;
  readonly detail: JsonObject;
}

/** What a search for a song knows of it. */
export interface AmongSongs {
  /** Of how many songs it is one. */
  readonly searched: number;
  /** Of `standings`. */
  readonly standing: number;
}

export interface FoundLocally extends Pick<AmongSongs, 'standing'> {
  readonly song: LocalSong;
}

export interface LocalSongs {
  /** Throws ComputeError `bad-input` with the reason where the file cannot be described. */
  describe(path: string, signal: AbortSignal, onProgress: ReportProgress): Promise<LocalSong>;
  /** Of each of `others`, the bits by which its chroma sequence stands out among them. */
  standings(
    original: LocalSong,
    others: readonly LocalSong[],
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<number[]>;
  /** `among`: absent where the second song was named. */
  compare(
    original: LocalSong,
    comparison: LocalSong,
    signal: AbortSignal,
    among?: AmongSongs,
  ): Promise<LocalComparison>;
  /** The comparison as an HTML page. */
  report(original: LocalSong, comparison: LocalSong, signal: AbortSignal): Promise<string>;
  /** One song and the best of the others that were searched as an HTML page. */
  reportOfSearch(
    original: LocalSong,
    best: readonly FoundLocally[],
    among: Pick<ReportInput, 'searched' | 'leftOut'>,
    signal: AbortSignal,
  ): Promise<string>;
  close(): Promise<void>;
}

/** What is left out where it fails: the mix alone is described; where it is sung is left open. */
export interface LocalSongsOptions {
  readonly onSeparatorFailure: (error: unknown) => void;
  /** Undefined: whether and where it is sung is not measured, which comparisons do not look at. */
  readonly onHearingFailure?: (error: unknown) => void;
}

export function openLocalSongs(config: Config, options: LocalSongsOptions): LocalSongs {
  const pool = openComputePool(config, 2);
  const separate = vocalSeparator(separatorOptions(config), options.onSeparatorFailure);
  const hearVoice = options.onHearingFailure
    ? voiceHearing(hearingOptions(config), options.onHearingFailure)
    : async () => null;
  return {
    async describe(path, signal, onProgress) {
      const { maxAudioSeconds } = config;
      const file = await inspectLocalFile(pool, path, { signal, maxAudioSeconds });
      const context = { compute: pool, signal, progress: onProgress };
      return { file, description: await describeMusic(file, separate, hearVoice, context) };
    },
    async standings(original, others, signal, onProgress) {
      const scores: number[] = [];
      for (const { description } of others) {
        const input = { original: original.description, comparison: description };
        scores.push(await pool.run('plagiarism.coarse-chroma', input, { signal }));
        onProgress(scores.length / others.length);
      }
      return scores.map(chromaStanding(scores));
    },
    async compare(original, comparison, signal, among) {
      const input: TwoDescriptions = {
        original: original.description,
        comparison: comparison.description,
        ...among,
      };
      const pair = await pool.run('plagiarism.compare-two', input, { signal });
      const { musicId, title, artist } = comparison.file;
      const song = { songId: musicId, title, artist, link: null, musicId: null, ...pair };
      const first = { title: original.file.title, description: original.description };
      return comparisonOutcome(first, comparison.description, song, among?.searched);
    },
    report(original, comparison, signal) {
      const input: ReportInput = { original: songOf(original), others: [songOf(comparison)], made: made() };
      return pool.run('plagiarism.report', input, { signal });
    },
    reportOfSearch(original, best, among, signal) {
      const input: ReportInput = {
        original: songOf(original),
        others: best.map(({ song, standing }) => ({ ...songOf(song), standing })),
        ...among,
        made: made(),
      };
      return pool.run('plagiarism.report', input, { signal });
    },
    close: () => pool.close(),
  };
}

/** What the API answers of a description, without the music's id. */
export function descriptionAnswer({ description }: LocalSong, notes: boolean): JsonObject {
  return documentedDescription(description, { notes });
}

const made = (): ReportInput['made'] => ({ at: new Date().toISOString(), version: packageVersion() });

function songOf({ file, description }: LocalSong): ReportInput['original'] {
  return songOfReport(file.title, description, file.path, { name: basename(file.path), sha256: file.sha256 });
}
