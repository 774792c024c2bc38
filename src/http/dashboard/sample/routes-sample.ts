/** Sample data with one click: whether it is there, load it, remove it. */
import type { FastifyInstance } from 'fastify';
import { deleteMusicFor } from '../../delete-music.js';
import type { DashboardDependencies } from '../dependencies.js';
import { DashboardProblem, notFound } from '../problem.js';
import { userOf } from '../session-guard.js';
import { loadSampleData } from './load.js';

export function sampleRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { samples, accounts, tasks, datasets } = dependencies;

  async function remove(accountId: string): Promise<void> {
    const items = await samples.items(accountId);
    const ids = (kind: string): string[] => items.filter((item) => item.kind === kind).map(({ id }) => id);
    for (const id of ids('task')) {
      await tasks.cancel(accountId, id);
      await tasks.remove(accountId, id);
    }
    for (const id of ids('dataset')) await datasets.remove(accountId, id);
    for (const id of ids('music')) await deleteMusicFor(dependencies, accountId, id);
    await samples.clear(accountId);
  }

  app.get('/sample-data', async (request) => {
    const items = await samples.items(userOf(request).accountId);
    const dataset = items.find(({ kind, id }) => kind === 'dataset' && id.startsWith('ds_'));
    return { loaded: items.length > 0, dataset_id: dataset?.id ?? null };
  });

  app.post('/sample-data', async (request, reply) => {
    const account = await accounts.get(userOf(request).accountId);
    if (!account) throw notFound('account');
    if (!(await samples.begin(account.id))) {
      throw new DashboardProblem(
        409,
        'sample_data_present',
        'Sample data is loaded already, or on its way. Remove it to load it anew.',
      );
    }
    try {
      const { datasetId, later } = await loadSampleData(dependencies, { account, keyId: null });
      later().catch((error: unknown) =>
        request.log.warn(
          { err: error, account: account.id },
          'not all analyses of the sample data were started',
        ),
      );
      return await reply.code(201).send({ loaded: true, dataset_id: datasetId });
    } catch (error) {
      await remove(account.id);
      throw error;
    }
  });

  app.delete('/sample-data', async (request, reply) => {
    await remove(userOf(request).accountId);
    return reply.code(204).send();
  });
}
