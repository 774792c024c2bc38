import { call } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import type { Task } from '../api/types.js';
import type { Choice } from './analysis-choice.js';

/** Starts the chosen analyses of a recording, one after the other in the order offered; reports each as it starts. */
export async function startTasks(
  choice: Choice,
  musicId: string,
  onStarted: (task: Task) => void = () => {},
): Promise<void> {
  for (const operation of choice.operations) {
    const task = await call<Task>('POST', '/tasks', {
      operation,
      model: choice.models[operation] ?? '',
      music_id: musicId,
      ...(operation === 'plagiarism' && { dataset_id: choice.datasetId }),
      ...(operation === 'lyric-plagiarism' &&
        choice.lyricDatasetId !== '' && { dataset_id: choice.lyricDatasetId }),
    });
    queryClient.setQueryData(['task', task.id], task);
    onStarted(task);
  }
}
