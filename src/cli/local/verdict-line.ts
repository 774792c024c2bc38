/** A verdict as one line of a terminal: what was found stands first, so that it can be searched for. */
import type { Finding } from '../../domain/finding.js';
import type { VerdictMatch, VerdictSummary } from '../../domain/verdict/verdict-summary.js';
import type { AnalyzeOperation } from './analyze-operations.js';

const marks: Readonly<Record<Finding, string>> = {
  found: '!',
  possible: '?',
  not_found: '✓',
  cannot_tell: '–',
  nothing_to_compare: '–',
};

const operationLabels: Readonly<Record<AnalyzeOperation, string>> = {
  fingerprint: 'fingerprint',
  plagiarism: 'melody and chords',
  'lyric-transcription': 'lyric transcription',
  'ai-detection': 'AI detection',
};

export function verdictLine(file: string, operation: AnalyzeOperation, verdict: VerdictSummary): string {
  const { finding, sentence, match, closest, confidence, searched } = verdict;
  const unit = searched?.count === 1 ? searched.unit.slice(0, -1) : searched?.unit;
  const asides = [
    closest && `closest: ${nameOf(closest)}`,
    confidence && `confidence ${confidence.band}: ${confidence.basis}`,
    searched && `${searched.count.toLocaleString('en')} ${unit} searched`,
  ].filter(Boolean);
  return [
    finding === null ? '·' : marks[finding],
    `${file}:`,
    `${operationLabels[operation]}:`,
    sentence,
    match && nameOf(match),
    asides.length > 0 && `(${asides.join('; ')})`,
  ]
    .filter(Boolean)
    .join(' ');
}

const nameOf = ({ title, artist }: VerdictMatch): string => [title, artist].filter(Boolean).join(', ');
