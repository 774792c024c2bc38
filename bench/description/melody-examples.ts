/** Rendered songs whose melody track is known, as examples for the networks that recognise a melody's notes. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { type MelodyCandidate, melodyCandidates } from '../../src/music/description/melody-candidates.js';
import { type Case, renderMidi } from './cases.js';
import { hear } from './hear.js';
import { notesOfTrack } from './midi-notes.js';
import { orchestrate } from './orchestrate.js';
import { rearrange } from './rearrange.js';
import type { TimedNote } from './scores.js';

export interface MelodyExample {
  /** All renderings of a song share its name: it is split by that. */
  readonly song: string;
  /** The song's main file, whole and on pianos: what is reported on. */
  readonly isMain: boolean;
  readonly truth: readonly TimedNote[];
  readonly seconds: number;
  readonly framesPerSecond: number;
  readonly notes: readonly MelodyCandidate[];
  /** 1 where a candidate is a note of the melody. */
  readonly labels: Uint8Array;
  /** 0 where a candidate says nothing: where the melody pauses, and repetitions of its own pitch. */
  readonly weights: Float32Array;
}

const wholeSong = 3600;
const versionSeconds = 110;
const maxVersions = 3;
/** The main file in other keys and tempi, and with its tracks louder and softer against each other. */
const rearrangements = 2;

/**
 * A song's main file, whole and rearranged, and the beginning of up to three other arrangements, every second one on
 * other instruments.
 */
export async function melodyExamples(
  { name, source, truth }: Case,
  soundfont: string,
  cache: string | undefined,
): Promise<MelodyExample[]> {
  const versions = join(truth, 'versions');
  const others = existsSync(versions) ? readdirSync(versions).sort().slice(0, maxVersions) : [];
  const bytes = readFileSync(source);
  const number = Number.parseInt(name, 10) || 0;
  const files = [
    { midi: bytes, seconds: wholeSong },
    ...others.map((other, i) => {
      const version = readFileSync(join(versions, other));
      return { midi: i % 2 === 1 ? orchestrate(version, i + 1) : version, seconds: versionSeconds };
    }),
    ...Array.from({ length: rearrangements }, (_, i) => ({
      midi: rearrange(bytes, 1000 * (i + 1) + number),
      seconds: wholeSong,
    })),
  ];
  const examples: MelodyExample[] = [];
  for (const [index, { midi, seconds }] of files.entries()) {
    const notes = ['MELODY', 'Melody', 'melody'].flatMap((track) => tryNotes(midi, track));
    if (notes.length === 0) continue;
    const heard = await rendered(midi, seconds, soundfont, cache);
    const melody = notes.filter(({ start }) => start < heard.seconds);
    examples.push({
      song: name,
      isMain: index === 0,
      truth: melody,
      ...heard,
      ...labelled(heard.notes, melody, heard.framesPerSecond),
    });
  }
  return examples;
}

type Rendered = Pick<MelodyExample, 'seconds' | 'framesPerSecond' | 'notes'>;

/** The candidates of a MIDI file as it sounds; `cache` is a folder where they are kept. */
async function rendered(
  midi: Buffer,
  seconds: number,
  soundfont: string,
  cache: string | undefined,
): Promise<Rendered> {
  const digest = createHash('sha256').update(midi).update(soundfont).digest('hex').slice(0, 24);
  const kept = cache === undefined ? null : join(cache, `${digest}-${seconds}.candidates2`);
  if (kept !== null && existsSync(kept)) return deserialize(readFileSync(kept)) as Rendered;
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-bench-melody-'));
  try {
    writeFileSync(join(folder, 'song.mid'), midi);
    await renderMidi(join(folder, 'song.mid'), soundfont, join(folder, 'song.wav'));
    const { listening } = await hear(join(folder, 'song.wav'), seconds);
    const found: Rendered = {
      seconds: listening.durationSeconds,
      framesPerSecond: listening.activations.framesPerSecond,
      notes: melodyCandidates(listening.activations, listening.centre),
    };
    if (kept !== null) {
      mkdirSync(cache!, { recursive: true });
      writeFileSync(kept, serialize(found));
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tryNotes(midi: Buffer, track: string): TimedNote[] {
  try {
    return notesOfTrack(midi, track);
  } catch {
    return [];
  }
}

const onsetTolerance = 0.08;
const pauseSeconds = 1;

function labelled(
  notes: readonly MelodyCandidate[],
  truth: readonly TimedNote[],
  framesPerSecond: number,
): Pick<MelodyExample, 'labels' | 'weights'> {
  const labels = new Uint8Array(notes.length);
  const weights = new Float32Array(notes.length);
  const isRepetition = new Uint8Array(notes.length);
  const startOf = (i: number): number => notes[i]!.startFrame / framesPerSecond;
  for (const { start, end, pitch } of truth) {
    let nearest = -1;
    for (let i = 0; i < notes.length; i++) {
      const at = startOf(i);
      if (at < start - pauseSeconds) continue;
      if (at > end + pauseSeconds) break;
      weights[i] = 1;
      if (notes[i]!.midi !== pitch || at < start - onsetTolerance || at > end) continue;
      isRepetition[i] = 1;
      const distance = Math.abs(at - start);
      if (distance <= onsetTolerance && (nearest < 0 || distance < Math.abs(startOf(nearest) - start)))
        nearest = i;
    }
    if (nearest >= 0) labels[nearest] = 1;
  }
  for (let i = 0; i < notes.length; i++) if (isRepetition[i] && !labels[i]) weights[i] = 0;
  return { labels, weights };
}
