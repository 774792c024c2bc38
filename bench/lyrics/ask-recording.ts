/** One recording sent through the one call, and the words that were recognised asked again, with its song and without, beside baselines. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { editDistance } from '../../src/text/edit-distance.js';
import { comparedWords } from '../transcription/score-words.js';
import type { BenchSong } from './bench-song.js';
import type { Engine } from './measure.js';
import type { Answer, Program } from './program.js';

export const audio = /\.(mp3|ogg|opus|wav|flac|m4a)$/;

/** A recording's name is the id of its song. */
export const nameOf = (path: string): string => basename(path).replace(audio, '');

/** Where the right song stood by an engine, and the scores of it and of the best other one. */
export interface Placed {
  readonly place: number;
  readonly right: number;
  readonly stranger: number;
}

/** The same words asked of this analysis as a text, and of the baselines. */
export interface AskedWords {
  /** With the song in the dataset, and without. */
  readonly withSong: Answer;
  readonly withoutSong: Answer;
  /** By the name of the engine. */
  readonly placed: Readonly<Record<string, Placed>>;
}

export interface AskedRecording {
  readonly name: string;
  /** Null where no lyric is known: nothing of the dataset is right. */
  readonly song: { readonly language: string; readonly wordErrorRate: number } | null;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly language: string;
  readonly answer: Answer;
  /** Of the right song, from 1 on; infinite where it is not listed. */
  readonly place: number;
  /** All words that were recognised; null where there were none, or no lyric is known. */
  readonly words: AskedWords | null;
  /** Stretches of `stretchLines` recognised lines. */
  readonly stretches: readonly AskedWords[];
}

export const stretchLines = 4;
/** Of a recording, evenly spaced and not overlapping. */
const stretchesARecording = 3;
/** The name of this analysis among the engines. */
export const thisAnalysis = 'this analysis';

interface Sent {
  readonly answer: Answer;
  readonly cpuSeconds: number;
}

/** The one call, or its answer from the cache. */
async function send({ program, cache, datasets }: Asking, path: string): Promise<Sent> {
  const kept = cache !== null && existsSync(cache) ? readFileSync(cache, 'utf8').trim().split('\n') : [];
  const known = kept
    .map((line) => JSON.parse(line) as Sent & { path: string })
    .find((one) => one.path === path);
  if (known) return known;
  const musicId = await program.upload(path);
  const before = program.cpuSeconds();
  const answer = await program.check({ musicId, dataset_id: datasets.all });
  const sent = { answer, cpuSeconds: program.cpuSeconds() - before };
  if (cache !== null) appendFileSync(cache, `${JSON.stringify({ path, ...sent })}\n`);
  return sent;
}

export interface Asking {
  readonly program: Program;
  readonly cache: string | null;
  readonly datasets: { readonly all: string; readonly others: string };
  readonly baselines: Readonly<Record<string, Engine>>;
}

/** One recording, whole, and its words once more. `song` is null where no lyric is known. */
export async function askRecording(
  asking: Asking,
  path: string,
  song: BenchSong | null,
): Promise<AskedRecording> {
  const { answer, cpuSeconds } = await send(asking, path);
  // JSON, as the analysis documents it.
  const sung = answer.detail.transcription as { lyrics: string; languages: { code: string }[] };
  const recognised = comparedWords(sung.lyrics);
  const expected = comparedWords(song?.lyrics ?? '');
  const words = song === null || answer.finding === 'cannot_tell' ? null : sung.lyrics;
  const stretches: AskedWords[] = [];
  for (const text of words === null ? [] : stretchesOf(words))
    stretches.push(await askWords(asking, text, song!));
  return {
    name: nameOf(path),
    song: song && {
      language: song.language,
      wordErrorRate: editDistance(recognised, expected) / Math.max(1, expected.length),
    },
    seconds: answer.seconds,
    cpuSeconds,
    language: sung.languages[0]?.code ?? '–',
    answer,
    place: song === null ? Infinity : placeOf(answer, song),
    words: words === null ? null : await askWords(asking, words, song!),
    stretches,
  };
}

function placeOf({ listed }: Answer, song: BenchSong): number {
  const at = listed.findIndex(({ title }) => title === song.id);
  return at < 0 ? Infinity : at + 1;
}

async function askWords(
  { program, datasets, baselines }: Asking,
  text: string,
  song: BenchSong,
): Promise<AskedWords> {
  const parameters = { lyric_text: text, song_title: song.id };
  const withSong = await program.check({ ...parameters, dataset_id: datasets.all });
  const withoutSong = await program.check({ ...parameters, dataset_id: datasets.others });
  const place = placeOf(withSong, song);
  const placed: Record<string, Placed> = {
    [thisAnalysis]: {
      place,
      right: withSong.listed[place - 1]?.combined_score ?? 0,
      stranger: withoutSong.listed[0]?.combined_score ?? 0,
    },
  };
  for (const [name, engine] of Object.entries(baselines)) {
    const found = await engine(text);
    const at = found.findIndex(({ songId }) => songId === song.id);
    placed[name] = {
      place: at < 0 ? Infinity : at + 1,
      right: found[at]?.score ?? 0,
      stranger: found.find(({ songId }) => songId !== song.id)?.score ?? 0,
    };
  }
  return { withSong, withoutSong, placed };
}

/** All there are where a recording has few lines. */
function stretchesOf(lyrics: string): string[] {
  const lines = lyrics.split('\n').filter((line) => line.trim() !== '');
  const whole = Math.floor(lines.length / stretchLines);
  const count = Math.min(stretchesARecording, whole);
  return Array.from({ length: count }, (_, at) => {
    const from = stretchLines * Math.floor((at * whole) / count);
    return lines.slice(from, from + stretchLines).join('\n');
  });
}
