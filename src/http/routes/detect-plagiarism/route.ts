import { z } from 'zod';
import { id } from '../../schemas/common.js';
import { registerAudioTask } from '../../start/audio-task.js';
import { requireDataset } from '../../start/require-dataset.js';
import type { Route } from '../../types.js';

const datasetId = id.default('default').describe('`default`, or a dataset of this account');

export const detectPlagiarism: Route = (server, dependencies) => {
  registerAudioTask(server, dependencies, {
    url: '/api/v1/plagiarism/:model_name',
    operation: 'plagiarism',
    operationId: 'detectPlagiarism',
    tag: 'plagiarism',
    summary: 'Detect structural music plagiarism against a song database',
    modelParameter: 'model_name',
    fields: { dataset_id: datasetId },
    problems: ['unknown_dataset_id'],
    async parameters(body, accountId) {
      const { dataset_id } = z.object({ dataset_id: datasetId }).parse(body);
      await requireDataset(dependencies.datasets, accountId, dataset_id);
      return { dataset_id };
    },
  });
};
