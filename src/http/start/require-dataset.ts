import { Problem } from '../../domain/problems.js';
import type { DatasetStore } from '../../storage/ports.js';

/** Throws the 422 for a dataset that the account cannot search, whoever else may have it. */
export async function requireDataset(
  datasets: DatasetStore,
  accountId: string,
  datasetId: string,
): Promise<void> {
  // `default` always exists: no need to ask.
  if (datasetId === 'default' || (await datasets.get(accountId, datasetId))) return;
  throw new Problem('unknown_dataset_id', undefined, {
    errors: [{ pointer: '#/dataset_id', detail: 'There is no dataset with this id.' }],
  });
}
