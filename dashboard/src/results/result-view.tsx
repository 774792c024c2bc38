/** The right picture for a finished task; each comes as a file of its own. */
import { Skeleton } from '@mantine/core';
import { type FunctionComponent, type JSX, lazy } from 'react';
import type { FingerprintCheckResult, FingerprintScanResult } from '../api/contract.js';
import type { Operation, Task } from '../api/types.js';
import { LazyPart } from '../ui/lazy-part.js';

const PlagiarismView = lazy(() => import('./plagiarism/plagiarism-view.js'));

const views: Readonly<Record<Operation, FunctionComponent<{ task: Task }> | null>> = {
  'fingerprint-check': lazy(() => import('./fingerprint-view.js')),
  'fingerprint-scan': lazy(() => import('./scan-view.js')),
  'ai-detection': lazy(() => import('./ai-view.js')),
  plagiarism: PlagiarismView,
  compare: PlagiarismView,
  'lyric-plagiarism': lazy(() => import('./lyrics-view.js')),
  'lyric-transcription': lazy(() => import('./transcription-view.js')),
  'fingerprint-add': null,
};

/** Whether there is more to see than the verdict. */
export function hasView({ operation, status, result }: Task): boolean {
  if (status !== 'success' || views[operation] === null) return false;
  if (operation === 'fingerprint-check') return (result as FingerprintCheckResult).is_duplicate;
  return operation !== 'fingerprint-scan' || (result as FingerprintScanResult).segments.length > 0;
}

export function ResultView({ task }: { task: Task }): JSX.Element | null {
  const View = views[task.operation];
  if (!View || task.status !== 'success') return null;
  return (
    <LazyPart fallback={<Skeleton height={180} />}>
      <View task={task} />
    </LazyPart>
  );
}
