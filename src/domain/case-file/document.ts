/** What stands in a case file and in which order; page.ts writes it as HTML, compute/case-file-pdf as PDF. */
import type { Finding } from '../finding.js';
import type { OperationName } from '../operations.js';
import type { VerdictMatch, VerdictSummary } from '../verdict/verdict-summary.js';
import type { Block, CaseDocument, CaseSection, Fact, VerdictBox } from './blocks.js';
import type { CaseFile, CaseSong } from './case-file.js';
import { lengthText, spanText, timeText } from './clock.js';
import type { Passage } from './passages.js';
import { repeatCommands } from './repeat.js';
import { reviewBlocks } from './review-blocks.js';
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

/** What judges a recording by itself, among no others. */
const alone: ReadonlySet<OperationName> = new Set(['ai-detection', 'lyric-transcription']);

const findingTitles: Readonly<Record<Finding, string>> = {
  found: 'Found',
  possible: 'Possible: to be reviewed',
  not_found: 'Not found',
  cannot_tell: 'Cannot tell',
  nothing_to_compare: 'Nothing to compare with',
};

/** `printedAt` stands on it: of several copies a reader sees which is the latest. */
export function caseDocument(files: readonly CaseFile[], printedAt: Date): CaseDocument {
  const count = `${files.length} ${files.length === 1 ? 'analysis' : 'analyses'}`;
  return {
    title: `Case file: ${files[0]?.songs[0]?.title ?? 'case file'}`,
    about: `Printed ${timeText(printedAt)}. ${count}. All times are UTC.`,
    sections: files.map(sectionOf),
    footer:
      'A verdict is a measurement on the files named above, judged by a statistical model; it is evidence for a person to weigh, and no legal opinion.',
  };
}

function sectionOf(file: CaseFile): CaseSection {
  const { verdict } = file;
  const reasons = verdict?.reasons ?? [];
  const limits = verdict?.limits ?? [];
  return {
    heading: `${operationTitles[file.operation]}${file.model ? ` (${file.model})` : ''}`,
    verdict: verdictBox(file),
    blocks: [
      { kind: 'heading', text: 'What was asked' },
      {
        kind: 'facts',
        facts: [
          { name: 'Task', text: file.taskId, style: 'code' },
          { name: 'Requested', text: timeText(file.requestedAt) },
          { name: 'Completed', text: file.completedAt ? timeText(file.completedAt) : '–' },
          { name: 'Searched', text: searchedText(file) },
        ],
      },
      { kind: 'heading', text: 'Files' },
      ...(file.songs.length === 0
        ? [{ kind: 'text', text: 'The files of this analysis were deleted.' } as const]
        : file.songs.map((song) => ({ kind: 'facts', facts: songFacts(song) }) as const)),
      ...evidence(file),
      ...(reasons.length > 0
        ? ([
            { kind: 'heading', text: 'Reasons' },
            { kind: 'bullets', lines: reasons },
          ] as const)
        : []),
      ...(limits.length > 0
        ? ([
            { kind: 'heading', text: 'Limits of this analysis' },
            { kind: 'bullets', lines: limits },
          ] as const)
        : []),
      ...reviewBlocks(file.review),
      { kind: 'heading', text: 'Versions' },
      {
        kind: 'facts',
        facts: [
          ...file.versions.map(([name, text]) => ({ name, text })),
          { name: 'SHA-256 of the stored result', text: file.resultSha256, style: 'code' },
        ],
      },
      { kind: 'heading', text: 'How to repeat it' },
      { kind: 'code', text: repeatCommands(file) },
    ],
  };
}

function verdictBox({ verdict, error }: CaseFile): VerdictBox {
  if (!verdict) {
    const sentence = error ?? 'This analysis has not ended.';
    return { tone: 'failed', finding: null, sentence, match: null, lines: [] };
  }
  const { finding, match, closest, confidence, threshold, notSearched } = verdict;
  const lines = [
    closest && `Closest song, below the threshold: ${nameOf(closest)}`,
    confidence && `Confidence: ${confidence.band} (${confidence.basis})`,
    threshold && `Threshold: ${thresholdText(threshold)}`,
    notSearched > 0 && `${notSearched} songs of the dataset were not searched yet.`,
    verdict.source === 'derived' &&
      finding !== null &&
      'Concluded from the documented fields of the result; the analysis reported no verdict of its own.',
  ].filter((line) => typeof line === 'string');
  return {
    tone: finding ?? 'made',
    finding: finding === null ? null : findingTitles[finding],
    sentence: verdict.sentence,
    match: match && nameOf(match),
    lines,
  };
}

const nameOf = ({ title, artist }: VerdictMatch): string => [title, artist].filter(Boolean).join(', ');

/** Analyses name the measurement as their results do; a reader gets words. */
function thresholdText({ of, value }: NonNullable<VerdictSummary['threshold']>): string {
  if (of === 'signature_metric') return `${value} of a song’s evidence, from 0 to 1 (signature_metric)`;
  return of.startsWith('expected false alarms') ? `${value} ${of}` : `${of} ${value}`;
}

function searchedText({ verdict, dataset, operation }: CaseFile): string {
  const searched = verdict?.searched;
  if (!searched) {
    if (operation === 'compare') return 'the two songs below';
    return alone.has(operation) ? 'nothing: the recording alone was examined' : '–';
  }
  const unit = searched.count === 1 ? searched.unit.slice(0, -1) : searched.unit;
  const where = dataset ? ` in dataset “${dataset.name}” (${dataset.id})` : '';
  return `${searched.count.toLocaleString('en')} ${unit}${where}`;
}

function songFacts(song: CaseSong): Fact[] {
  const file = `${song.filename} (${song.format}, ${bytesText(song.bytes)})`;
  return [
    {
      name: `Song ${song.role}`,
      text: [song.title, song.artist].filter(Boolean).join(', '),
      style: 'strong',
    },
    ...(song.filename ? [{ name: 'File', text: file }] : []),
    ...(song.durationSeconds > 0 ? [{ name: 'Length', text: lengthText(song.durationSeconds) }] : []),
    {
      name: song.format === 'lyrics' ? 'SHA-256 of the text' : 'SHA-256',
      text: song.sha256,
      style: 'code',
    },
  ];
}

function evidence(file: CaseFile): Block[] {
  const { passages } = file;
  if (passages.length === 0) return [];
  const columns: Array<readonly [head: string, cell: (passage: Passage) => string]> = [];
  if (passages.some(({ here }) => here !== null)) {
    columns.push(['In this song', ({ here }) => spanText(here)]);
  }
  if (passages.some(({ there }) => there !== null)) {
    columns.push(['In the other song', ({ there }) => spanText(there)]);
  }
  if (passages.some(({ title }) => title !== '')) columns.push(['Other song', ({ title }) => title]);
  columns.push(['What', ({ what }) => what], ['Measurement', ({ strength }) => strength]);
  const picture = timeline(file);
  return [
    { kind: 'heading', text: 'Evidence' },
    ...(picture === null ? [] : [{ kind: 'picture', timeline: picture } as const]),
    {
      kind: 'rows',
      heads: columns.map(([head]) => head),
      rows: passages.map((passage) => columns.map(([, cell]) => cell(passage))),
    },
    ...file.drawings.map((drawing) => ({ kind: 'drawing', drawing }) as const),
  ];
}

function bytesText(bytes: number): string {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1000)} kB`;
}
