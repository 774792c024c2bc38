/** Datasets, and songs imported into them. */
import { AdministrationError } from './administration-error.js';
import type { Administration, AdministrationDependencies } from './commands.js';

export function datasetCommands({
  datasets,
}: AdministrationDependencies): Pick<Administration, 'listDatasets' | 'importSongs'> {
  return {
    async listDatasets() {
      return (await datasets.listAll()).map(({ id, accountId, name, songs }) => ({
        dataset_id: id,
        account_id: accountId,
        name,
        songs,
      }));
    },

    async importSongs({ datasetId, songs }) {
      const dataset = (await datasets.listAll()).find(({ id }) => id === datasetId);
      const done = dataset && (await datasets.addMissingSongs(dataset.accountId, datasetId, songs));
      if (done) return done;
      throw new AdministrationError(
        'unknown_dataset',
        `There is no dataset ${datasetId}. \`contrafact dataset list\` shows them; \`default\` always exists.`,
      );
    },
  };
}
