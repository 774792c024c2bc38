/**
 * Lyrics pasted as subtitles: SubRip, WebVTT, and Advanced SubStation (karaoke). What every file of such a format has in
 * common is nothing that a song says: two of them would share long runs of numbers and words. Lines keep their numbers.
 */

/** SubRip and WebVTT: `00:01:02,500 --> 00:01:04,000`. */
const cueTimes = /^\s*(?:\d{1,3}:)?\d{1,3}:\d{2}[.,]\d{1,3}\s*-->/u;
const cueNumber = /^\s*\d{1,6}\s*$/u;
/** Blocks of WebVTT that are no cues, up to the next empty line (WebVTT, section 4.1). */
const vttHeader = /^\ufeff?WEBVTT(?:\s|$)/u;
const vttBlock = /^(?:(?:NOTE|STYLE|REGION)(?:\s|$)|WEBVTT\b)/u;

/** `Dialogue: layer, start, end, style, name, three margins, effect, text`; only the text may hold commas. */
const dialogue =
  /^\s*(Dialogue|Comment):\s*[^,]{0,20},\s*\d{1,3}:\d{2}:\d{2}[.:]\d{2,3},\s*\d{1,3}:\d{2}:\d{2}[.:]\d{2,3},(?:[^,]{0,200},){6}(.*)$/u;
const scriptHead = /^\ufeff?\s*\[(?:Script Info|Events)\]\s*$/iu;

/** The lines with what is no sung text as empty ones. */
export function withoutSubtitleMarks(lines: readonly string[]): string[] {
  if (lines.some((line) => dialogue.test(line))) return withoutScript(lines);
  return vttHeader.test(lines[0] ?? '') ? withoutCues(withoutBlocks(lines)) : withoutCues(lines);
}

function withoutCues(lines: readonly string[]): string[] {
  return lines.map((line, index) => {
    const isNumber = cueNumber.test(line) && cueTimes.test(lines[index + 1] ?? '');
    return isNumber || cueTimes.test(line) ? '' : line;
  });
}

/** Also the names of cues, which stand alone between an empty line and the times. */
function withoutBlocks(lines: readonly string[]): string[] {
  let isBlock = false;
  return lines.map((line, index) => {
    if (line.trim() === '') isBlock = false;
    const isFirst = index === 0 || lines[index - 1]!.trim() === '';
    if (isFirst && vttBlock.test(line.replace('\ufeff', ''))) isBlock = true;
    // A header that no empty line ends before the first times hides no cue.
    if (cueTimes.test(line)) isBlock = false;
    const isName = isFirst && cueTimes.test(lines[index + 1] ?? '');
    return isBlock || isName ? '' : line;
  });
}

/** Whole files hold styles and settings beside the text; of single pasted lines the others are kept. */
function withoutScript(lines: readonly string[]): string[] {
  const isFile = lines.some((line) => scriptHead.test(line));
  return lines.map((line) => {
    const parts = dialogue.exec(line);
    if (parts === null) return isFile ? '' : line;
    return parts[1] === 'Dialogue' ? parts[2]!.replace(/\\[Nnh]/gu, ' ') : '';
  });
}
