/**
 * Songs of POP909-CL, whose melody, second voice and accompaniment are one track: an excerpt of each as a MIDI file of
 * its own, and the notes of the line that a tagger takes for its melody (scripts/topline/).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MidiFile, MidiNote } from '../../../src/music/symbolic/midi-reader.js';
import { seededRandom } from '../../../src/signal/seeded-random.js';
import { writeMidiFile } from '../../plagiarism/midi-variants.js';
import type { TimedNote } from '../scores.js';

/** A note as the tagger writes it: start and end in ticks, MIDI pitch, velocity, probabilities of melody and of second voice, 1 on the line. */
export type TaggedNote = readonly [number, number, number, number, number, number, number];

export interface TaggedSong {
  readonly name: string;
  /** The tagger's file. */
  readonly source: string;
  /** The songs of POP909 that the tagger knew. */
  readonly learntFrom: readonly string[];
  readonly notes: readonly TaggedNote[];
}

interface TaggedFile extends Pick<TaggedSong, 'learntFrom' | 'notes'> {
  readonly song: string;
}

export interface Excerpt {
  readonly midi: Buffer;
  /** The melody of the excerpt, as it sounds. Sorted by start. */
  readonly melody: readonly TimedNote[];
}

/** The tagger's. */
const ticksPerQuarter = 480;
export const excerptSeconds = 75;
/** The files' own tempo is not the song's. Slow songs are the more frequent among those of POP909 whose tempo is known. */
const slowestBpm = 56;
const fastestBpm = 136;
const towardsSlow = 1.4;
const widestShift = 4;
const lowestPitch = 21;
const highestPitch = 108;
const percussionChannel = 9;

/** The songs of the tagger's folder: NNN.json each. */
export function taggedSongs(folder: string): TaggedSong[] {
  const files = readdirSync(folder).filter((name) => /^\d+\.json$/.test(name));
  if (files.length === 0) throw new Error(`No songs in ${folder}: scripts/topline/tag.py writes them.`);
  return files.sort().map((file) => {
    const source = join(folder, file);
    const { song, learntFrom, notes } = JSON.parse(readFileSync(source, 'utf8')) as TaggedFile;
    return { name: song, source, learntFrom, notes };
  });
}

/** A part of the song, in another key and at a tempo that is drawn: the same for the same song. */
export function excerptOf({ name, notes: tagged }: Pick<TaggedSong, 'name' | 'notes'>): Excerpt {
  const random = seededRandom(Math.imul((Number.parseInt(name, 10) || 0) + 17, 0x9e3779b1) + 1);
  for (let i = 0; i < 5; i++) random();
  const bpm = slowestBpm * (fastestBpm / slowestBpm) ** (random() ** towardsSlow);
  const shift = Math.floor(random() * (2 * widestShift + 1)) - widestShift;
  const secondsPerTick = 60 / bpm / ticksPerQuarter;
  const first = tagged.reduce((least, [start]) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const last = tagged.reduce((most, [, end]) => Math.max(most, end), 0);
  const spare = (last - first) * secondsPerTick - excerptSeconds;
  const from = Math.round(first + (spare > 0 ? random() * spare : 0) / secondsPerTick);
  const to = from + excerptSeconds / secondsPerTick;
  const channelOf = channels();
  const notes: MidiNote[] = [];
  const melody: TimedNote[] = [];
  const within = tagged.filter(([start]) => start >= from && start < to);
  for (const [start, end, written, velocity, , , isOnLine] of within.sort(
    (a, b) => a[0] - b[0] || a[2] - b[2],
  )) {
    const pitch = Math.max(lowestPitch, Math.min(highestPitch, written + shift));
    const place = { startTick: start - from, endTick: end - from };
    notes.push({ ...place, pitch, velocity, channel: channelOf(written, start, end), track: 0, program: 0 });
    if (isOnLine)
      melody.push({
        start: place.startTick * secondsPerTick,
        end: place.endTick * secondsPerTick,
        pitch,
      });
  }
  const tempos = [{ tick: 0, microsecondsPerQuarter: 6e7 / bpm }];
  const excerpt: MidiFile = { ticksPerQuarter, notes, tempos, meters: [], trackNames: [] };
  return { midi: Buffer.from(writeMidiFile(excerpt, 1)), melody };
}

/** A key that is struck while it is held was another track's: it sounds on a channel of its own. */
function channels(): (pitch: number, startTick: number, endTick: number) => number {
  const heldUntil: Map<number, number>[] = [];
  return (pitch, startTick, endTick) => {
    let at = 0;
    while ((heldUntil[at]?.get(pitch) ?? -1) > startTick) at++;
    heldUntil[at] ??= new Map();
    heldUntil[at]!.set(pitch, endTick);
    return at < percussionChannel ? at : at + 1;
  };
}
