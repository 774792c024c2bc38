/** How long a lyric may be, the same for a request and for a song of a dataset. */

/** Code points: an emoji of two UTF-16 units is one character. */
export const maxLyricCharacters = 20_000;
/** Lines that are not empty: stanzas may be set apart as one likes. */
export const maxLyricLines = 500;

/** Lines as every part of the service counts and compares them; numbers and times of subtitle cues are empty ones. */
export function splitLyricLines(text: string): string[] {
  const lines = text.replace(/<br\s*\/?>|<\/p>|<\/div>/giu, '\n').split(/\r\n|[\n\r\u2028\u2029\u0085]/u);
  return text.includes('-->') ? withoutCues(lines) : lines;
}

/** SubRip and WebVTT: `00:01:02,500 --> 00:01:04,000`. */
const cueTimes = /^\s*(?:\d{1,3}:)?\d{1,3}:\d{2}[.,]\d{1,3}\s*-->/u;
const cueNumber = /^\s*\d{1,6}\s*$/u;

/** What every subtitle file has in common is nothing that a song says: two of them would share long runs of numbers. */
function withoutCues(lines: readonly string[]): string[] {
  return lines.map((line, index) => {
    const isNumber = cueNumber.test(line) && cueTimes.test(lines[index + 1] ?? '');
    const isHeader = index === 0 && /^\s*WEBVTT\b/u.test(line);
    return isNumber || isHeader || cueTimes.test(line) ? '' : line;
  });
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
