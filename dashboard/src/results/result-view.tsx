/** The right picture for a finished task; each comes as a file of its own. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { FingerprintCheckResult, FingerprintScanResult } from '../api/contract.js';
import type { Task } from '../api/types.js';
import { LazyPart } from '../ui/lazy-part.js';
import { isDrawn, viewQuery } from './view-files.js';

/** Whether there is more to see than the verdict. */
export function hasView({ operation, status, result }: Task): boolean {
  if (status !== 'success' || !isDrawn(operation)) return false;
  if (operation === 'fingerprint-check') return (result as FingerprintCheckResult).is_duplicate;
  return operation !== 'fingerprint-scan' || (result as FingerprintScanResult).segments.length > 0;
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
