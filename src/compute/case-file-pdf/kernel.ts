/** `case-file.pdf`: case files as one PDF, in a compute process, because fonts and layout take time. */

import type { Block, CaseDocument, Fact, VerdictBox } from '../../domain/case-file/blocks.js';
import type { CaseFile } from '../../domain/case-file/case-file.js';
import { caseDocument } from '../../domain/case-file/document.js';
import type { Timeline } from '../../domain/case-file/timeline.js';
import type { Kernel } from '../../domain/compute.js';
import { drawDrawing } from './drawing.js';
import { openSheet, type Sheet, type TextStyle } from './sheet.js';

export interface CasePdfInput {
  readonly files: readonly CaseFile[];
  readonly printedAt: Date;
}

const body: TextStyle = { size: 9 };
const strong: TextStyle = { size: 9, font: 'bold' };
const quiet: TextStyle = { size: 9, color: '#56606b' };
const small: TextStyle = { size: 8 };
const rule = '#d5dae1';
const tones: Readonly<Record<VerdictBox['tone'], string>> = {
  found: '#c92a2a',
  possible: '#b25f00',
  nothing_to_compare: '#b25f00',
  not_found: '#2b8a3e',
  cannot_tell: '#56606b',
  made: '#56606b',
  failed: '#56606b',
};

export const casePdfKernel: Kernel<CasePdfInput, Uint8Array> = {
  name: 'case-file.pdf',
  run: ({ files, printedAt }) => casePdf(caseDocument(files, printedAt), printedAt),
};

export async function casePdf(document: CaseDocument, printedAt: Date): Promise<Uint8Array> {
  const sheet = openSheet(document.title, printedAt);
  sheet.write(document.title, { size: 18, font: 'bold' });
  sheet.write(document.about, quiet);
  for (const [index, section] of document.sections.entries()) {
    if (index > 0) sheet.newPage();
    sheet.y += 12;
    sheet.write(section.heading, { size: 13, font: 'bold' });
    sheet.y += 4;
    drawVerdict(sheet, section.verdict);
    for (const block of section.blocks) drawBlock(sheet, block);
  }
  sheet.y += 14;
  sheet.write(document.footer, quiet);
  if (sheet.missing.size > 0) {
    const listed = [...sheet.missing].slice(0, 20).map((character) => `U+${codePoint(character)}`);
    const more = sheet.missing.size > listed.length ? ' …' : '';
    sheet.y += 6;
    sheet.write(
      `This PDF has no font for some characters; they stand as � above: ${listed.join(', ')}${more}. The HTML page of the same case file shows them.`,
      quiet,
    );
  }
  return sheet.finish(document.title);
}

const codePoint = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

function drawVerdict(sheet: Sheet, { tone, finding, sentence, match, lines }: VerdictBox): void {
  const color = tones[tone];
  const inner = sheet.width - 28;
  const parts: Array<readonly [string, TextStyle]> = [
    ...(finding === null ? [] : [[finding.toUpperCase(), { size: 8, font: 'bold', color }] as const]),
    [sentence, { size: 12, font: 'bold' }],
    ...(match === null ? [] : [[match, { size: 11 }] as const]),
    ...lines.map((line) => [line, body] as const),
  ];
  const laid = parts.map(([text, style]) => ({ style, lines: sheet.layOut(text, inner, style) }));
  const height = laid.reduce(
    (sum, { style, lines: { length } }) => sum + length * sheet.lineHeight(style),
    16,
  );
  sheet.need(Math.min(height, 600));
  sheet.pdf.rect(sheet.left, sheet.y, 5, height).fill(color);
  sheet.pdf.rect(sheet.left, sheet.y, sheet.width, height).lineWidth(0.75).stroke(color);
  let y = sheet.y + 8;
  for (const { style, lines: drawn } of laid) {
    sheet.draw(drawn, sheet.left + 16, y, style);
    y += drawn.length * sheet.lineHeight(style);
  }
  sheet.y += height + 4;
}

