/** Songs with melodies in a dataset, put there without uploads, and the engine filled with them without waiting. */
import { type Kysely, sql } from 'kysely';
import { readSegmentCodes } from '../../src/analyses/lyric-plagiarism/index/segment-codes.js';
import { melodyEngineVersion } from '../../src/analyses/plagiarism/describe-songs.js';
import type { MelodyIndex } from '../../src/analyses/plagiarism/ports.js';
import { engineChunk } from '../../src/analyses/plagiarism/search/engine-rows.js';
import { scanRow } from '../../src/analyses/plagiarism/search/scan-row.js';
import { encodeSketch } from '../../src/analyses/plagiarism/search/song-sketch.js';
import { arranged, higher, triads } from '../../src/analyses/plagiarism/test-support/scenes.js';
import type { SongDescription, SongNote } from '../../src/music/song-description.js';
import { generateMelody, writeMidi } from '../../src/music/symbolic/test-support/melodies.js';
import type { Database } from '../../src/storage/schema.js';
import { createFiller } from '../../src/storage/search/filler.js';
import type { SearchEngine } from '../../src/storage/search/ports.js';

/** A dataset of so many songs is searched in the engine: up to 400 are all compared. */
export const manySongs = 430;

export const tune = (seed: number): SongNote[] => generateMelody(seed, 48);
export const song = (seed: number): SongDescription =>
  arranged(tune(seed), triads(seed % 40, 16), generateMelody(seed + 5000, 24));
/** A MIDI file with the tune of a song alone, three semitones higher. */
export const takenFrom = (seed: number): Uint8Array => writeMidi(higher(tune(seed), 3));

export interface SongPlace {
  readonly datasetId: string;
  /** Null: every account searches the dataset. */
  readonly accountId: string | null;
  /** Whose music it is. */
  readonly ownerId: string;
}

/** A song named `Song ${name}`, and its dataset where that is not there. */
export async function addMelodySong(
  db: Kysely<Database>,
  index: MelodyIndex,
  { datasetId, accountId, ownerId }: SongPlace,
  name: string,
  description: SongDescription,
): Promise<void> {
  const musicId = `music-${name}`;
  await sql`insert into datasets (id, account_id, name, description)
    values (${datasetId}, ${accountId}, ${datasetId}, '') on conflict do nothing`.execute(db);
  await sql`insert into music (id, account_id, title, artist, filename, format, duration_seconds, sample_rate, channels,
      bytes, sha256, blob_key) values (${musicId}, ${ownerId}, ${name}, '', '', 'mid', 30, 0, 0, 0, ${musicId}, ${musicId})`.execute(
    db,
  );
  await sql`insert into dataset_songs (id, dataset_id, account_id, title, artist, year, link, language, lyrics, music_id)
    values (${name}, ${datasetId}, ${accountId}, ${`Song ${name}`}, '', '', null, '', null, ${musicId})`.execute(
    db,
  );
  const sketch = encodeSketch(description);
  await index.put(melodyEngineVersion, { songId: name, musicId, codes: scanRow(description), sketch });
}

/** `Song 0` and so on, `manySongs` of them. */
export async function addManySongs(
  db: Kysely<Database>,
  index: MelodyIndex,
  place: SongPlace,
): Promise<void> {
  for (let seed = 0; seed < manySongs; seed++)
    await addMelodySong(db, index, place, String(seed), song(seed));
}

/** One round of a filler that waits for nothing. */
export function fillNow(db: Kysely<Database>, engine: SearchEngine): Promise<void> {
  const delays = {
    removalSeconds: 0,
    eraseSeconds: 0,
    eraseAgainSeconds: 0,
    verifySeconds: 0,
    settleSeconds: 0,
    verifyPostingsSeconds: 0,
  };
  const melodies = { version: melodyEngineVersion, makeChunk: engineChunk };
  const parts = { delays, readCodes: readSegmentCodes, melodies, onNotice() {} };
  return createFiller(db, engine, parts).round();
}

/** What a task's record says of its search: how many songs it looked at, and which one it put first. */
export function searchedIn(task: Record<string, unknown>): { songs: unknown; first: unknown } {
  const { detail } = task as { detail?: { songs_searched?: number; songs?: { title: string }[] } };
  return { songs: detail?.songs_searched, first: detail?.songs?.[0]?.title };
}
