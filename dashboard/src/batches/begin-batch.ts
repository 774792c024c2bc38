/** From chosen files to a batch that the service remembers. */
import { call } from '../api/call.js';
import type { Batch } from '../api/types.js';
import { t } from '../i18n/t.js';
import type { Choice } from '../ui/analysis-choice.js';
import { isRecordingFile, pathOf } from '../ui/folder-songs.js';
import { sendBatch } from './batch-sender.js';
import { announcedName } from './file-of-row.js';

/** As the service has it (src/domain/batch.ts). */
const maxBatchFiles = 500;

export interface ChosenFiles {
  /** The folder's name; '' where files were chosen. */
  name: string;
  files: File[];
  /** How many are no recordings. */
  leftOut: number;
}

export function chosenFiles(given: readonly File[]): ChosenFiles {
  const files = given
    .filter(isRecordingFile)
    .sort((a, b) => pathOf(a).localeCompare(pathOf(b), undefined, { numeric: true }));
  const folders = new Set(given.map((file) => pathOf(file).split('/').slice(0, -1)[0] ?? ''));
  return {
    name: folders.size === 1 ? [...folders][0]! : '',
    files,
    leftOut: given.length - files.length,
  };
}

export async function beginBatch({ name, files }: ChosenFiles, choice: Choice): Promise<Batch> {
  if (files.length > maxBatchFiles) {
    throw new Error(
      t('A batch holds {{most}} files, and {{chosen}} were chosen. Send them as several batches.', {
        most: maxBatchFiles,
        chosen: files.length,
      }),
    );
  }
  const batch = await call<Batch>('POST', '/batches', {
    name,
    analyses: choice.operations.map((operation) => ({
      operation,
      model: choice.models[operation] ?? '',
      dataset_id:
        operation === 'plagiarism'
          ? choice.datasetId
          : operation === 'lyric-plagiarism'
            ? choice.lyricDatasetId || null
            : null,
    })),
    files: files.map((file) => ({ name: announcedName(pathOf(file)), bytes: file.size })),
  });
  sendBatch(batch.id, files);
  return batch;
}
