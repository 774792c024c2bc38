/** The lines that a person sees where a stretch of words is meant. */
import { phraseText } from '../../../text/phrases.js';
import type { WordStream } from '../../../text/word-stream.js';

/** A line is shown that makes up this share of the stretch, or that lies in it by half: both of two where it ends amid them. */
const shareOfStretch = 0.3;
const shareOfLine = 0.5;
/** Of a longer line, as when a lyric was pasted as one paragraph, only the words that are meant are shown. */
const longLineWords = 24;

export interface ShownText {
  /** Lines as written, joined by " / ". */
  readonly text: string;
  /** 1-based line of the submitted text. */
  readonly lineNumber: number;
}

/** The lines of the words `from` … `to`. */
export function shownText(
  { words, lines }: WordStream,
  nats: Uint8Array,
  from: number,
  to: number,
): ShownText {
  const inside = new Map<number, number>();
  let stretch = 0;
  for (let at = from; at < to; at++) {
    const { line } = words[at]!;
    inside.set(line, (inside.get(line) ?? 0) + nats[at]!);
    stretch += nats[at]!;
  }
  const whole = new Map<number, { nats: number; count: number }>();
  words.forEach(({ line }, at) => {
    if (!inside.has(line)) return;
    const known = whole.get(line) ?? { nats: 0, count: 0 };
    whole.set(line, { nats: known.nats + nats[at]!, count: known.count + 1 });
  });
  const main = [...inside].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
  const { lineNumber } = lines[main]!;
  if (whole.get(main)!.count > longLineWords)
    return { text: `… ${phraseText(words, from, to)} …`, lineNumber };
  const shown = [...inside.keys()].filter((line) => {
    const own = inside.get(line)!;
    return line === main || own >= shareOfStretch * stretch || own >= shareOfLine * whole.get(line)!.nats;
  });
  return {
    text: shown.map((line) => lines[line]!.text).join(' / '),
    lineNumber: lines[shown[0]!]!.lineNumber,
  };
}
