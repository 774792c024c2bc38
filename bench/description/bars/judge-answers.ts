/**
 * `tsx bench/description/bars/judge-answers.ts SONGS ANSWERS… [--counting FILE] [--write FILE]`: counts bars from what networks answered (scripts/bars/answer.py) for songs they
 * were not trained on, and judges them beside the earlier rhythm. The odds of the metre and of half and double time are fitted: for the table on the
 * other collections, for `--write` on all. `--counting`: the fitted numbers of another run as they are.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { barEvidence } from '../../../src/music/rhythm/bar-activations.js';
import { type BarModel, barModel } from '../../../src/music/rhythm/bar-model.js';
import { metreFeatures } from '../../../src/music/rhythm/bar-rhythm.js';
import {
  bpmOf,
  type LevelWeights,
  levelFeatures,
  levelProbabilities,
  likeliestRatio,
} from '../../../src/music/rhythm/beat-level.js';
import {
  countAtLevel,
  type MetreCount,
  metreCounts,
  placedBeats,
} from '../../../src/music/rhythm/metre-counts.js';
import { medianInterval } from '../../../src/music/rhythm/rhythm.js';
import { logistic } from '../../../src/signal/logistic.js';
import { grouped } from '../../grouped.js';
import { answersOf } from './answers.js';
import { type JudgedSong, metreKind, printBarHead, printBarRow } from './bar-tables.js';
import { earlierMetre } from './earlier-rhythm.js';
import { type BarFigures, barFigures } from './figures.js';
import { type KeptSong, keptSong } from './kept-song.js';
import { fitLogistic } from './logistic-fit.js';

type TempoFigures = BarFigures & { readonly bpm: number };

interface LevelledFigures {
  readonly levels: readonly number[] | null;
  /** At half, its own and twice the tempo; its own where the other is not tried. */
  readonly at: Readonly<Record<0.5 | 1 | 2, TempoFigures>>;
}

interface Counted {
  readonly song: KeptSong;
  readonly features: readonly number[];
  readonly byMetre: Readonly<Record<3 | 4, LevelledFigures>>;
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
  const { earlier } = song;
  const earlierBpm = earlier && 60 / medianInterval(earlier.beats);
  const figuresOf = (count: MetreCount): TempoFigures => {
    const { beatFrames, downbeats } = placedBeats(count, evidence, from);
    const own = { beats: beatFrames.map((frame) => frame / perSecond), downbeats };
    return { ...barFigures(song, own, song.beats[0] ?? 0, last), bpm: bpmOf(count, perSecond) };
  };
  const levelled = (count: MetreCount): LevelledFigures => {
    const at = (ratio: 0.5 | 1 | 2): TempoFigures =>
      figuresOf(countAtLevel(count, ratio, evidence, model.costs) ?? count);
    return {
      levels: levelFeatures(count, bars, from, earlierBpm),
      at: { 0.5: at(0.5), 1: at(1), 2: at(2) },
    };
  };
  return {
    song,
    features: metreFeatures(counts, bars.three, earlier && earlierMetre(earlier)),
    byMetre: { 3: levelled(counts.three), 4: levelled(counts.four) },
  };
}

const performedCollection = 'performed pop';
const known = counted.filter(({ song }) => !song.reported);
const fitMetre = (songs: readonly Counted[]): number[] =>
  fitLogistic(
    songs.map(({ features }) => features),
    songs.map(({ song }) => song.meter === 3),
  );
/**
 * Fitted where the metre is right: whether beats are better at half or twice the tempo. Songs at the tempo that they were performed at
 * weigh as much together as all whose tempi were drawn.
 */
function fitLevels(songs: readonly Counted[]): LevelWeights {
  const performed = songs.filter(({ song }) => song.collection === performedCollection);
  const copies = Math.max(1, Math.round(songs.length / Math.max(1, performed.length)) - 1);
  const own = songs
    .flatMap((each) => (performed.includes(each) ? new Array<Counted>(copies).fill(each) : [each]))
    .map(({ song, byMetre }) => byMetre[song.meter === 3 ? 3 : 4])
    .filter(({ levels }) => levels !== null);
  const weights = (ratio: 0.5 | 2, other: 0.5 | 2): number[] => {
    const gain = ({ at }: LevelledFigures, by: 0.5 | 2): number => at[by].beat - at[1].beat;
    const compared = own.filter((each) => gain(each, other) <= 0 || gain(each, ratio) > gain(each, other));
    return fitLogistic(
      compared.map(({ levels }) => levels!),
      compared.map((each) => gain(each, ratio) > 0),
    );
  };
  return { half: weights(0.5, 2), double: weights(2, 0.5) };
}
const odds = (weights: readonly number[], features: readonly number[]): number =>
  [...features, 1].reduce((sum, value, at) => sum + value * weights[at]!, 0);

const judged = [...grouped(counted, ({ song }) => song.collection)].flatMap(([collection, songs]) => {
  const others = known.filter(({ song }) => song.collection !== collection);
  const weights = fixed ? [...fixed.metre, fixed.metreBias] : fitMetre(others);
  const levelWeights = fixed ?? fitLevels(others);
  return songs.map(({ song, features, byMetre }) => {
    const three = logistic(odds(weights, features));
    const meter = three > 0.5 ? 3 : 4;
    const { earlier } = song;
    const { levels, at } = byMetre[meter];
    const { bpm, ...figures } = at[likeliestRatio(levelProbabilities(levels, levelWeights))];
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
  const weights = fitMetre(known).map(rounded);
  const { half, double } = fitLevels(known);
  const fitted = {
    ...model,
    metre: weights.slice(0, -1),
    metreBias: weights.at(-1)!,
    half: half.map(rounded),
    double: double.map(rounded),
  };
  writeFileSync(values.write, `${JSON.stringify(fitted, null, 2)}\n`);
}
