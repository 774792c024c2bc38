/**
 * `npm run bench -- description --fit-melody`: fits the two networks that tell a melody's notes on the choosing part of
 * POP909, or on all of it, and writes src/music/description/melody-weights.ts. Before that it tells what the method is
 * worth on songs that its networks have not seen: in each of four rounds a quarter of the songs is left out and judged.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { melodyFeatureCount, melodyFeatures } from '../../src/music/description/melody-features.js';
import { leadingLine } from '../../src/music/description/melody-notes.js';
import { secondLook, secondLookFeatureCount } from '../../src/music/description/melody-scores.js';
import { answers, type SmallNetwork } from '../../src/music/description/small-network.js';
import { findSoundfont, type Part, pop909Cases } from './cases.js';
import { type MelodyExample, melodyExamples } from './melody-examples.js';
import { rawPitch } from './scores.js';
import { joinNetworks, trainNetwork } from './train-network.js';

const rounds = 4;
/** The second network learns from first answers about songs that the first one has not seen. */
const innerRounds = 3;
const training = { epochs: 8, decay: 1e-3, hiddenUnits: 24 };
/** Networks that begin elsewhere err elsewhere: the mean of several is better than one. */
const seeds = [1, 2];

interface Row extends MelodyExample {
  readonly features: Float32Array;
  first: Float32Array;
}

/** `data`: the development data; at most `limit` songs of a part; `cache`: a folder where what was heard is kept. */
export async function fitMelody(
  data: string,
  part: Part,
  limit: number,
  cache: string | undefined,
): Promise<void> {
  const soundfont = findSoundfont();
  if (soundfont === null)
    throw new Error('No General MIDI soundfont: apt install fluidsynth fluid-soundfont-gm');
  const rows: Row[] = [];
  for (const song of pop909Cases(data, part).slice(0, limit)) {
    for (const example of await melodyExamples(song, soundfont, cache)) {
      rows.push({
        ...example,
        features: melodyFeatures(example.notes, example.framesPerSecond),
        first: new Float32Array(0),
      });
    }
    process.stderr.write('.');
  }
  const songs = [...new Set(rows.map(({ song }) => song))];
  const figures: { pitch: number; chroma: number }[] = [];
  for (let round = 0; round < Math.min(rounds, songs.length); round++) {
    const isLeftOut = ({ song }: Row): boolean => songs.indexOf(song) % rounds === round;
    const networks = fitNetworks(rows.filter((row) => !isLeftOut(row)));
    for (const row of rows) {
      if (!row.isMain || !isLeftOut(row)) continue;
      const figure = judge(row, networks);
      figures.push(figure);
      console.log(`${row.song} left out: raw pitch ${figure.pitch.toFixed(3)}`);
    }
    process.stderr.write('.');
  }
  const mean = (key: 'pitch' | 'chroma'): string =>
    (figures.reduce((sum, figure) => sum + figure[key], 0) / figures.length).toFixed(3);
  console.log(`\n${figures.length} songs left out: raw pitch ${mean('pitch')}, chroma ${mean('chroma')}`);
  const { note, context } = fitNetworks(rows);
  const target = join(import.meta.dirname, '..', '..', 'src', 'music', 'description', 'melody-weights.ts');
  writeFileSync(target, moduleOf(note, context, songs));
  console.log(`wrote ${target}`);
}

interface Networks {
  readonly note: SmallNetwork;
  readonly context: SmallNetwork;
}

/** Sets `first` of the rows. */
function fitNetworks(rows: readonly Row[]): Networks {
  const songs = [...new Set(rows.map(({ song }) => song))];
  const ofFirst = (some: readonly Row[]): SmallNetwork =>
    train(some, melodyFeatureCount, (row) => row.features);
  for (let round = 0; round < innerRounds; round++) {
    const isLeftOut = ({ song }: Row): boolean => songs.indexOf(song) % innerRounds === round;
    const others = rows.filter((row) => !isLeftOut(row));
    if (others.length === 0) continue;
    const network = ofFirst(others);
    for (const row of rows) if (isLeftOut(row)) row.first = answers(network, row.features);
  }
  const looked = (row: Row): Float32Array =>
    secondLook(row.notes, row.features, row.first, row.framesPerSecond);
  return { note: ofFirst(rows), context: train(rows, secondLookFeatureCount, looked) };
}

function train(rows: readonly Row[], width: number, featuresOf: (row: Row) => Float32Array): SmallNetwork {
  const count = rows.reduce((sum, { labels }) => sum + labels.length, 0);
  const features = new Float32Array(count * width);
  const labels = new Uint8Array(count);
  const weights = new Float32Array(count);
  let at = 0;
  for (const row of rows) {
    features.set(featuresOf(row), at * width);
    labels.set(row.labels, at);
    weights.set(row.weights, at);
    at += row.labels.length;
  }
  const examples = { features, width, labels, weights };
  return joinNetworks(seeds.map((seed) => trainNetwork(examples, { ...training, seed })));
}

function judge(row: Row, { note, context }: Networks): { pitch: number; chroma: number } {
  const { notes, framesPerSecond } = row;
  const first = answers(note, row.features);
  const scores = answers(context, secondLook(notes, row.features, first, framesPerSecond));
  const line = leadingLine(notes, scores, framesPerSecond).map(({ startFrame, endFrame, midi }) => ({
    start: startFrame / framesPerSecond,
    end: endFrame / framesPerSecond,
    pitch: midi,
  }));
  return rawPitch(row.truth, line, row.seconds);
}

function moduleOf(note: SmallNetwork, context: SmallNetwork, songs: readonly string[]): string {
  const list = (values: readonly number[]): string => {
    const lines: string[] = [];
    for (let i = 0; i < values.length; i += 18) lines.push(`    ${values.slice(i, i + 18).join(', ')},`);
    return `[\n${lines.join('\n')}\n  ]`;
  };
  const network = (name: string, of: SmallNetwork): string => `
// biome-ignore format: numbers
export const ${name}: SmallNetwork = {
  mean: ${list(of.mean)},
  deviation: ${list(of.deviation)},
  hidden: ${list(of.hidden)},
  hiddenBias: ${list(of.hiddenBias)},
  output: ${list(of.output)},
  outputBias: ${of.outputBias},
};
`;
  return `/** Written by \`npm run bench -- description --fit-melody\`: fitted on rendered songs of the development data, never by hand. */
// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: fitted numbers may come near to one
import type { SmallNetwork } from './small-network.js';

/** The songs of POP909 that the networks were fitted on: what is measured on these is no proof. */
// biome-ignore format: names
export const melodyFittedOn: readonly string[] = [${songs.map((song) => `'${song}'`).join(', ')}];
${network('noteNetwork', note)}${network('contextNetwork', context)}`;
}
