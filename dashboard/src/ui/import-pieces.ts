/** Cuts a table of songs between rows, each piece with the header line, so that it can be sent bit by bit. */

export interface ImportPiece {
  text: string;
  /** Rows in the pieces before, which the server's row numbers do not count. */
  rowsBefore: number;
}

const pieceCharacters = 400_000;

/** Quoted CSV fields may hold line breaks, which end no row. */
export function piecesOf(text: string, format: 'csv' | 'jsonl'): ImportPiece[] {
  const body = text.replace(/^\uFEFF/, '');
  const headerEnd = format === 'csv' ? endOfRow(body, 0) : 0;
  const header = body.slice(0, headerEnd);
  const pieces: ImportPiece[] = [];
  let start = headerEnd;
  let rows = 0;
  let rowsBefore = 0;
  for (let at = headerEnd; at < body.length; ) {
    const end = format === 'csv' ? endOfRow(body, at) : endOfLine(body, at);
    if (body.slice(at, end).trim() !== '') rows++;
    at = end;
    if (at - start >= pieceCharacters || at >= body.length) {
      if (body.slice(start, at).trim() !== '')
        pieces.push({ text: header + body.slice(start, at), rowsBefore });
      start = at;
      rowsBefore = rows;
    }
  }
  return pieces.length > 0 ? pieces : [{ text: body, rowsBefore: 0 }];
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}

function endOfRow(text: string, from: number): number {
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) quoted = !quoted;
    else if (code === 10 && !quoted) return at + 1;
  }
  return text.length;
}
