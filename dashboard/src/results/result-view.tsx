/** The right picture for a finished task; each comes as a file of its own. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type {
  FingerprintCheckResult,
  FingerprintScanResult,
  LyricPlagiarismResult,
  PlagiarismResult,
} from '../api/contract.js';
import type { Task } from '../api/types.js';
import { LazyPart } from '../ui/lazy-part.js';
import { fields, text } from './fields.js';
import { isDrawn, viewQuery } from './view-files.js';

/** Whether there is more to see than the verdict. */
export function hasView(task: Task): boolean {
  const { operation, status, result } = task;
  if (status !== 'success' || !isDrawn(operation) || isWithoutComparison(task)) return false;
  if (operation === 'fingerprint-check') return (result as FingerprintCheckResult).is_duplicate;
  return operation !== 'fingerprint-scan' || (result as FingerprintScanResult).segments.length > 0;
}

/** A search that compared nothing has nothing to draw: not even the words that were recognised. */
function isWithoutComparison({ operation, result, detail, verdict }: Task): boolean {
  if (verdict?.finding !== 'nothing_to_compare' && verdict?.finding !== 'cannot_tell') return false;
  if (operation === 'plagiarism') return (result as PlagiarismResult).signature.length === 0;
  if (operation !== 'lyric-plagiarism') return false;
  const { assessment, transcription } = fields(detail);
  const words = text(fields(transcription).lyrics) + text(assessment);
  return words === '' && (result as LyricPlagiarismResult).top_matches.length === 0;
}

export function ResultView({ task }: { task: Task }): JSX.Element | null {
  if (!isDrawn(task.operation) || task.status !== 'success') return null;
  return (
    <LazyPart>
      <Drawn task={task} />
    </LazyPart>
  );
}

function Drawn({ task }: { task: Task }): JSX.Element {
  const { data } = useQuery({ ...viewQuery(task.operation), throwOnError: true });
  return data?.View ? <data.View task={task} /> : <Skeleton height={180} />;
}
