/** Judges parsed rows by the same rules as a single song, and their musicIds by whose they are. */
import { z } from 'zod';
import type { MusicStore, NewSong, ParsedRow } from '../../ports.js';
import { songFacts } from '../../schemas/dataset.js';
import { validationProblem } from '../../validation.js';

const facts = z.object(songFacts);

export interface CheckedRows {
  readonly songs: NewSong[];
  readonly errors: Array<{ row: number; detail: string }>;
}

export async function checkRows(
  rows: readonly ParsedRow[],
  accountId: string,
  music: MusicStore,
): Promise<CheckedRows> {
  const songs: NewSong[] = [];
  const errors: CheckedRows['errors'] = [];
  for (const parsed of rows) {
    if ('error' in parsed) {
      errors.push({ row: parsed.row, detail: parsed.error });
      continue;
    }
    const detail = await wrongWith(parsed.song, accountId, music);
    if (detail === null) songs.push(parsed.song);
    else errors.push({ row: parsed.row, detail });
  }
  return { songs, errors };
}

async function wrongWith(song: NewSong, accountId: string, music: MusicStore): Promise<string | null> {
  const outcome = facts.safeParse({
    ...song,
    link: song.link ?? undefined,
    lyrics: song.lyrics ?? undefined,
  });
  if (!outcome.success) return validationProblem(outcome.error.issues, 'body').message;
  if (song.musicId === null)
    return song.lyrics === null ? 'A song needs lyrics, audio (musicId), or both.' : null;
  return (await music.get(accountId, song.musicId)) ? null : 'musicId: There is no music with this id.';
}
