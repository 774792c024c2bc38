/** The picture of each analysis; each comes as a file of its own. */
import { queryOptions } from '@tanstack/react-query';
import type { FunctionComponent } from 'react';
import { queryClient } from '../api/queries.js';
import type { Operation, Task } from '../api/types.js';
import { withSentences } from '../i18n/catalogues.js';

export type View = FunctionComponent<{ task: Task }>;
type LoadView = () => Promise<{ default: View }>;

const plagiarism: LoadView = () => import('./plagiarism/plagiarism-view.js');

/** Null where the verdict is all there is. */
const files: Readonly<Record<Operation, LoadView | null>> = {
  'fingerprint-check': () => import('./fingerprint-view.js'),
  'fingerprint-scan': () => import('./scan-view.js'),
  'ai-detection': () => import('./ai-view.js'),
  plagiarism,
  compare: plagiarism,
  'lyric-plagiarism': () => import('./lyrics-view.js'),
  'lyric-transcription': () => import('./transcription-view.js'),
  'fingerprint-add': null,
};

export const isDrawn = (operation: Operation): boolean => files[operation] !== null;

/** As a query: what was fetched ahead is drawn at once, where React's own `lazy` waits a third of a second. */
export const viewQuery = (operation: Operation) =>
  queryOptions({
    queryKey: ['view', operation],
    queryFn: async (): Promise<{ View: View | null }> => {
      const load = files[operation];
      return { View: load === null ? null : (await withSentences(load)()).default };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    networkMode: 'always',
    retry: false,
  });

/** Views that draw a recording's waveform as soon as they are there. */
const withWaveform: ReadonlySet<Operation> = new Set([
  'fingerprint-check',
  'ai-detection',
  'lyric-transcription',
]);

/** Has the files of a result fetched before the page around it is drawn. */
export async function fetchViewOf(operation: Operation): Promise<void> {
  await Promise.all([
    queryClient.fetchQuery(viewQuery(operation)),
    withWaveform.has(operation) && import('wavesurfer.js'),
  ]);
}
