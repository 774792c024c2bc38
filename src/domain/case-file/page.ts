/** Case files as one HTML page to print, keep or send on: no script, and nothing is loaded from elsewhere. */
import type { Block, CaseSection, Fact, VerdictBox } from './blocks.js';
import type { CaseFile } from './case-file.js';
import { caseDocument } from './document.js';
import type { Drawing, Shape } from './drawing.js';
import { caseStyles } from './styles.js';
import type { Timeline } from './timeline.js';

/**
 * `printedAt` stands on the page: of several copies a reader sees which is the latest. `pdfAddress`: where the page is
 * shown, its PDF can be had there.
 */
export function casePage(files: readonly CaseFile[], printedAt: Date, pdfAddress?: string): string {
  const { title, about, sections, footer } = caseDocument(files, printedAt);
  return pageOf(
    title,
    `<header><h1>${escaped(title)}</h1>
<p class="quiet">${escaped(about)}</p>${pdfAddress === undefined ? '' : `<p class="screen"><a href="${escaped(pdfAddress)}">As a PDF</a></p>`}</header>
${sections.map(caseSection).join('\n')}
<footer><p>${escaped(footer)}</p></footer>`,
  );
}

/** A page in the style of case files that says one thing. */
export function noticePage(title: string, text: string): string {
  return pageOf(title, `<h1>${escaped(title)}</h1><p>${escaped(text)}</p>`);
}

function pageOf(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title>
<style>${caseStyles}</style></head><body><main>
${content}</main></body></html>`;
}

function caseSection({ heading, verdict, blocks }: CaseSection): string {
  return `<section class="case">
<h2>${escaped(heading)}</h2>
${verdictBox(verdict)}
${blocks.map(blockOf).join('\n')}
</section>`;
}

function verdictBox({ tone, finding, sentence, match, lines }: VerdictBox): string {
  return `<div class="verdict ${tone}">
${finding === null ? '' : `<p class="finding">${escaped(finding)}</p>`}
<p class="sentence">${escaped(sentence)}</p>${match === null ? '' : `<p class="match">${escaped(match)}</p>`}${lines
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('')}</div>`;
}

function blockOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h3>${escaped(block.text)}</h3>`;
    case 'text':
      return `<p>${escaped(block.text)}</p>`;
    case 'facts':
      return `<table class="facts"><tbody>${block.facts.map(factRow).join('')}</tbody></table>`;
    case 'bullets':
      return `<ul>${block.lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;
    case 'code':
      return `<pre>${escaped(block.text)}</pre>`;
    case 'picture':
      return picture(block.timeline);
    case 'drawing':
      return figure(block.drawing);
    case 'rows':
      return `<div class="scroll"><table class="rows"><thead><tr>${block.heads
        .map((head) => `<th>${escaped(head)}</th>`)
        .join('')}</tr></thead>
<tbody>${block.rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`;
  }
}

function factRow({ name, text, style }: Fact): string {
  const value = escaped(text);
  const styled = style === 'code' ? `<code>${value}</code>` : style === 'strong' ? `<b>${value}</b>` : value;
  return `<tr><th>${escaped(name)}</th><td>${styled}</td></tr>`;
}

function picture({ width, height, lanes, bars, ties }: Timeline): string {
  const box = (kind: string, x: number, y: number, w: number, h: number): string =>
    `<rect class="${kind}" x="${x.toFixed(1)}" y="${y}" width="${w.toFixed(1)}" height="${h}"/>`;
  return `<svg class="time" viewBox="0 0 ${width} ${height}" role="img" aria-label="Where the evidence lies in time">
${lanes.map((lane) => `<text x="${lane.x}" y="${lane.y - 6}">${lane.label}</text>${box('lane', lane.x, lane.y, lane.width, lane.height)}`).join('')}
${bars.map((bar) => box('bar', bar.x, bar.y, bar.width, bar.height)).join('')}
${ties.map(({ x1, y1, x2, y2 }) => `<line class="tie" x1="${x1.toFixed(1)}" y1="${y1}" x2="${x2.toFixed(1)}" y2="${y2}"/>`).join('')}</svg>`;
}

function figure({ title, label, width, height, shapes }: Drawing): string {
  return `<figure><figcaption>${escaped(title)}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">${shapes.map(shapeOf).join('')}</svg></figure>`;
}

function shapeOf(shape: Shape): string {
  switch (shape.kind) {
    case 'box':
      return `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}" rx="${shape.radius}" fill="${shape.fill}" fill-opacity="${shape.opacity}"/>`;
    case 'line':
      return `<line x1="${shape.x1}" y1="${shape.y1}" x2="${shape.x2}" y2="${shape.y2}" stroke="${shape.stroke}" stroke-opacity="${shape.opacity}"${shape.width === undefined ? '' : ` stroke-width="${shape.width}"`}/>`;
    case 'text':
      return `<text x="${shape.x}" y="${shape.y}" font-size="${shape.size}" fill="${shape.fill}">${escaped(shape.text)}</text>`;
  }
}

function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
