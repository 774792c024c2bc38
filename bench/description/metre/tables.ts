/** What two ways to choose a metre make of the same songs, with intervals. */

import { share } from '../../plagiarism/intervals.js';
import { chooseReading } from './choose-reading.js';
import type { HeardSong } from './hearing.js';

/** A song with the log-odds of its readings, by the product's choice and by the network. */
export interface ScoredSong {
  readonly song: HeardSong;
  readonly handSet: readonly number[];
  readonly network: readonly number[];
}

const mean = (values: readonly number[]): string =>
  (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);

/** Two-sided exact test of McNemar: how likely so uneven a number of changes is by chance. */
export function mcNemar(won: number, lost: number): number {
  const [all, fewer] = [won + lost, Math.min(won, lost)];
  let term = 0.5 ** all;
  let sum = 0;
  for (let k = 0; k <= fewer; k++) {
    sum += term;
    term *= (all - k) / (k + 1);
  }
  return Math.min(1, 2 * sum);
}

/** One line of the table. */
export function printMetreRow(name: string, songs: readonly ScoredSong[]): void {
  const rows = songs.map(({ song, handSet, network }) => ({
    meter: song.meter,
    before: chooseReading(song.readings, handSet),
    now: chooseReading(song.readings, network),
  }));
  const isRight = (row: (typeof rows)[number], of: 'before' | 'now'): boolean =>
    row[of].reading.meter === row.meter;
  const right = (of: 'before' | 'now'): string =>
    share(rows.filter((row) => isRight(row, of)).length, rows.length);
  const won = rows.filter((row) => isRight(row, 'now') && !isRight(row, 'before')).length;
  const lost = rows.filter((row) => isRight(row, 'before') && !isRight(row, 'now')).length;
  const isWritten = songs.every(({ song }) => song.hearing !== 'recorded');
  const pair = (of: 'beat' | 'downbeat'): string =>
    !isWritten
      ? '–'
      : `${mean(rows.map(({ before }) => before.reading[of]))} → ${mean(rows.map(({ now }) => now.reading[of]))}`;
  const cells = [
    right('before'),
    right('now'),
    `+${won} −${lost}`,
    mcNemar(won, lost).toPrecision(2),
    pair('beat'),
    pair('downbeat'),
  ];
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}

export function printMetreHead(title: string): void {
  console.log(`\n${title}`);
  console.log(
    '| songs | right metre, product | right metre, network | changes | p (McNemar) | beat F | downbeat F |',
  );
  console.log('|---|---|---|---|---|---|---|');
}

/** How often the other metre was the right one, by what its probability was. */
export function printCalibration(songs: readonly ScoredSong[]): void {
  console.log(
    '\n| probability of the other metre, network | songs | mean of it | wrong metre |\n|---|---|---|---|',
  );
  const edges = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5001];
  const judged = songs.map(({ song, network }) => {
    const { three, reading } = chooseReading(song.readings, network);
    return { other: Math.min(three, 1 - three), isWrong: reading.meter !== song.meter };
  });
  for (let at = 0; at + 1 < edges.length; at++) {
    const own = judged.filter(({ other }) => other >= edges[at]! && other < edges[at + 1]!);
    if (own.length === 0) continue;
    const cells = [
      own.length,
      mean(own.map(({ other }) => other)),
      mean(own.map(({ isWrong }) => Number(isWrong))),
    ];
    console.log(`| ${edges[at]} to ${Math.min(0.5, edges[at + 1]!)} | ${cells.join(' | ')} |`);
  }
}

/** The songs that either way reads in the wrong metre. */
export function printWrong(songs: readonly ScoredSong[], isEvery: boolean): void {
  for (const { song, handSet, network } of songs) {
    const both = [handSet, network].map((scores) => chooseReading(song.readings, scores));
    if (!isEvery && both.every(({ reading }) => reading.meter === song.meter)) continue;
    const [before, now] = both.map(
      ({ three, reading }) =>
        `${reading.meter} at ${reading.bpm.toFixed(0)} (${(song.meter === 3 ? three : 1 - three).toFixed(2)})`,
    );
    console.log(`| ${song.id}, ${song.signature} | ${before} | ${now} |`);
  }
}
