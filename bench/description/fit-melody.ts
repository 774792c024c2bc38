/**
 * `npm run bench -- description --fit-melody`: fits the two networks that find a melody's notes on the choosing part of
 * POP909, or on all of it, and writes models/embedded/melody-note-network/ and melody-context-network/. Before that it
 * prints how right they are about songs that they have not seen: in each of four rounds a quarter of the songs is left
 * out and judged.
 */
import { join } from 'node:path';
import {
  melodyFeatureCount,
  melodyFeatureNames,
  melodyFeatures,
} from '../../src/music/description/melody-features.js';
import {
  contextNetworkId,
  melodyOutputNames,
  noteNetworkId,
  secondLookFeatureNames,
} from '../../src/music/description/melody-networks.js';
import { leadingLine } from '../../src/music/description/melody-notes.js';
import { secondLook, secondLookFeatureCount } from '../../src/music/description/melody-scores.js';
import { runNetwork, type SmallNetwork } from '../../src/signal/small-network.js';
import { hashOfFiles, writeNetwork } from '../embedded-model.js';
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

/** `data`: the development data; at most `limit` songs of a part; `cache`: a folder where what was heard is kept; `version`: of the models. */
export async function fitMelody(
  data: string,
  part: Part,
  limit: number,
  cache: string | undefined,
  version: string,
): Promise<void> {
  const soundfont = findSoundfont();
  if (soundfont === null)
    throw new Error('No General MIDI soundfont: apt install fluidsynth fluid-soundfont-gm');
  const cases = pop909Cases(data, part).slice(0, limit);
  if (cases.length === 0)
    throw new Error(
      `No songs below ${join(data, 'symbolic', 'pop909')}: a folder NAME/NAME.mid for each song, with a track MELODY.`,
    );
  const rows: Row[] = [];
  for (const song of cases) {
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
  const run = {
    version,
    seed: seeds[0]!,
    trainingCommand: `npm run bench -- description --fit-melody --part ${part} --version ${version}`,
    fittedOn: songs,
    data: [{ group: 'POP909', cases: songs.length, sha256: hashOfFiles(cases.map(({ source }) => source)) }],
    metrics: {
      'songs left out in turn': figures.length,
      'raw pitch': Number(mean('pitch')),
      'raw chroma': Number(mean('chroma')),
    },
  };
  const outputs = melodyOutputNames;
  const precision = { hidden: 'float32', others: 'float64', sums: 'float64' } as const;
  for (const [id, network, inputs] of [
    [noteNetworkId, note, melodyFeatureNames],
    [contextNetworkId, context, secondLookFeatureNames],
  ] as const)
    console.log(`wrote ${writeNetwork(id, network, precision, { inputs, outputs }, run)}`);
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
    for (const row of rows) if (isLeftOut(row)) row.first = runNetwork(network, row.features);
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
  const first = runNetwork(note, row.features);
  const scores = runNetwork(context, secondLook(notes, row.features, first, framesPerSecond));
  const line = leadingLine(notes, scores, framesPerSecond).map(({ startFrame, endFrame, midi }) => ({
    start: startFrame / framesPerSecond,
    end: endFrame / framesPerSecond,
    pitch: midi,
  }));
  return rawPitch(row.truth, line, row.seconds);
}
