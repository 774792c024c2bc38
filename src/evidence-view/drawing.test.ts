/** A drawing on paper holds all that the roll on the screen does. */
import { expect, it } from 'vitest';
import { drawingOf } from './drawing.js';
import { rollView } from './roll.js';
import type { Passage, RollSide } from './shared-evidence.js';
import { toHtml } from './to-html.js';

const side: RollSide = {
  startSeconds: 10,
  endSeconds: 18,
  beats: 16,
  bars: [5, 8],
  key: 'F major',
  chords: [...Array(8).fill('F:maj'), ...Array(8).fill('A#:min')],
  downbeats: [10, 12, 14, 16],
  beatSeconds: Array.from({ length: 17 }, (_, beat) => 10 + beat / 2),
  notes: [60, 65, 70, 58].map((midi, place) => ({
    startSeconds: 10 + place,
    endSeconds: 11 + place,
    startBeat: 2 * place,
    beats: 2,
    midi,
  })),
};
const passage: Passage = {
  basis: 'melody',
  lines: [['vocal', 'vocal']],
  original: side,
  comparison: side,
  matched: [
    [0, 0],
    [2, 2],
  ],
  transposition: 0,
  similarity: 0.8,
  keyNote: '',
};

it('holds every box, text and line of the roll but its cursor, at finite places, matching notes in the colour of matches', () => {
  const roll = rollView(passage, { original: 'Mine', comparison: 'Theirs' });
  const html = toHtml(roll);
  const count = (pattern: RegExp): number => html.match(pattern)?.length ?? 0;
  const { shapes, width, height, label } = drawingOf(roll, 'Above: Mine.');
  const of = (kind: string) => shapes.filter((shape) => shape.kind === kind);
  expect(of('box').length).toBe(count(/<rect/g));
  expect(of('text').length).toBe(count(/<text[^>]*>[^<]/g));
  expect(of('line').length).toBe(count(/<path/g) - 1);
  expect(of('box').filter((shape) => 'fill' in shape && shape.fill === '#0b62c4').length).toBe(4);
  const places = shapes.flatMap((shape) => Object.values(shape).filter((value) => typeof value === 'number'));
  expect(places.every(Number.isFinite)).toBe(true);
  expect([width, height].every((size) => size > 0)).toBe(true);
  expect(label).toContain('2 of 4 notes match');
});

it('names chords in the colour that the screen shows', () => {
  const { shapes } = drawingOf(rollView(passage, { original: 'Mine', comparison: 'Theirs' }), '');
  const chords = shapes.filter((shape) => shape.kind === 'text' && /^(F|Bbm)$/.test(shape.text));
  expect(chords.length).toBe(4);
  // hsl(330, 60%, 50%), the fifth circle's place of F.
  expect(shapes.some((shape) => shape.kind === 'box' && shape.fill === '#cc3380')).toBe(true);
});
