/** Breaks text of several fonts into lines: at spaces, between Chinese, Japanese and Korean characters, else anywhere. */
import type { FontName, FontRun } from './fonts.js';

export interface Piece {
  readonly font: FontName;
  readonly text: string;
  /** Points. */
  readonly width: number;
}

const isRightToLeft = (text: string): boolean => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(text);
const unit =
  /\s+|[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]|[^\s\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]+/gu;

/** `measure`: the width of a text in a font, in points. An empty text is one empty line. */
export function breakLines(
  paragraphs: readonly (readonly FontRun[])[],
  maxWidth: number,
  measure: (font: FontName, text: string) => number,
): Piece[][] {
  return paragraphs.flatMap((runs) => breakParagraph(runs, maxWidth, measure));
}

function breakParagraph(
  runs: readonly FontRun[],
  maxWidth: number,
  measure: (font: FontName, text: string) => number,
): Piece[][] {
  const lines: Piece[][] = [[]];
  let used = 0;
  const put = (font: FontName, text: string): void => {
    const width = measure(font, text);
    if (used + width > maxWidth && used > 0) {
      lines.push([]);
      used = 0;
    }
    if (/^\s+$/.test(text) && used === 0) return;
    if (width > maxWidth && text.length > 1) {
      // A sum or an address: broken anywhere.
      for (const half of halves(text)) put(font, half);
      return;
    }
    lines.at(-1)?.push({ font, text, width });
    used += width;
  };
  for (const { font, text } of runs) for (const part of text.match(unit) ?? []) put(font, part);
  return lines.map(inReadingOrder);
}

function halves(text: string): [string, string] {
  const characters = [...text];
  const middle = Math.ceil(characters.length / 2);
  return [characters.slice(0, middle).join(''), characters.slice(middle).join('')];
}

/** Words written from right to left stand in their order; within a word the font's own rules do it. */
function inReadingOrder(line: Piece[]): Piece[] {
  const ordered: Piece[] = [];
  let pending: Piece[] = [];
  const flush = (): void => {
    const tail: Piece[] = [];
    while (pending.length > 0 && !isRightToLeft(pending.at(-1)?.text ?? ''))
      tail.unshift(pending.pop() as Piece);
    ordered.push(...pending.reverse(), ...tail);
    pending = [];
  };
  for (const piece of line) {
    const belongs = isRightToLeft(piece.text) || (pending.length > 0 && /^\s+$/.test(piece.text));
    if (belongs) pending.push(piece);
    else {
      flush();
      ordered.push(piece);
    }
  }
  flush();
  return ordered;
}
