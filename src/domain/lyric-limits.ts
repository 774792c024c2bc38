/** How long a lyric may be, the same for a request and for a song of a dataset. */
import { withoutSubtitleMarks } from './subtitle-lines.js';

/** Code points: an emoji of two UTF-16 units is one character. */
export const maxLyricCharacters = 20_000;
/** Lines that are not empty: stanzas may be set apart as one likes. */
export const maxLyricLines = 500;

/** Lines as every part of the service counts and compares them; of subtitles what is not sung is empty. */
export function splitLyricLines(text: string): string[] {
  const lines = text.replace(/<br\s*\/?>|<\/p>|<\/div>/giu, '\n').split(/\r\n|[\n\r\u2028\u2029\u0085]/u);
  return /-->|Dialogue:/u.test(text) ? withoutSubtitleMarks(lines) : lines;
}

/** Why the lyric is too long, written for the caller, or null. */
export function lyricLimitProblem(text: string): string | null {
  let characters = 0;
  for (const _ of text) characters += 1;
  if (characters > maxLyricCharacters) {
    return `The lyrics have ${characters} characters; at most ${maxLyricCharacters} are allowed.`;
  }
  const lines = splitLyricLines(text).filter((line) => line.trim() !== '').length;
  if (lines <= maxLyricLines) return null;
  return `The lyrics have ${lines} lines that are not empty; at most ${maxLyricLines} are allowed.`;
}
