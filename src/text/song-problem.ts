/** What is wrong with a song that is to be imported: the same rules as for one song over HTTP. */
import { lyricLimitProblem } from '../domain/lyric-limits.js';
import type { NewSong } from '../domain/song.js';

const maxNameCharacters = 500;
const maxLinkCharacters = 2_000;

/** A sentence for the one who imports, or null. */
export function songProblem(song: NewSong): string | null {
  if (song.title === '') return 'title is missing.';
  for (const field of ['title', 'artist'] as const) {
    if (song[field].length > maxNameCharacters)
      return `${field} has more than ${maxNameCharacters} characters.`;
  }
  if (!/^(\d{4})?$/.test(song.year)) return 'year: Must be four digits.';
  if (!/^([a-z]{2,3})?$/.test(song.language)) return 'language: Must be an ISO 639 code.';
  if (song.link !== null && !isWebAddress(song.link)) return 'link: Must be an http or https URL.';
  if (song.lyrics === null) {
    return song.musicId === null ? 'A song needs lyrics, audio (musicId), or both.' : null;
  }
  return lyricLimitProblem(song.lyrics);
}

function isWebAddress(link: string): boolean {
  return link.length <= maxLinkCharacters && URL.canParse(link) && /^https?:/i.test(link);
}
