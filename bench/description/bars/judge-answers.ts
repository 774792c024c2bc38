/**
 * `tsx bench/description/bars/judge-answers.ts SONGS ANSWERS… [--counting FILE] [--write FILE]`: counts bars from what networks answered (scripts/bars/answer.py) for songs they
 * were not trained on, and judges them beside the earlier rhythm. The odds of the metre are fitted: for the table on the
 * other collections, for `--write` on all. `--counting`: the fitted numbers of another run as they are.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { barEvidence } from '../../../src/music/rhythm/bar-activations.js';
import { type BarModel, barModel } from '../../../src/music/rhythm/bar-model.js';
import { threeAhead } from '../../../src/music/rhythm/bar-rhythm.js';
import { medianInterval } from '../../../src/music/rhythm/median-interval.js';
import { type MetreCount, metreCounts, placedBeats } from '../../../src/music/rhythm/metre-counts.js';
import { logistic } from '../../../src/signal/logistic.js';
import { grouped } from '../../grouped.js';
import { answersOf } from './answers.js';
import { type JudgedSong, metreKind, printBarHead, printBarRow } from './bar-tables.js';
import { type BarFigures, barFigures } from './figures.js';
import { type KeptSong, keptSong } from './kept-song.js';
import { fitLogistic } from './logistic-fit.js';

interface Counted {
  readonly song: KeptSong;
  readonly features: readonly number[];
  readonly byMetre: Readonly<Record<3 | 4, BarFigures & { readonly bpm: number }>>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    counting: { type: 'string' },
    write: { type: 'string' },
    verbose: { type: 'boolean' },
  },
});
const [folder, ...answers] = positionals as [string, ...string[]];
const fixed =
  values.counting === undefined ? null : (JSON.parse(readFileSync(values.counting, 'utf8')) as BarModel);
const model = fixed ?? barModel();
const counted = answers.flatMap((answer) =>
  readdirSync(answer)
    .filter((name) => name.endsWith('.places'))
    .map((name) => countedSong(answer, name.slice(0, -7))),
);

function countedSong(answer: string, name: string): Counted {
  const song = keptSong(folder, name);
  const bars = answersOf(answer, name);
  const from = Math.max(0, song.extent[0] - model.leadFrames);
  const evidence = barEvidence(bars, from, song.extent[1] + model.leadFrames, model);
  const counts = metreCounts(evidence, model.costs)!;
  const perSecond = evidence.framesPerSecond;
  const last = Math.min(song.beats.at(-1) ?? 0, song.extent[1] / perSecond);
  const figuresOf = (count: MetreCount): Counted['byMetre'][3] => {
    const { beatFrames, downbeats } = placedBeats(count, evidence, from);
    const own = { beats: beatFrames.map((frame) => frame / perSecond), downbeats };
    return {
      ...barFigures(song, own, song.beats[0] ?? 0, last),
      bpm: (60 * perSecond) / medianInterval(beatFrames),
    };
  };
  return {
    song,
    features: [threeAhead(counts)],
    byMetre: { 3: figuresOf(counts.three), 4: figuresOf(counts.four) },
  };
}

const known = counted.filter(({ song }) => !song.reported);
const fitMetre = (songs: readonly Counted[]): number[] =>
  fitLogistic(
    songs.map(({ features }) => features),
    songs.map(({ song }) => song.meter === 3),
  );
const odds = (weights: readonly number[], features: readonly number[]): number =>
  [...features, 1].reduce((sum, value, at) => sum + value * weights[at]!, 0);

const judged = [...grouped(counted, ({ song }) => song.collection)].flatMap(([collection, songs]) => {
  const others = known.filter(({ song }) => song.collection !== collection);
  const weights = fixed ? [fixed.metre, fixed.metreBias] : fitMetre(others);
  return songs.map(({ song, features, byMetre }) => {
    const three = logistic(odds(weights, features));
    const meter = three > 0.5 ? 3 : 4;
    const { earlier } = song;
    const { bpm, ...figures } = byMetre[meter];
    const last = song.extent[1] / (22_050 / 256);
    const before = earlier && {
      meter: earlier.meter,
      ...barFigures(song, earlier, song.beats[0] ?? 0, Math.min(song.beats.at(-1) ?? 0, last)),
    };
    return { ...song, three, bpm, before, now: { meter, ...figures } };
  });
});

printBarHead('Songs that the networks were not trained on');
for (const [name, songs] of [...grouped(judged, ({ collection }) => collection)].sort())
  printBarRow(name, songs);
for (const [name, songs] of grouped(judged, metreKind)) printBarRow(name, songs);
printBarRow('bars of three or four beats', judged.filter(isOfWholeBars));
printBarRow('all', judged);
printCalibration(judged);
if (values.verbose)
  for (const { name, signature, meter, three, bpm, before, now } of judged)
    console.log(
      name,
      signature,
      meter,
      'before',
      before?.meter,
      'now',
      now.meter,
      three.toFixed(2),
      bpm.toFixed(0),
      before?.beat.toFixed(2),
      now.beat.toFixed(2),
      before?.paired.toFixed(2),
      now.paired.toFixed(2),
    );

function isOfWholeBars({ beats, downbeats }: KeptSong): boolean {
  return Math.round(beats.length / Math.max(1, downbeats.length)) > 2;
}

function printCalibration(songs: readonly (JudgedSong & { three: number })[]): void {
  console.log('\n| probability of the other metre | songs | mean of it | wrong metre |\n|---|---|---|---|');
  const edges = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5001];
  for (const [at, low] of edges.slice(0, -1).entries()) {
    const own = songs.filter(
      ({ three }) => Math.min(three, 1 - three) >= low && Math.min(three, 1 - three) < edges[at + 1]!,
    );
    if (own.length === 0) continue;
    const other = own.reduce((sum, { three }) => sum + Math.min(three, 1 - three), 0) / own.length;
    const wrong = own.filter(({ meter, now }) => now!.meter !== meter).length / own.length;
    console.log(
      `| ${low} to ${Math.min(0.5, edges[at + 1]!)} | ${own.length} | ${other.toFixed(2)} | ${wrong.toFixed(2)} |`,
    );
  }
}

if (values.write !== undefined) {
  const rounded = (value: number): number => Math.round(value * 1000) / 1000;
  const [metre, metreBias] = fitMetre(known).map(rounded);
  const fitted = { ...model, metre, metreBias };
  writeFileSync(values.write, `${JSON.stringify(fitted, null, 2)}\n`);
}
