/**
 * Recordings instead of lyrics: each is sent through the one call that recognises what is sung and compares it with a dataset,
 * and the words that were recognised are compared again with the dataset without its song.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { usedModels } from '../../src/analyses/lyric-transcription/used-models.js';
import { annotatedSongs } from '../transcription/lyric-reference.js';
import { type AskedRecording, askRecording, audio, nameOf } from './ask-recording.js';
import { bagOfWords } from './bag-of-words.js';
import type { BenchSong } from './bench-song.js';
import { readCorpus } from './corpus.js';
import { startProgram } from './program.js';
import { showProgress } from './progress.js';
import { recordingTables } from './recording-tables.js';
import { joinSameTexts } from './same-text.js';
import { wordOverlap } from './word-overlap.js';

export interface RecordingOptions {
  /** Folders of recordings; a lyric beside one is NAME.lyrics.txt, NAME.txt or NAME.song.txt (UltraStar). */
  readonly recordings: readonly string[];
  /** Songs to compare with, beside the recordings' own. */
  readonly songs: string;
  readonly modelsDir: string;
  /** The best one installed where null. */
  readonly recogniser: string | null;
  /** A file that keeps the answers to whole recordings, which are then not sent again; null keeps none. */
  readonly cache: string | null;
  /** The folder of the built program. */
  readonly program: string;
  print(line: string): void;
}

export async function fromRecording(options: RecordingOptions): Promise<void> {
  const { print } = options;
  await requireRecogniser(options);
  const annotated = options.recordings.flatMap((folder) => annotatedSongs(folder, folder));
  const paths = options.recordings.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => audio.test(name))
      .map((name) => join(folder, name)),
  );
  if (paths.length === 0) throw new Error(`${options.recordings.join(', ')}: no recordings there.`);
  const own = annotated.map(
    ({ path, language, lines }): BenchSong => ({
      id: nameOf(path),
      work: nameOf(path),
      language,
      names: [],
      lyrics: lines.join('\n'),
      seen: false,
    }),
  );
  const others = withoutTexts(options.songs, own);
  const all = [...others, ...own];
  print(
    `From a recording: ${paths.length} recordings, ${own.length} of them with their lyric among ${all.length} songs.`,
  );
  const recogniser: Record<string, string> =
    options.recogniser === null ? {} : { CONTRAFACT_RECOGNISER: options.recogniser };
  const program = await startProgram(options.program, {
    CONTRAFACT_MODELS_DIR: options.modelsDir,
    ...recogniser,
  });
  try {
    const datasets = {
      all: await program.addDataset('All songs', all),
      others: await program.addDataset('Without the recordings’ songs', others),
    };
    const baselines = { 'tf-idf': bagOfWords(all), 'word overlap': wordOverlap(all) };
    const asking = { program, cache: options.cache, datasets, baselines };
    const asked: AskedRecording[] = [];
    for (const path of paths) {
      const song = own.find(({ id }) => id === nameOf(path)) ?? null;
      asked.push(await askRecording(asking, path, song));
      showProgress('recordings', asked.length, paths.length);
    }
    recordingTables(print, asked);
  } finally {
    await program.stop();
  }
}

/** Throws with the command that installs one. */
async function requireRecogniser({ modelsDir, recogniser }: RecordingOptions): Promise<void> {
  const transcription = { recogniser, separator: null, detector: null, url: null, model: '' };
  const used = (await usedModels({ modelsDir, transcription })).find(({ kind }) => kind === 'recogniser')!;
  if (used.id !== null && used.problem === null) return;
  throw new Error(
    `No speech recogniser is installed in ${modelsDir}: ${used.problem ?? used.missing}. ` +
      'Without access to a model hub see scripts/whisper-onnx/README.md; name another folder with --models DIR.',
  );
}

/** The corpus without every song that has the text of one of `own`. */
function withoutTexts(songs: string, own: readonly BenchSong[]): BenchSong[] {
  if (!existsSync(songs)) throw new Error(`There is no file or folder ${songs}.`);
  const corpus = readCorpus(songs);
  const others = [...corpus.songs.filter(({ seen }) => !seen), ...corpus.hosts];
  const joined = joinSameTexts([...own, ...others]);
  const works = new Set(joined.slice(0, own.length).map(({ work }) => work));
  const same = new Set(
    joined
      .slice(own.length)
      .filter(({ work }) => works.has(work))
      .map(({ id }) => id),
  );
  return others.filter(({ id }) => !same.has(id));
}
