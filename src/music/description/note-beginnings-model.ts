/** The networks that say where notes of a line begin, of a sung one and of one that leads: learnt from made clips, they come with the program as data. */
import { z } from 'zod';
import { dilatedNetworkOf, dilatedNetworkSchema } from '../../models/embedded/dilated-network-file.js';
import { loadModel } from '../../models/embedded/load-model.js';
import { answerOfRows, type DilatedNetwork, type MeasuredRows } from '../../signal/dilated-network.js';
import { framesPerStep } from './landscapes.js';
import { lineNotes } from './line-notes.js';
import {
  beginningFeatureNames,
  beginningRows,
  type FollowedLine,
  type HeardLine,
} from './note-beginnings.js';
import type { FrameNote } from './note-events.js';

/**
 * `model`: a folder of models/embedded/. `earlyFrames`: by which notes begin before their pitch is clear: a voice glides to its next note, and a
 * syllable begins with its consonant.
 */
export const lineKinds = {
  sung: { model: 'sung-notes', earlyFrames: framesPerStep },
  leading: { model: 'leading-notes', earlyFrames: 0 },
} as const;
export type LineKind = keyof typeof lineKinds;

/** How log odds weigh beside pitches: log odds from which a beginning counts, and nats that count as much as a step of the right pitch. */
export interface BeginningScale {
  readonly offset: number;
  readonly nats: number;
}

const schema = z.strictObject({
  id: z.string(),
  scale: z.strictObject({ offset: z.number(), nats: z.number().positive() }),
  network: dilatedNetworkSchema(beginningFeatureNames.length),
});

/** Steps that are answered at a time: of an hour, what the network hears of all would take 60 MB. */
const stepsAtATime = 4096;

interface BeginningModel {
  readonly scale: BeginningScale;
  readonly network: DilatedNetwork;
}

const loaded = new Map<LineKind, BeginningModel>();

/** Read once a process. Throws where the file is not the one that its card names. */
function modelOf(kind: LineKind): BeginningModel {
  const known = loaded.get(kind);
  if (known !== undefined) return known;
  const { content } = loadModel(lineKinds[kind].model, 'weights.json', schema, beginningFeatureNames);
  const model = { scale: content.scale, network: dilatedNetworkOf(content.network, 1) };
  loaded.set(kind, model);
  return model;
}

/** The notes of a line, in frames of the activations. */
export function notesAlong(line: FollowedLine, heard: HeardLine, kind: LineKind): FrameNote[] {
  const { scale, network } = modelOf(kind);
  const odds = oddsOfBeginning(beginningRows(line, heard), network);
  return lineNotes(line, weightsOfBeginning(line, odds, scale), lineKinds[kind].earlyFrames);
}

/** In steps in which a note's pitch is surely right; below 0 where a note is to go on. Silent steps have 0. */
export function weightsOfBeginning(
  { bins }: FollowedLine,
  odds: Float32Array,
  { offset, nats }: BeginningScale,
): Float32Array {
  return odds.map((value, step) => (bins[step]! < 0 ? 0 : (value - offset) / nats));
}

/** Log odds that a note begins at each step. */
export function oddsOfBeginning({ columns, values }: MeasuredRows, network: DilatedNetwork): Float32Array {
  const steps = values.length / columns;
  const odds = new Float32Array(steps);
  const beside = network.blocks.reduce((sum, { dilation }) => sum + dilation, 0);
  for (let from = 0; from < steps; from += stepsAtATime) {
    const to = Math.min(steps, from + stepsAtATime);
    const first = Math.max(0, from - beside);
    const last = Math.min(steps, to + beside);
    const answers = answerOfRows(
      { columns, values: values.subarray(first * columns, last * columns) },
      network,
    );
    odds.set(answers.subarray(from - first, to - first), from);
  }
  return odds;
}
