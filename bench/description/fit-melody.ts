/**
 * `npm run bench -- description --fit-melody`: fits the two networks that tell a melody's notes on the choosing part of
 * POP909 and writes src/music/description/melody-weights.ts. Before that it tells what the method is worth on songs
 * that its networks have not seen: in each of four rounds a quarter of the songs is left out and judged.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { melodyFeatureCount, melodyFeatures } from '../../src/music/description/melody-features.js';
import { leadingLine } from '../../src/music/description/melody-notes.js';
import { secondLook, secondLookFeatureCount } from '../../src/music/description/melody-scores.js';
import { answers, type SmallNetwork } from '../../src/music/description/small-network.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { findSoundfont, pop909Cases } from './cases.js';
import { type MelodyExample, melodyExamples } from './melody-examples.js';
import { rawPitch } from './scores.js';
import { trainNetwork } from './train-network.js';

/** Of the many notes that are no melody's a share is enough; it then counts for all. */
const keptShare = 0.5;
const rounds = 4;
/** The second network learns from first answers about songs that the first one has not seen. */
const innerRounds = 3;
const training = { epochs: 10, seed: 1, decay: 1e-3 };
const firstUnits = 16;
const secondUnits = 12;

interface Row extends MelodyExample {
  readonly sampled: Float32Array;
  readonly features: Float32Array;
  first: Float32Array;
}

/** `data`: the development data; at most `limit` songs; `cache`: a folder where what was heard is kept. */
export async function fitMelody(data: string, limit: number, cache: string | undefined): Promise<void> {
  const soundfont = findSoundfont();
  if (soundfont === null)
    throw new Error('No General MIDI soundfont: apt install fluidsynth fluid-soundfont-gm');
  const random = seededRandom(5);
  const rows: Row[] = [];
  for (const song of pop909Cases(data, 'choose').slice(0, limit)) {
    for (const example of await melodyExamples(song, soundfont, cache)) {
      rows.push({
        ...example,
        sampled: example.weights.map((weight, i) =>
          example.labels[i] ? weight : random() < keptShare ? weight / keptShare : 0,
        ),
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
    for (const row of rows) if (row.isMain && isLeftOut(row)) figures.push(judge(row, networks));
    process.stderr.write('.');
  }
  const mean = (key: 'pitch' | 'chroma'): string =>
    (figures.reduce((sum, figure) => sum + figure[key], 0) / figures.length).toFixed(3);
  console.log(`\n${figures.length} songs left out: raw pitch ${mean('pitch')}, chroma ${mean('chroma')}`);
  const { note, context } = fitNetworks(rows);
  const target = join(import.meta.dirname, '..', '..', 'src', 'music', 'description', 'melody-weights.ts');
  writeFileSync(target, moduleOf(note, context));
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
    train(some, melodyFeatureCount, (row) => row.features, firstUnits);
  for (let round = 0; round < innerRounds; round++) {
    const isLeftOut = ({ song }: Row): boolean => songs.indexOf(song) % innerRounds === round;
    const others = rows.filter((row) => !isLeftOut(row));
    if (others.length === 0) continue;
    const network = ofFirst(others);
    for (const row of rows) if (isLeftOut(row)) row.first = answers(network, row.features);
  }
  const looked = (row: Row): Float32Array =>
    secondLook(row.notes, row.features, row.first, row.framesPerSecond);
  return { note: ofFirst(rows), context: train(rows, secondLookFeatureCount, looked, secondUnits) };
}

function train(
  rows: readonly Row[],
  width: number,
  featuresOf: (row: Row) => Float32Array,
  hiddenUnits: number,
): SmallNetwork {
  const count = rows.reduce((sum, { labels }) => sum + labels.length, 0);
  const features = new Float32Array(count * width);
  const labels = new Uint8Array(count);
  const weights = new Float32Array(count);
  let at = 0;
  for (const row of rows) {
    features.set(featuresOf(row), at * width);
    labels.set(row.labels, at);
    weights.set(row.sampled, at);
    at += row.labels.length;
  }
  return trainNetwork({ features, width, labels, weights }, { ...training, hiddenUnits });
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

function moduleOf(note: SmallNetwork, context: SmallNetwork): string {
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
import type { SmallNetwork } from './small-network.js';
${network('noteNetwork', note)}${network('contextNetwork', context)}`;
}
