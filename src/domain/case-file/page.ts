/** Case files as one HTML page to print, keep or send on: no script, and nothing is loaded from elsewhere. */
import type { Finding } from '../finding.js';
import type { OperationName } from '../operations.js';
import type { CaseFile, CaseSong } from './case-file.js';
import type { Passage, Span } from './passages.js';
import { repeatCommands } from './repeat.js';
import { caseStyles } from './styles.js';
import { timeline } from './timeline.js';

const operationTitles: Readonly<Record<OperationName, string>> = {
  'fingerprint-check': 'Fingerprint check',
  'fingerprint-add': 'Fingerprint registration',
  'fingerprint-scan': 'Fingerprint scan',
  'ai-detection': 'AI detection',
  plagiarism: 'Music plagiarism search',
  compare: 'Comparison of two songs',
  'lyric-plagiarism': 'Lyric plagiarism search',
  'lyric-transcription': 'Lyric transcription',
};

const findingTitles: Readonly<Record<Finding, string>> = {
  found: 'Found',
  possible: 'Possible: to be reviewed',
  not_found: 'Not found',
  cannot_tell: 'Cannot tell',
  nothing_to_compare: 'Nothing to compare with',
};

/** `printedAt` stands on the page: of several copies a reader sees which is the latest. */
export function casePage(files: readonly CaseFile[], printedAt: Date): string {
  const subject = files[0]?.songs[0]?.title ?? 'case file';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Case file: ${escaped(subject)}</title>
<style>${caseStyles}</style></head><body><main>
<header><h1>Case file: ${escaped(subject)}</h1>
<p class="quiet">Printed ${timeText(printedAt)}. ${files.length} ${files.length === 1 ? 'analysis' : 'analyses'}. All times are UTC.</p></header>
${files.map(caseSection).join('\n')}
<footer><p>A verdict is a measurement on the files named above, judged by a statistical model; it is evidence for a
person to weigh, and no legal opinion.</p></footer></main></body></html>`;
}

function caseSection(file: CaseFile): string {
  const { verdict } = file;
  return `<section class="case">
<h2>${operationTitles[file.operation]}${file.model ? ` (${escaped(file.model)})` : ''}</h2>
${verdictBox(file)}
<h3>What was asked</h3>
${table([
  ['Task', code(file.taskId)],
  ['Requested', timeText(file.requestedAt)],
  ['Completed', file.completedAt ? timeText(file.completedAt) : '–'],
  ['Searched', searchedText(file)],
])}
<h3>Files</h3>
${file.songs.map(songTable).join('\n') || '<p>The files of this analysis were deleted.</p>'}
${evidence(file)}
${verdict && verdict.reasons.length > 0 ? `<h3>Reasons</h3>${bullets(verdict.reasons)}` : ''}
${verdict && verdict.limits.length > 0 ? `<h3>Limits of this analysis</h3>${bullets(verdict.limits)}` : ''}
<h3>Versions</h3>
${table([
  ...file.versions.map(([part, version]) => [escaped(part), escaped(version)] as const),
  ['SHA-256 of the stored result', code(file.resultSha256)],
])}
<h3>How to repeat it</h3>
<pre>${escaped(repeatCommands(file))}</pre>
</section>`;
}

function verdictBox({ verdict, error }: CaseFile): string {
  if (!verdict) {
    return `<div class="verdict cannot_tell"><p class="sentence">${escaped(error ?? 'This analysis has not ended.')}</p></div>`;
  }
  const { finding, match, confidence, threshold, notSearched } = verdict;
  const lines = [
    match && `<p class="match">${escaped([match.title, match.artist].filter(Boolean).join(', '))}</p>`,
    confidence && `<p>Confidence: <b>${confidence.band}</b> (${escaped(confidence.basis)})</p>`,
    threshold && `<p>Threshold: ${escaped(threshold.of)} ${threshold.value}</p>`,
    notSearched > 0 && `<p>${notSearched} songs of the dataset were not searched yet.</p>`,
    verdict.source === 'derived' &&
      finding !== null &&
      '<p>Concluded from the documented fields of the result; the analysis reported no verdict of its own.</p>',
  ].filter(Boolean);
  return `<div class="verdict ${finding ?? 'made'}">
${finding === null ? '' : `<p class="finding">${findingTitles[finding]}</p>`}
<p class="sentence">${escaped(verdict.sentence)}</p>${lines.join('')}</div>`;
}

function searchedText({ verdict, dataset, operation }: CaseFile): string {
  const searched = verdict?.searched;
  if (!searched) return operation === 'compare' ? 'the two songs below' : '–';
  const unit = searched.count === 1 ? searched.unit.slice(0, -1) : searched.unit;
  const where = dataset ? ` in dataset “${escaped(dataset.name)}” (${code(dataset.id)})` : '';
  return `${searched.count.toLocaleString('en')} ${unit}${where}`;
}

function songTable(song: CaseSong): string {
  const facts: Array<readonly [string, string]> = [
    [`Song ${song.role}`, `<b>${escaped([song.title, song.artist].filter(Boolean).join(', '))}</b>`],
    ...(song.filename
      ? [['File', `${escaped(song.filename)} (${escaped(song.format)}, ${bytesText(song.bytes)})`] as const]
      : []),
    ...(song.durationSeconds > 0 ? [['Length', clock(song.durationSeconds)] as const] : []),
    [song.format === 'lyrics' ? 'SHA-256 of the text' : 'SHA-256', code(song.sha256)],
  ];
  return table(facts);
}

function evidence(file: CaseFile): string {
  const { passages } = file;
  if (passages.length === 0) return '';
  const hasPlaces = passages.some(({ here }) => here !== null);
  const hasOther = passages.some(({ there }) => there !== null);
  const hasTitle = passages.some(({ title }) => title !== '');
  const heads = [
    hasPlaces && 'In this song',
    hasOther && 'In the other song',
    hasTitle && 'Other song',
    'What',
    'Measurement',
  ].filter(Boolean);
  const row = (passage: Passage): string =>
    [
      hasPlaces && spanText(passage.here),
      hasOther && spanText(passage.there),
      hasTitle && escaped(passage.title),
      escaped(passage.what),
      escaped(passage.strength),
    ]
      .filter((cell) => cell !== false)
      .map((cell) => `<td>${cell}</td>`)
      .join('');
  return `<h3>Evidence</h3>${timeline(file)}
<div class="scroll"><table class="rows"><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead>
<tbody>${passages.map((passage) => `<tr>${row(passage)}</tr>`).join('')}</tbody></table></div>`;
}

const spanText = (span: Span | null): string =>
  span === null ? '–' : `${clock(span.startSeconds)}–${clock(span.endSeconds)}`;

function table(rows: ReadonlyArray<readonly [string, string]>): string {
  return `<table class="facts"><tbody>${rows.map(([name, value]) => `<tr><th>${name}</th><td>${value}</td></tr>`).join('')}</tbody></table>`;
}

const bullets = (sentences: readonly string[]): string =>
  `<ul>${sentences.map((one) => `<li>${escaped(one)}</li>`).join('')}</ul>`;
const code = (value: string): string => `<code>${escaped(value)}</code>`;
const timeText = (time: Date): string => time.toISOString().replace('T', ' ').slice(0, 19);

function bytesText(bytes: number): string {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1000)} kB`;
}

/** 3:07 */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
