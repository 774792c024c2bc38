import { expect, it } from 'vitest';
import { piecesOf } from '../../dashboard/src/ui/import-pieces.js';

it('a long CSV is cut only between rows, each piece with the header, and no row is lost', () => {
  const rows = Array.from(
    { length: 12_000 },
    (_, n) => `"Title ${n}\nsecond line, with ""quotes""",Artist ${n}`,
  );
  const pieces = piecesOf(`title,artist\n${rows.join('\n')}`, 'csv');
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) expect(piece.text.startsWith('title,artist\n"Title ')).toBe(true);
  const joined = pieces.map(({ text }) => text.slice('title,artist\n'.length)).join('');
  expect(joined).toBe(rows.join('\n'));
  for (const piece of pieces) {
    const first = Number(/"Title (\d+)/.exec(piece.text)?.[1]);
    expect(piece.rowsBefore).toBe(first);
  }
});

it('JSONL is cut between lines and has no header', () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => JSON.stringify({ title: `Title ${n}` }));
  const pieces = piecesOf(lines.join('\n'), 'jsonl');
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.map(({ text }) => text).join('')).toBe(lines.join('\n'));
});

it('an empty file is one piece, which the server then judges', () => {
  expect(piecesOf('', 'csv')).toEqual([{ text: '', rowsBefore: 0 }]);
});
