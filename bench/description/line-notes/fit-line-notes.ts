/**
 * `npm run bench -- description --fit-sung-notes CLIPS` and `--fit-leading-notes CLIPS`: learns where notes of a sung or leading line begin, from
 * CLIPS/train, and writes models/embedded/sung-notes/ or leading-notes/. The weight of a beginning beside pitches is chosen on every fourth clip of
 * it, which the network does not know; the notes of CLIPS/held, of other voices and tunes, are judged.
 */
import { join } from 'node:path';
import { lineNotes } from '../../../src/music/description/line-notes.js';
import { beginningFeatureNames } from '../../../src/music/description/note-beginnings.js';
import {
  type LineKind,
  lineKinds,
  noteBeginningsOutputs,
} from '../../../src/music/description/note-beginnings-model.js';
import { runNetwork, type SmallNetwork } from '../../../src/signal/small-network.js';
import { hashOfFiles, writeNetwork } from '../../embedded-model.js';
import { joinNetworks, type TrainOptions, trainNetwork } from '../../transcription/train-network.js';
import { matchedNotes, type NoteCounts, noteF } from '../note-scores.js';
import { rawPitch, type TimedNote } from '../scores.js';
import { examplesOf, type KnownClip, knownClips } from './clips.js';

const options: TrainOptions = { hidden: 24, epochs: 12, decay: 0.01, noise: 0.1, seed: 3 };
const networks = 2;
const chooseEvery = 4;
/** Log odds from which a beginning counts, and nats that count as much as a step of the right pitch. */
const offsets = [-1, -0.5, 0, 0.5, 1];
const pitchNats = [0.3, 0.6, 1, 2];

/** `version`: of the network. `cache`: a folder where what was heard is kept. */
export async function fitLineNotes(
  folder: string,
  kind: LineKind,
  version: string,
  cache: string | undefined,
): Promise<void> {
  const clips = await knownClips(join(folder, 'train'), kind, cache);
  const held = await knownClips(join(folder, 'held'), kind, cache);
  const learnt = clips.filter((_, at) => at % chooseEvery !== 0);
  const chosenOn = clips.filter((_, at) => at % chooseEvery === 0);
  const examples = learnt.flatMap((clip) => examplesOf(clip));
  console.log(
    `${learnt.length} clips, ${examples.length} steps, ${examples.filter(({ label }) => label === 1).length} beginnings`,
  );
  const network = joinNetworks(
    Array.from({ length: networks }, (_, at) =>
      trainNetwork(examples, { ...options, seed: options.seed + at }),
    ),
  );
  const best = offsets
    .flatMap((offset) => pitchNats.map((nats) => inSteps(network, offset, nats)))
    .map((scaled) => ({ scaled, f: noteF(countsOf(chosenOn, scaled)) }))
    .reduce((high, each) => (each.f > high.f ? each : high));
  console.log(`chosen on ${chosenOn.length} clips: F ${best.f.toFixed(3)}`);
  const ofHeld = (isAlone: boolean): Judged =>
    judged(
      held.filter((clip) => clip.isAlone === isAlone),
      best.scaled,
    );
  const [alone, overOthers] = [ofHeld(true), ofHeld(false)];
  console.log('alone', alone);
  console.log('over other instruments', overOthers);
  const path = writeNetwork(
    lineKinds[kind].model,
    best.scaled,
    { hidden: 'float32', others: 'float32', sums: 'float64' },
    { inputs: beginningFeatureNames, outputs: noteBeginningsOutputs },
    {
      version,
      seed: options.seed,
      data: [
        {
          group: 'made clips of 32 s, half of them a line alone',
          cases: clips.length,
          sha256: hashOfFiles(clips.map((clip) => clip.path)),
        },
      ],
      metrics: { noteFAlone: alone.fWithin50Ms, noteFOverOthers: overOthers.fWithin50Ms },
      trainingCommand: `npm run bench -- description --fit-${kind}-notes CLIPS (scripts/vocal-pitch/README.md)`,
    },
  );
  console.log(`wrote ${path}`);
}

/** Log odds as steps in which a note's pitch is surely right. */
function inSteps(network: SmallNetwork, offset: number, nats: number): SmallNetwork {
  return {
    ...network,
    output: Float32Array.from(network.output, (weight) => weight / nats),
    outputBias: Float32Array.from(network.outputBias, (bias) => (bias - offset) / nats),
  };
}

/** In seconds. */
function notesOf(
  { line, features, framesPerSecond, earlyFrames }: KnownClip,
  network: SmallNetwork,
): TimedNote[] {
  return lineNotes(line, runNetwork(network, features), earlyFrames).map(
    ({ startFrame, endFrame, midi }) => ({
      start: startFrame / framesPerSecond,
      end: endFrame / framesPerSecond,
      pitch: midi,
    }),
  );
}

const countsOf = (clips: readonly KnownClip[], network: SmallNetwork): NoteCounts[] =>
  clips.map((clip) => matchedNotes(clip.notes, notesOf(clip, network)));

interface Judged {
  readonly clips: number;
  readonly expected: number;
  readonly found: number;
  readonly fWithin50Ms: number;
  readonly fWithin100Ms: number;
  /** Within 50 ms, whatever their pitch. */
  readonly fOfOnsets: number;
  readonly rawPitch: number;
}

function judged(clips: readonly KnownClip[], network: SmallNetwork): Judged {
  const found = clips.map((clip) => notesOf(clip, network));
  const f = (seconds: number, withPitch: boolean): number =>
    noteF(clips.map((clip, at) => matchedNotes(clip.notes, found[at]!, seconds, withPitch)));
  const pitch = clips.map(
    ({ notes, ownCents }, at) =>
      rawPitch(
        notes.map((note) => ({ ...note, pitch: note.pitch - ownCents / 100 })),
        found[at]!,
        notes.at(-1)!.end,
      ).pitch,
  );
  return {
    clips: clips.length,
    expected: clips.reduce((sum, { notes }) => sum + notes.length, 0),
    found: found.reduce((sum, notes) => sum + notes.length, 0),
    fWithin50Ms: Number(f(0.05, true).toFixed(3)),
    fWithin100Ms: Number(f(0.1, true).toFixed(3)),
    fOfOnsets: Number(f(0.05, false).toFixed(3)),
    rawPitch: Number((pitch.reduce((sum, value) => sum + value, 0) / Math.max(1, pitch.length)).toFixed(3)),
  };
}
