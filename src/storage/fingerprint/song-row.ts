/** A song of a catalogue as its row in the database. */
import type { Insertable } from 'kysely';
import type { SongToIndex } from '../../analyses/fingerprint/ports.js';
import type { FingerprintSongsTable } from './tables.js';

/** `startPosition`: in units of the catalogue's positions. `postingBytes`: of its postings' own blocks, before any merge. */
export function songRow(
  accountId: string,
  song: SongToIndex,
  { startPosition, postingBytes }: { readonly startPosition: number; readonly postingBytes: number },
): Insertable<FingerprintSongsTable> {
  return {
    account_id: accountId,
    music_id: song.musicId,
    engine: song.engine,
    title: song.title,
    artist: song.artist,
    duration_seconds: song.durationSeconds,
    start_position: startPosition,
    length_units: song.lengthUnits,
    postings: song.keys.length,
    posting_bytes: postingBytes,
    peaks: song.peaks,
  };
}
