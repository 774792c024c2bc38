import { Problem } from '../../domain/problems.js';
import type { DatasetStore } from '../../storage/ports.js';

/** Throws the 404 for a dataset that the account cannot see, and the 403 for `default`. */
export async function requireOwnDataset(
  datasets: DatasetStore,
  accountId: string,
  datasetId: string,
): Promise<void> {
  const dataset = await datasets.get(accountId, datasetId);
  if (!dataset) throw new Problem('not_found');
  if (dataset.accountId !== accountId) throw new Problem('read_only_dataset');
}