function drawBlock(sheet: Sheet, block: Block): void {
  if (block.kind === 'heading') {
    // Never alone at the foot of a page.
    sheet.need(60);
    sheet.y += 8;
    sheet.write(block.text, { size: 10.5, font: 'bold' });
  } else if (block.kind === 'facts') {
    for (const fact of block.facts) drawFact(sheet, fact);
    sheet.y += 4;
  } else if (block.kind === 'bullets') {
    for (const line of block.lines) {
      sheet.need(sheet.lineHeight(body));
      sheet.draw(sheet.layOut('•', 10, body), sheet.left, sheet.y, body);
      sheet.write(line, body, 12);
    }
  } else if (block.kind === 'picture') drawTimeline(sheet, block.timeline);
  else if (block.kind === 'drawing') drawDrawing(sheet, block.drawing);
  else if (block.kind === 'rows') drawRows(sheet, block);
  else sheet.write(block.text, block.kind === 'code' ? small : body);
}

function drawFact(sheet: Sheet, { name, text, style }: Fact): void {
  drawRow(sheet, [name, text], [0.26, 0.74], [quiet, style === 'strong' ? strong : body]);
}

function drawRows(sheet: Sheet, { heads, rows }: Extract<Block, { kind: 'rows' }>): void {
  // By what is in them: a column of times needs less than one of words.
  const longest = heads.map((head, column) =>
    Math.min(60, Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length), 6)),
  );
  const sum = longest.reduce((total, length) => total + length, 0);
  const shares = longest.map((length) => length / sum);
  drawRow(
    sheet,
    heads,
    shares,
    heads.map(() => ({ ...small, font: 'bold' })),
  );
  for (const row of rows)
    drawRow(
      sheet,
      row,
      shares,
      heads.map(() => small),
    );
}

/** Cells side by side, with a line below. A row higher than a page is cut. */
function drawRow(
  sheet: Sheet,
  cells: readonly string[],
  shares: readonly number[],
  styles: readonly TextStyle[],
): void {
  const laid = cells.map((text, column) => {
    const style = styles[column] ?? body;
    const lines = sheet.layOut(text, (shares[column] ?? 0) * sheet.width - 8, style);
    return { style, lines: lines.slice(0, Math.floor(640 / sheet.lineHeight(style))) };
  });
  const height = Math.max(...laid.map(({ style, lines }) => lines.length * sheet.lineHeight(style))) + 4;
  sheet.need(height);
  let x = sheet.left;
  for (const [column, { style, lines }] of laid.entries()) {
    sheet.draw(lines, x, sheet.y + 2, style);
    x += (shares[column] ?? 0) * sheet.width;
  }
  sheet.y += height;
  sheet.pdf
    .moveTo(sheet.left, sheet.y)
    .lineTo(sheet.left + sheet.width, sheet.y)
    .lineWidth(0.5)
    .stroke(rule);
}

function drawTimeline(sheet: Sheet, picture: Timeline): void {
  const scale = sheet.width / picture.width;
  sheet.need(picture.height * scale + 8);
  const { pdf, left } = sheet;
  const top = sheet.y + 2;
  for (const lane of picture.lanes) {
    sheet.draw(sheet.layOut(lane.label, 200, { size: 7 }), left, top + (lane.y - 15) * scale, {
      size: 7,
      color: '#56606b',
    });
    pdf.rect(left, top + lane.y * scale, lane.width * scale, lane.height * scale).fill('#eef1f5');
  }
  for (const bar of picture.bars) {
    pdf
      .rect(left + bar.x * scale, top + bar.y * scale, bar.width * scale, bar.height * scale)
      .fill('#e8590c');
  }
  for (const { x1, y1, x2, y2 } of picture.ties) {
    pdf
      .moveTo(left + x1 * scale, top + y1 * scale)
      .lineTo(left + x2 * scale, top + y2 * scale)
      .lineWidth(1)
      .stroke('#e8590c');
  }
  sheet.y += picture.height * scale + 8;
}
