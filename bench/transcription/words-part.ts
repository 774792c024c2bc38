/** Word and character error rates of whole songs, and times of words. */
import { basename } from 'node:path';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { editDistance } from '../../src/text/edit-distance.js';
import { type AnnotatedSong, annotatedSongs } from './lyric-reference.js';
import { comparedWords, matchedWords } from './score-words.js';
import { type LabelledSong, printSegmentLanguages } from './segment-languages.js';
import {
  type Mode,
  modes,
  type Transcribed,
  type TranscribeOptions,
  transcribeSong,
} from './transcribe-songs.js';

export interface WordsOptions extends TranscribeOptions {
  readonly folders: readonly { songs: string; lyrics: string }[];
  readonly modes: readonly Mode[];
  /** Parts of the names of the songs that are meant. */
  readonly only: readonly string[];
}

interface Scored {
  readonly song: AnnotatedSong;
  readonly found: Transcribed;
  readonly wordEdits: number;
  readonly words: number;
  readonly characterEdits: number;
  readonly characters: number;
}

export async function wordsPart(options: WordsOptions): Promise<void> {
  const songs = options.folders
    .flatMap(({ songs, lyrics }) => annotatedSongs(songs, lyrics))
    .filter(({ path }) => options.only.some((part) => basename(path).includes(part)));
  if (songs.length === 0) {
    console.log('\n## Words: left out, no songs with lyrics were found');
    return;
  }
  console.log(
    `\n## Words: ${songs.length} songs, recogniser ${options.recogniser} in ${options.modelsDir}\n`,
  );
  console.log(
    '| way | songs | words | word error rate (95 %) | character error rate | taken for instrumental |',
  );
  console.log('| --- | --- | --- | --- | --- | --- |');
  const words = songs.reduce((sum, { words: { length } }) => sum + length, 0);
  console.log(`| baseline: no words at all | ${songs.length} | ${words} | 1.000 | 1.000 | ${songs.length} |`);
  const costs: string[] = [];
  let first: { mode: Mode; scored: readonly Scored[] } | null = null;
  let heard: readonly LabelledSong[] = [];
  for (const mode of options.modes.filter((one) => modes.includes(one))) {
    const scored: Scored[] = [];
    for (const song of songs) {
      scored.push(score(song, await transcribeSong(song.path, mode, options)));
      process.stderr.write(`\r${mode}: transcribed ${scored.length} of ${songs.length} songs `);
    }
    process.stderr.write('\n');
    row(mode, scored);
    for (const language of [...new Set(songs.map((song) => song.language))].sort()) {
      row(
        `… ${language}`,
        scored.filter(({ song }) => song.language === language),
      );
    }
    costs.push(costRow(mode, scored), timesRow(mode, scored), languageRow(mode, scored));
    heard = scored.map(({ song, found }) => ({ language: song.language, segments: found.gated }));
    if (first === null) first = { mode, scored };
    else costs.push(differenceRow(mode, scored, first.mode, first.scored));
  }
  console.log(`\n${costs.join('\n')}`);
  printSegmentLanguages(heard.filter(({ language }) => language !== '?'));
}

function score(song: AnnotatedSong, found: Transcribed): Scored {
  const expected = comparedWords(song.lines.join('\n'));
  const got = comparedWords(found.lyrics);
  return {
    song,
    found,
    wordEdits: editDistance(got, expected),
    words: expected.length,
    characterEdits: editDistance([...got.join(' ')], [...expected.join(' ')]),
    characters: expected.join(' ').length,
  };
}

function row(name: string, scored: readonly Scored[]): void {
  const [low, high] = interval(scored);
  const total = (of: (one: Scored) => number): number => scored.reduce((sum, one) => sum + of(one), 0);
  const wer = total((one) => one.wordEdits) / total((one) => one.words);
  const cer = total((one) => one.characterEdits) / total((one) => one.characters);
  const missed = scored.filter(({ found }) => found.isInstrumental).length;
  console.log(
    `| ${name} | ${scored.length} | ${total((one) => one.words)} | ${wer.toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)}) | ` +
      `${cer.toFixed(3)} | ${missed} |`,
  );
}

