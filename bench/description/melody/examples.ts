/** Rendered songs whose melody is known, as examples for the networks that recognise a melody's notes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from '../cases.js';
import { notesOfTrack } from '../midi-notes.js';
import type { TimedNote } from '../scores.js';
import { type CollectionSong, collectionSeconds } from './collection-songs.js';
import { candidatesOfMidi, type HeardCandidates } from './heard-candidates.js';
import { labelled, type MelodyLabels } from './labels.js';
import { orchestrate } from './orchestrate.js';
import { rearrange } from './rearrange.js';
import { excerptOf, excerptSeconds, type TaggedSong } from './tagged-songs.js';

export interface MelodyExample extends HeardCandidates, MelodyLabels {
  /** All renderings of a song share its name: it is split by that. */
  readonly song: string;
  /** Songs that resemble each other: a collection, or several. They are left out together. */
  readonly group: string;
  /** What is reported on apart. */
  readonly kind: string;
  /** The song's main file, whole and on pianos: what is reported on. */
  readonly isMain: boolean;
  readonly truth: readonly TimedNote[];
}

const pop = { group: 'pop', kind: 'pop' };
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
    const heard = await candidatesOfMidi(midi, seconds, soundfont, cache);
    examples.push({ song: name, ...pop, isMain: index === 0, ...withMelody(heard, notes) });
  }
  return examples;
}

/** An excerpt of a song whose melody is a tagger's guess: learnt from, never judged by. */
export async function taggedExample(
  song: TaggedSong,
  soundfont: string,
  cache: string | undefined,
): Promise<MelodyExample> {
  const { midi, melody } = excerptOf(song);
  const heard = await candidatesOfMidi(midi, excerptSeconds + 1, soundfont, cache);
  return { song: `tagged ${song.name}`, ...pop, isMain: false, ...withMelody(heard, melody) };
}

export async function collectionExample(
  { name, group, kind, midi, melody }: CollectionSong,
  soundfont: string,
  cache: string | undefined,
): Promise<MelodyExample> {
  const heard = await candidatesOfMidi(midi, collectionSeconds, soundfont, cache);
  return { song: name, group, kind, isMain: true, ...withMelody(heard, melody) };
}

function withMelody(
  heard: HeardCandidates,
  notes: readonly TimedNote[],
): HeardCandidates & MelodyLabels & { readonly truth: readonly TimedNote[] } {
  const truth = notes.filter(({ start }) => start < heard.seconds);
  return { ...heard, truth, ...labelled(heard.notes, truth, heard.framesPerSecond) };
}

function tryNotes(midi: Buffer, track: string): TimedNote[] {
  try {
    return notesOfTrack(midi, track);
  } catch {
    return [];
  }
}
