/** Case files as PDF: names in many scripts are printed, and what cannot be is listed. */
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { CaseDocument } from '../../domain/case-file/blocks.js';
import { type FontName, fontRuns } from './fonts.js';
import { casePdf } from './kernel.js';
import { breakLines } from './lines.js';

const printed = new Date('2026-03-02T08:00:00Z');
const documentOf = (title: string, text = ''): CaseDocument => ({
  title,
  about: 'Printed then.',
  sections: [
    {
      heading: 'Fingerprint check',
      verdict: { tone: 'found', finding: 'Found', sentence: 'It is there.', match: title, lines: [] },
      blocks: [{ kind: 'text', text }],
    },
  ],
  footer: 'Evidence.',
});

/** The characters that a PDF's text can be read back as, by the tables that its fonts carry for that. */
function readable(pdf: Uint8Array): Set<string> {
  const bytes = Buffer.from(pdf);
  const found = new Set<string>();
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7)) {
    let text: string;
    try {
      text = inflateSync(bytes.subarray(at + 7)).toString('latin1');
    } catch {
      continue;
    }
    if (!text.includes('beginbfrange') && !text.includes('beginbfchar')) continue;
    for (const [, hex = ''] of text.matchAll(/<([0-9a-f]{4})>/gi)) {
      found.add(String.fromCharCode(Number.parseInt(hex, 16)));
    }
  }
  return found;
}

/** All streams of a PDF that inflate, one after the other. */
function contents(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf);
  let text = '';
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7)) {
    try {
      text += inflateSync(bytes.subarray(at + 7)).toString('latin1');
    } catch {
      // Not one that is packed.
    }
  }
  return text;
}

it('prints titles in Korean, Japanese, Chinese, Cyrillic, Greek, Hebrew and Arabic', async () => {
  const title = '밤편지 夜の手紙 周杰倫 Ночь Νύχτα שלום مرحبا';
  const characters = readable(await casePdf(documentOf(title), printed));
  const absent = [...title].filter(
    (one) => one !== ' ' && !/[\u0600-\u06ff]/.test(one) && !characters.has(one),
  );
  expect(absent).toEqual([]);
});

it('lists what no font has instead of leaving it out in silence', async () => {
  const characters = readable(await casePdf(documentOf('ไทย'), printed));
  expect(characters.has('\ufffd')).toBe(true);
  const missing = new Set<string>();
  const latin = { has: (_: FontName, codePoint: number) => codePoint < 0x250 };
  expect(fontRuns('aไb', 'sans', latin, missing)).toEqual([{ font: 'sans', text: 'a\ufffdb' }]);
  expect([...missing]).toEqual(['ไ']);
});

it('ends whatever the text is: very long words, thousands of lines, control characters', async () => {
  for (const text of ['x'.repeat(50_000), 'line\n'.repeat(5000), 'a\u0000\u202eb\u200d', '漢'.repeat(5000)]) {
    const pdf = await casePdf(documentOf('Title', text), printed);
    expect(Buffer.from(pdf).subarray(-6).toString()).toContain('%%EOF');
  }
});

it('breaks lines at spaces, between ideographs, and within what is too long by itself', () => {
  const width = (_: FontName, text: string): number => [...text].length;
  const lines = (text: string, max: number): string[] =>
    breakLines([[{ font: 'sans', text }]], max, width).map((line) =>
      line.map((piece) => piece.text).join(''),
    );
  expect(lines('one two three', 8).map((line) => line.trim())).toEqual(['one two', 'three']);
  expect(lines('漢字漢字', 2)).toEqual(['漢字', '漢字']);
  expect(lines('abcdefgh', 3).join('')).toBe('abcdefgh');
  expect(lines('', 5)).toEqual(['']);
});

it('draws pictures of evidence on the page, in their colours, with their title', async () => {
  const drawing = {
    title: 'Above: Mine. Below: Theirs.',
    label: 'Piano rolls',
    width: 960,
    height: 200,
    shapes: [
      { kind: 'box', x: 10, y: 10, width: 40, height: 12, radius: 2, fill: '#0b62c4', opacity: 1 },
      { kind: 'line', x1: 0, y1: 0, x2: 90, y2: 100, stroke: '#0b62c4', opacity: 0.4 },
      { kind: 'text', x: 12, y: 20, size: 9.5, fill: '#ffffff', text: 'Ж4' },
    ],
  } as const;
  const { sections, ...rest } = documentOf('Title');
  const blocks = [{ kind: 'drawing', drawing } as const];
  const drawn = await casePdf({ ...rest, sections: sections.map((one) => ({ ...one, blocks })) }, printed);
  expect(readable(drawn).has('Ж')).toBe(true);
  const without = contents(await casePdf(documentOf('Title'), printed));
  const fill = /0\.0431\d* 0\.3843\d* 0\.7686\d* scn/;
  expect(without).not.toMatch(fill);
  expect(contents(drawn)).toMatch(fill);
  expect(contents(drawn)).toMatch(/0\.0431\d* 0\.3843\d* 0\.7686\d* SCN/);
});
