/**
 * Words invented over recordings in which nobody sings, and what each gate does to them and to the words of songs: every
 * row is made of the same recognitions, with other gates on.
 */
import { join } from 'node:path';
import { askFrom } from '../../src/analyses/lyric-transcription/hear-song.js';
import {
  segmentsToRecognise,
  type TranscribedSegment,
} from '../../src/analyses/lyric-transcription/recognise-song.js';
import { linesOf, transcriptionResult } from '../../src/analyses/lyric-transcription/result.js';
import { judged } from '../../src/analyses/lyric-transcription/sung-words/judged-segment.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { editDistance } from '../../src/text/edit-distance.js';
import { type AnnotatedSong, annotatedSongs } from './lyric-reference.js';
import type { LabelledSong } from './presence-data.js';
import { comparedWords } from './score-words.js';
import { type Mode, type Transcribed, type TranscribeOptions, transcribeSong } from './transcribe-songs.js';

export interface GatesOptions extends TranscribeOptions {
  readonly root: string;
  /** Those without a voice are used. */
  readonly songs: readonly LabelledSong[];
  /** Songs with annotated lyrics. */
  readonly folders: readonly { songs: string; lyrics: string }[];
}

/** In the order in which the analysis applies them. */
const gates = {
  song: 'no voice in the whole song (presence under 0.05)',
  unsent: 'no voice in the segment (under 0.02): not sent',
  silent: 'the recogniser calls the segment silent itself (no part of the analysis)',
  words: 'the evidence model finds the words likelier invented than sung',
  short: 'fewer than 10 characters in the song',
} as const;
type Gate = keyof typeof gates;
const all = (Object.keys(gates) as Gate[]).filter((gate) => gate !== 'silent');

interface Row {
  readonly name: string;
  readonly mode: Mode;
  readonly on: readonly Gate[];
}

const rows: readonly Row[] = [
  { name: 'baseline: windows of 30 s, no gate', mode: 'windows', on: [] },
  { name: 'windows of 30 s, silent', mode: 'windows', on: ['silent'] },
  { name: 'windows of 30 s, all gates', mode: 'windows', on: all },
  { name: 'segments, no gate', mode: 'ungated', on: [] },
  ...all.map((gate): Row => ({ name: `segments, only: ${gates[gate]}`, mode: 'ungated', on: [gate] })),
  { name: 'segments, all gates: as shipped', mode: 'ungated', on: all },
  ...all.map(
    (gate): Row => ({
      name: `segments, all but: ${gates[gate]}`,
      mode: 'ungated',
      on: all.filter((one) => one !== gate),
    }),
  ),
];

export async function gatesPart({ root, songs, folders, ...options }: GatesOptions): Promise<void> {
  const instrumentals = songs.filter(({ hasVoice }) => !hasVoice);
  const sung = folders.flatMap((folder) => annotatedSongs(folder.songs, folder.lyrics));
  if (instrumentals.length === 0) {
    console.log('\n## Gates: left out, no recordings in a folder named `instrumental` (--songs DIR)');
    return;
  }
  const heard = new Map<Mode, { instrumental: Transcribed[]; sung: Transcribed[] }>();
  for (const mode of ['ungated', 'windows'] as const) {
    const found = { instrumental: [] as Transcribed[], sung: [] as Transcribed[] };
    for (const { path } of instrumentals) {
      found.instrumental.push(await transcribeSong(join(root, path), mode, options));
      process.stderr.write(`\r${mode}: ${found.instrumental.length} of ${instrumentals.length} `);
    }
    // What windows do to songs is for `words --modes windows`.
    for (const { path } of mode === 'windows' ? [] : sung) {
      found.sung.push(await transcribeSong(path, mode, options));
      process.stderr.write(`\r${mode}: ${found.sung.length} of ${sung.length} songs `);
    }
    heard.set(mode, found);
  }
  process.stderr.write('\n');
  const minutes = (list: readonly Transcribed[]): number =>
    list.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  const { instrumental: first, sung: firstSung } = heard.get('ungated')!;
  console.log(
    `\n## Gates: ${first.length} instrumental recordings (${minutes(first).toFixed(1)} minutes), ` +
      `${firstSung.length} songs (${minutes(firstSung).toFixed(1)} minutes), ${options.recogniser} in ${options.modelsDir}\n`,
  );
  console.log(
    '| segments and gates | invented words a minute (95 %) | recordings with words | word error rate of the songs |',
  );
  console.log('| --- | --- | --- | --- |');
  for (const { name, mode, on } of rows) {
    const found = heard.get(mode)!;
    const counts = found.instrumental.map((one) => ({
      words: comparedWords(textThrough(on, one)).length,
      minutes: one.seconds / 60,
    }));
    const [low, high] = interval(counts);
    const wer = found.sung.length === 0 ? '' : errorRate(sung, found.sung, on).toFixed(3);
    console.log(
      `| ${name} | ${rate(counts).toFixed(1)} (${low.toFixed(1)}–${high.toFixed(1)}) | ` +
        `${counts.filter(({ words }) => words > 0).length} of ${counts.length} | ${wer} |`,
    );
  }
  const left = instrumentals.flatMap(({ path }, i) => {
    const text = textThrough(all, first[i]!).replace(/\s+/g, ' ');
    return text === '' ? [] : [`- ${path} (presence ${first[i]!.presence.toFixed(2)}): ${text.slice(0, 90)}`];
  });
  if (left.length > 0) console.log(`\nLeft by all gates:\n${left.join('\n')}`);
}

/** The lyrics that come out with these gates on. */
function textThrough(on: readonly Gate[], { gated, presence }: Transcribed): string {
  const has = (gate: Gate): boolean => on.includes(gate);
  if (has('song') && presence < askFrom) return '';
  const sent = has('unsent') ? segmentsToRecognise(gated) : gated;
  const lines = linesOf(
    sent.map((segment) => ({ ...segment, leftOut: isLeftOut(on, segment) ? 'unlikely-words' : null })),
  );
  if (has('short') && transcriptionResult(lines, []).is_instrumental === true) return '';
  return lines.map(({ text }) => text).join('\n');
}

function isLeftOut(on: readonly Gate[], segment: TranscribedSegment): boolean {
  if (on.includes('silent') && segment.isSilent) return true;
  return on.includes('words') && judged(segment).leftOut !== null;
}

function errorRate(
  songs: readonly AnnotatedSong[],
  found: readonly Transcribed[],
  on: readonly Gate[],
): number {
  let [edits, words] = [0, 0];
  for (const [i, song] of songs.entries()) {
    const expected = comparedWords(song.lines.join('\n'));
    edits += editDistance(comparedWords(textThrough(on, found[i]!)), expected);
    words += expected.length;
  }
  return edits / words;
}

function rate(counts: readonly { words: number; minutes: number }[]): number {
  const words = counts.reduce((sum, one) => sum + one.words, 0);
  return words / counts.reduce((sum, one) => sum + one.minutes, 0);
}

/** Bootstrap over recordings, 2,000 draws. */
function interval(counts: readonly { words: number; minutes: number }[]): [number, number] {
  const random = seededRandom(1);
  const rates = Array.from({ length: 2000 }, () =>
    rate(counts.map(() => counts[Math.floor(random() * counts.length)]!)),
  ).sort((a, b) => a - b);
  return [rates[50]!, rates[1949]!];
}