/** Of a rate of edits to words: bootstrap over songs, 2,000 draws. */
function interval(
  songs: readonly { readonly wordEdits: number; readonly words: number }[],
): [number, number] {
  const random = seededRandom(1);
  const rates = Array.from({ length: 2000 }, () => {
    let [edits, words] = [0, 0];
    for (let i = 0; i < songs.length; i++) {
      const one = songs[Math.floor(random() * songs.length)]!;
      edits += one.wordEdits;
      words += one.words;
    }
    return edits / words;
  }).sort((a, b) => a - b);
  return [rates[50]!, rates[1949]!];
}

/** The same songs in two ways: pairs are drawn together. */
function differenceRow(
  mode: Mode,
  scored: readonly Scored[],
  other: Mode,
  others: readonly Scored[],
): string {
  const pairs = scored.map(({ words, wordEdits }, i) => ({
    words,
    wordEdits: wordEdits - others[i]!.wordEdits,
  }));
  const [low, high] = interval(pairs);
  const edits = pairs.reduce((sum, one) => sum + one.wordEdits, 0);
  const rate = edits / pairs.reduce((sum, { words }) => sum + words, 0);
  return `${mode} less ${other}: word error rate ${rate.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

function costRow(mode: Mode, scored: readonly Scored[]): string {
  const minutes = scored.reduce((sum, { found }) => sum + found.seconds, 0) / 60;
  const spent = (kernel: string): string =>
    (scored.reduce((sum, { found }) => sum + (found.cpuSeconds[kernel] ?? 0), 0) / minutes).toFixed(1);
  const peak = Math.max(...scored.map(({ found }) => found.peakMegabytes));
  return (
    `${mode}: ${minutes.toFixed(1)} minutes of audio; CPU seconds a minute: listening ${spent('transcription.listen')}, ` +
    `recognition ${spent('transcription.recognise')}, separation ${spent('transcription.separate')}; peak memory of the process ${peak} MB`
  );
}

/** Segments that were decoded in another language than the song's; some of them are sung in another one. */
function languageRow(mode: Mode, scored: readonly Scored[]): string {
  const segments = scored.flatMap(({ song, found }) =>
    found.gated.map(({ language, startSeconds, endSeconds }) => ({
      isRight: language === song.language,
      seconds: endSeconds - startSeconds,
    })),
  );
  const wrong = segments.filter(({ isRight }) => !isRight);
  const seconds = wrong.reduce((sum, one) => sum + one.seconds, 0);
  return `${mode}: decoded in another language than the annotated one: ${wrong.length} of ${segments.length} segments, ${seconds.toFixed(0)} s`;
}

/** Starts of words that were recognised rightly, against the annotated ones. */
function timesRow(mode: Mode, scored: readonly Scored[]): string {
  const errors = scored.flatMap(({ song, found }) => {
    const got = (found.words ?? []).flatMap((word) =>
      comparedWords(word.text).map((text) => ({ text, start: word.start_seconds })),
    );
    const expected = song.words.flatMap(({ text, startSeconds }) =>
      comparedWords(text).map((compared) => ({ text: compared, start: startSeconds })),
    );
    const texts = (list: readonly { text: string }[]): string[] => list.map(({ text }) => text);
    return matchedWords(texts(got), texts(expected)).flatMap(([i, j]) => {
      const start = expected[j]!.start;
      return start === null ? [] : [Math.abs(got[i]!.start - start)];
    });
  });
  return `${mode}: word starts, ${timesText(errors)}`;
}

export function timesText(errors: readonly number[]): string {
  if (errors.length === 0) return 'none with an annotated time';
  const sorted = [...errors].sort((a, b) => a - b);
  const median = sorted[sorted.length >> 1]!;
  const mean = sorted.reduce((sum, error) => sum + error, 0) / sorted.length;
  const near = sorted.filter((error) => error <= 0.3).length / sorted.length;
  return (
    `${sorted.length} words: median error ${median.toFixed(2)} s, mean ${mean.toFixed(2)} s, ` +
    `within 0.3 s ${(100 * near).toFixed(0)} %`
  );
}
