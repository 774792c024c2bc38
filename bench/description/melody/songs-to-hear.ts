/** The songs that a melody's networks learn from and are judged by, and what is heard of each. */
import { join } from 'node:path';
import { melodyFeatures } from '../../../src/music/description/melody-features.js';
import { type Case, type Part, pop909Cases } from '../cases.js';
import { type CollectionSong, collectionSongs } from './collection-songs.js';
import { collectionExample, type MelodyExample, melodyExamples, taggedExample } from './examples.js';
import type { Row } from './first-look.js';
import { type TaggedSong, taggedSongs } from './tagged-songs.js';

/** Of each kind of other collections. */
const songsOfKind = 160;

export interface Songs {
  /** Of POP909, learnt from; and those that are reported, which are not. */
  readonly cases: readonly Case[];
  readonly reported: readonly Case[];
  readonly tagged: readonly TaggedSong[];
  readonly collections: readonly CollectionSong[];
}

export interface Heard {
  /** Of POP909, reported ones too. */
  readonly own: readonly Row[];
  readonly tagged: readonly Row[];
  readonly collections: readonly Row[];
}

/** `limit`: at most this many songs of each; `tagged`: a folder of the tagger's answers. */
export function songsToHear(data: string, part: Part, limit: number, tagged: string | undefined): Songs {
  const cases = pop909Cases(data, part === 'report' ? 'choose' : part).slice(0, limit);
  if (cases.length === 0)
    throw new Error(
      `No songs below ${join(data, 'symbolic', 'pop909')}: a folder NAME/NAME.mid for each song, with a track MELODY.`,
    );
  const songs = {
    cases,
    reported: part === 'report' ? pop909Cases(data, 'report').slice(0, limit) : [],
    tagged: tagged === undefined ? [] : taggedSongs(tagged).slice(0, limit),
    collections: collectionSongs(data, Math.min(limit, songsOfKind)),
  };
  requireUnknown(songs);
  return songs;
}

/** `cache`: a folder where what was heard is kept. A dot a song on standard error. */
export async function hearSongs(songs: Songs, soundfont: string, cache: string | undefined): Promise<Heard> {
  const heard = async <Song>(
    some: readonly Song[],
    examplesOf: (song: Song) => Promise<MelodyExample[]>,
  ): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const song of some) {
      for (const example of await examplesOf(song)) rows.push(rowOf(example));
      process.stderr.write('.');
    }
    return rows;
  };
  return {
    own: await heard([...songs.cases, ...songs.reported], (song) => melodyExamples(song, soundfont, cache)),
    tagged: await heard(songs.tagged, async (song) => [await taggedExample(song, soundfont, cache)]),
    collections: await heard(songs.collections, async (song) => [
      await collectionExample(song, soundfont, cache),
    ]),
  };
}

/** @throws Error where a tagger has learnt from a song that is to be reported */
function requireUnknown({ reported, tagged }: Songs): void {
  const known = reported.find(({ name }) => tagged.some(({ learntFrom }) => learntFrom.includes(name)));
  if (known !== undefined)
    throw new Error(`The tagger has learnt from ${known.name}, which is to be reported: tag.py --songs.`);
}

const rowOf = (example: MelodyExample): Row => ({
  ...example,
  features: melodyFeatures(example.notes, example.framesPerSecond),
});
