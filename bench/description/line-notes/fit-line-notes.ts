/**
 * `npm run bench -- description --fit-sung-notes CLIPS` and `--fit-leading-notes CLIPS`: takes the network that scripts/line-notes/train.py learnt from
 * CLIPS/train, chooses how its answers weigh beside pitches on every fourth clip of it, which the network does not know, judges the notes of CLIPS/held,
 * of other voices and tunes, and writes models/embedded/sung-notes/ or leading-notes/.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dilatedNetworkOf, dilatedNetworkSchema } from '../../../src/models/embedded/dilated-network-file.js';
import { lineNotes } from '../../../src/music/description/line-notes.js';
import { beginningFeatureNames } from '../../../src/music/description/note-beginnings.js';
import {
  type BeginningScale,
  type LineKind,
  lineKinds,
  oddsOfBeginning,
  weightsOfBeginning,
} from '../../../src/music/description/note-beginnings-model.js';
import { hashOfFiles, writeFile } from '../../embedded-model.js';
import { matchedNotes, noteF } from '../note-scores.js';
import { rawPitch, type TimedNote } from '../scores.js';
import { type KnownClip, knownClips } from './clips.js';

const chooseEvery = 4;
const offsets = [-2, -1.5, -1, -0.5, 0, 0.5];
const pitchNats = [0.3, 0.6, 1, 2];

/** A clip and the log odds of beginnings along its line. */
interface Answered extends Omit<KnownClip, 'rows'> {
  readonly odds: Float32Array;
}

/** `version`: of the model. `cache`: a folder where what was heard is kept. */
export async function fitLineNotes(
  folder: string,
  kind: LineKind,
  version: string,
  cache: string | undefined,
): Promise<void> {
  const schema = dilatedNetworkSchema(beginningFeatureNames.length);
  const file = schema.parse(JSON.parse(readFileSync(join(folder, `${kind}.weights.json`), 'utf8')));
  const network = dilatedNetworkOf(file, 1);
  const answered = async (part: string): Promise<Answered[]> => {
    const clips: Answered[] = [];
    for await (const { rows, ...clip } of knownClips(join(folder, part), kind, cache))
      clips.push({ ...clip, odds: oddsOfBeginning(rows, network) });
    return clips;
  };
  const clips = await answered('train');
  const held = await answered('held');
  const chosenOn = clips.filter((_, at) => at % chooseEvery === 0);
  const best = offsets
    .flatMap((offset) => pitchNats.map((nats) => ({ offset, nats })))
    .map((scale) => ({ scale, f: meanF(chosenOn, scale, kind) }))
    .reduce((high, each) => (each.f > high.f ? each : high));
  console.log(`chosen on ${chosenOn.length} clips: F of onsets ${best.f.toFixed(3)}`, best.scale);
  const ofHeld = (isAlone: boolean): Judged =>
    judged(
      held.filter((clip) => clip.isAlone === isAlone),
      best.scale,
      kind,
    );
  const [alone, overOthers] = [ofHeld(true), ofHeld(false)];
  console.log('alone', alone);
  console.log('over other instruments', overOthers);
  const id = lineKinds[kind].model;
  const path = writeFile(
    id,
    'weights.json',
    { id, scale: best.scale, network: file },
    beginningFeatureNames,
    {
      version,
      seed: 0,
      data: [
        {
          group: 'made clips: a line alone, tunes over other songs, and songs over their own bands',
          cases: clips.length,
          sha256: hashOfFiles(clips.map((clip) => `${clip.path}.wav`)),
        },
      ],
      metrics: { noteFAlone: alone.fWithin50Ms, noteFOverOthers: overOthers.fWithin50Ms },
      trainingCommand: `python scripts/line-notes/train.py ${kind} CLIPS, npm run bench -- description --fit-${kind}-notes CLIPS (scripts/line-notes/README.md)`,
    },
  );
  console.log(`wrote ${path}`);
}

/** In seconds. */
function notesOf(
  { line, odds, framesPerSecond }: Answered,
  scale: BeginningScale,
  kind: LineKind,
): TimedNote[] {
  const notes = lineNotes(line, weightsOfBeginning(line, odds, scale), lineKinds[kind].earlyFrames);
  return notes.map(({ startFrame, endFrame, midi }) => ({
    start: startFrame / framesPerSecond,
    end: endFrame / framesPerSecond,
    pitch: midi,
  }));
}

/**
 * F of onsets within 50 ms, whatever their pitch, which is the line's: the mean of that of lines alone and of that of lines over other instruments, so
 * that neither decides because there is more of it.
 */
function meanF(clips: readonly Answered[], scale: BeginningScale, kind: LineKind): number {
  const kinds = [true, false].map((isAlone) => clips.filter((clip) => clip.isAlone === isAlone));
  const some = kinds.filter((group) => group.length > 0);
  const f = (group: readonly Answered[]): number =>
    noteF(group.map((clip) => matchedNotes(clip.notes, notesOf(clip, scale, kind), 0.05, false)));
  return some.reduce((sum, group) => sum + f(group), 0) / some.length;
}

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

function judged(clips: readonly Answered[], scale: BeginningScale, kind: LineKind): Judged {
  const found = clips.map((clip) => notesOf(clip, scale, kind));
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
