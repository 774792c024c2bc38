/** Two readings of the bars of the same songs side by side, with intervals of 95 %. */
import { share } from '../../plagiarism/intervals.js';
import { bootstrapped } from '../../plagiarism/judge-evidence.js';
import type { BarFigures } from './figures.js';
import { mcNemar } from './mc-nemar.js';

interface JudgedReading extends BarFigures {
  readonly meter: number;
}

export interface JudgedSong {
  readonly name: string;
  readonly collection: string;
  readonly family: string;
  readonly signature: string;
  /** As written. */
  readonly meter: number;
  /** Null where there was no beat. */
  readonly before: JudgedReading | null;
  readonly now: JudgedReading | null;
}

const nothing: JudgedReading = { meter: 0, beat: 0, octave: 0, downbeat: 0, paired: 0 };

export function printBarHead(title: string): void {
  console.log(`\n${title}`);
  console.log(
    '| songs | n | right metre before | right metre now | changes | p | beat F | … at an octave | downbeat F before | downbeat F now |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
}

export function printBarRow(name: string, songs: readonly JudgedSong[]): void {
  if (songs.length === 0) return;
  const rows = songs.map((song) => ({
    ...song,
    before: song.before ?? nothing,
    now: song.now ?? nothing,
  }));
  const right = (of: 'before' | 'now'): string =>
    share(rows.filter((row) => row[of].meter === row.meter).length, rows.length);
  const won = rows.filter(({ meter, before, now }) => now.meter === meter && before.meter !== meter).length;
  const lost = rows.filter(({ meter, before, now }) => now.meter !== meter && before.meter === meter).length;
  const mean = (of: 'before' | 'now', figure: keyof BarFigures): string =>
    (rows.reduce((sum, row) => sum + row[of][figure], 0) / rows.length).toFixed(3);
  const interval = (of: 'before' | 'now'): string => {
    const { low, high } = bootstrapped(rows.map((row) => ({ family: row.family, value: row[of].paired })));
    return `${mean(of, 'paired')} (${low.toFixed(2)} to ${high.toFixed(2)})`;
  };
  const cells = [
    rows.length,
    right('before'),
    right('now'),
    `+${won} −${lost}`,
    mcNemar(won, lost).toPrecision(2),
    `${mean('before', 'beat')} → ${mean('now', 'beat')}`,
    `${mean('before', 'octave')} → ${mean('now', 'octave')}`,
    interval('before'),
    interval('now'),
  ];
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}

export function metreKind({ signature, meter }: Pick<JudgedSong, 'signature' | 'meter'>): string {
  if (meter === 3) return 'in three';
  return signature.endsWith('/8') ? 'in 6/8 and 12/8' : 'all others';
}
