/** The first look at a melody's candidates as its training has it: fitted, and its answers about songs that it does not know. */
import { melodyFeatureCount } from '../../../src/music/description/melody-features.js';
import { runNetwork, type SmallNetwork } from '../../../src/signal/small-network.js';
import { grouped } from '../../grouped.js';
import { joinNetworks, trainNetwork } from '../train-network.js';
import type { MelodyExample } from './examples.js';

/** The second look learns from first answers about songs that the first one has not seen. */
const innerRounds = 3;
const training = { epochs: 3, decay: 1e-3, hiddenUnits: 24 };
export const firstSeed = 1;
/** Networks that begin elsewhere err elsewhere: the mean of several is better than one. */
const seeds = [firstSeed, 2];

export interface Row extends MelodyExample {
  readonly features: Float32Array;
}

export interface FirstLook {
  readonly network: SmallNetwork;
  /** Log-odds of a row's candidates, of a network that has not learnt from its song. */
  readonly answersAbout: (row: Row) => Float32Array;
}

/** `rows`: all renderings of the songs that are learnt from. */
export function fitFirstLook(rows: readonly Row[]): FirstLook {
  const songs = [...new Set(rows.map(({ song }) => song))];
  const network = noteNetwork(rows);
  const roundOf = new Map(songs.map((song, at) => [song, at % innerRounds]));
  const withoutRound = Array.from({ length: innerRounds }, (_, round) => {
    const others = rows.filter(({ song }) => roundOf.get(song) !== round);
    return others.length === 0 || others.length === rows.length ? network : noteNetwork(others);
  });
  return {
    network,
    answersAbout: ({ song, features }) => {
      const round = roundOf.get(song);
      return runNetwork(round === undefined ? network : withoutRound[round]!, features);
    },
  };
}

function noteNetwork(rows: readonly Row[]): SmallNetwork {
  const weightOf = groupWeights(rows);
  const count = rows.reduce((sum, { labels }) => sum + labels.length, 0);
  const features = new Float32Array(count * melodyFeatureCount);
  const labels = new Uint8Array(count);
  const weights = new Float32Array(count);
  let at = 0;
  for (const row of rows) {
    features.set(row.features, at * melodyFeatureCount);
    labels.set(row.labels, at);
    const weight = weightOf.get(row.group)!;
    weights.set(
      row.weights.map((own) => own * weight),
      at,
    );
    at += row.labels.length;
  }
  const examples = { features, width: melodyFeatureCount, labels, weights };
  return joinNetworks(seeds.map((seed) => trainNetwork(examples, { ...training, seed })));
}

/** What a candidate of each group weighs: a group of four times as many candidates has twice the weight, 1 is the mean of all. */
function groupWeights(rows: readonly Row[]): ReadonlyMap<string, number> {
  const sizes = new Map(
    [...grouped(rows, ({ group }) => group)].map(([group, those]) => [
      group,
      those.reduce((sum, { labels }) => sum + labels.length, 0),
    ]),
  );
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const roots = [...sizes.values()].reduce((sum, size) => sum + Math.sqrt(size), 0);
  return new Map([...sizes].map(([group, size]) => [group, all / roots / Math.sqrt(size)]));
}
