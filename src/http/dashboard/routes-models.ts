/** Models of the instance, for its operators: what is there, and installing one with a click. Nothing is fetched without it. */
import type { FastifyInstance } from 'fastify';
import type { DashboardDependencies } from './dependencies.js';
import type { InstallationView, ModelReport } from './ports.js';
import { DashboardProblem, notFound } from './problem.js';
import { requireOperator } from './session-guard.js';

type WithId = { Params: { id: string } };

export function modelRoutes(app: FastifyInstance, { models }: DashboardDependencies): void {
  const { installations } = models;

  app.get('/instance/models', async (request) => {
    requireOperator(request);
    const reports = await models.list();
    return {
      reason_against_installing: installations.reasonAgainst,
      models: await Promise.all(
        reports.map(async (report) => ({
          ...modelView(report),
          is_installable: installations.isInstallable(report.entry.id),
          installation: installationView(await installations.of(report.entry.id)),
        })),
      ),
    };
  });

  // Clicking twice is one installation: the second is answered like the first.
  app.put<WithId>('/instance/models/:id/installation', async (request, reply) => {
    requireOperator(request);
    const { id } = request.params;
    const outcome = await installations.start(id);
    if (outcome === 'unknown') throw notFound('model');
    if (outcome === 'not-installable') {
      throw new DashboardProblem(
        409,
        'model_not_installable',
        installations.reasonAgainst ??
          'This model cannot be installed from here: it comes with the program, is on no public hub, or its licence is not known. `contrafact models list` says which, and `models pull` may install it.',
      );
    }
    return reply.code(outcome === 'installed' ? 200 : 202).send({ outcome });
  });

  app.delete<WithId>('/instance/models/:id/installation', async (request, reply) => {
    requireOperator(request);
    if (!(await installations.cancel(request.params.id))) {
      throw new DashboardProblem(409, 'nothing_to_cancel', 'This model is not being installed.');
    }
    return reply.code(202).send();
  });
}

export function modelView({ entry, state, bytes, totalBytes }: ModelReport): object {
  return {
    id: entry.id,
    purpose: entry.purpose,
    used_by: entry.usedBy,
    licence: entry.licence,
    without_it: entry.withoutIt,
    state,
    bytes,
    total_bytes: totalBytes ?? entry.aboutBytes ?? null,
  };
}

function installationView(installation: InstallationView | null): object | null {
  if (installation === null) return null;
  const { state, file, fileIndex, files, receivedBytes, totalBytes, error } = installation;
  return {
    state,
    file,
    file_index: fileIndex,
    files,
    received_bytes: receivedBytes,
    total_bytes: totalBytes,
    error,
  };
}
