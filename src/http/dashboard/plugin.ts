/** The dashboard as one plugin: its page, and its routes under /dashboard/api with a session of its own. */
import cookie from '@fastify/cookie';
import type { FastifyPluginAsync } from 'fastify';
import { batchRoutes } from './batches/routes-batches.js';
import type { DashboardDependencies } from './dependencies.js';
import { limitChanges, limitOwnChanges, limitWork } from './limits.js';
import { confirmationRoutes, ownConfirmationRoutes } from './notifications/routes-confirmation.js';
import { ownNotificationRoutes, webhookRoutes } from './notifications/routes-notifications.js';
import { notFound, sendProblem } from './problem.js';
import { reviewRoutes } from './review/routes-review.js';
import { sharedCaseFiles, shareRoutes } from './review/routes-share.js';
import { accountRoutes } from './routes-account.js';
import { callbackRoutes } from './routes-callback.js';
import { caseFileRoutes } from './routes-case-file.js';
import { datasetRoutes } from './routes-datasets.js';
import { deliveryRoutes } from './routes-deliveries.js';
import { importRoutes } from './routes-imports.js';
import { keyRoutes } from './routes-keys.js';
import { lyricsRoutes } from './routes-lyrics.js';
import { modelRoutes } from './routes-models.js';
import { musicRoutes } from './routes-music.js';
import { reportRoutes } from './routes-report.js';
import { sessionRoutes } from './routes-session.js';
import { tagRoutes } from './routes-tags.js';
import { taskRoutes } from './routes-tasks.js';
import { usageRoutes } from './routes-usage.js';
import { sampleRoutes } from './sample/routes-sample.js';
import { refuseForeignPages, refuseViewers, requireMember, requireSession } from './session-guard.js';
import { staticFiles } from './static-files.js';

/** Register once, without a prefix. */
export function dashboardRoutes(dependencies: DashboardDependencies): FastifyPluginAsync {
  return async (app) => {
    await staticFiles(app, dependencies.dashboardDir);
    sharedCaseFiles(app, dependencies);
    await app.register(
      async (api) => {
        if (!api.hasReplyDecorator('setCookie')) await api.register(cookie);
        api.setErrorHandler(sendProblem);
        api.setNotFoundHandler(() => {
          throw notFound('page');
        });
        api.addHook('onRequest', refuseForeignPages);
        api.addHook('onSend', async (_request, reply) => {
          if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
        });
        // The dashboard's routes are its own business, not part of the documented interface.
        api.addHook('onRoute', (route) => {
          route.schema = { ...route.schema, hide: true } as object;
        });
        sessionRoutes(api, dependencies);
        confirmationRoutes(api, dependencies);
        await api.register(async (guarded) => {
          guarded.addHook('onRequest', requireSession(dependencies.sessions));
          await guarded.register(async (own) => {
            own.addHook('onRequest', limitOwnChanges(dependencies));
            ownNotificationRoutes(own, dependencies);
            ownConfirmationRoutes(own, dependencies);
          });
          await guarded.register(async (shared) => {
            shared.addHook('onRequest', refuseViewers);
            // What the API offers as well counts as its requests do.
            await shared.register(async (work) => {
              work.addHook('onRequest', limitWork(dependencies));
              musicRoutes(work, dependencies);
              taskRoutes(work, dependencies);
              lyricsRoutes(work, dependencies);
              reportRoutes(work, dependencies);
              caseFileRoutes(work, dependencies);
              tagRoutes(work, dependencies);
              sampleRoutes(work, dependencies);
              reviewRoutes(work, dependencies);
              shareRoutes(work, dependencies);
              datasetRoutes(work, dependencies);
              importRoutes(work, dependencies);
              batchRoutes(work, dependencies);
            });
            await shared.register(async (management) => {
              management.addHook('onRequest', limitChanges(dependencies));
              await management.register(async (developers) => {
                developers.addHook('onRequest', requireMember);
                keyRoutes(developers, dependencies);
                callbackRoutes(developers, dependencies);
                deliveryRoutes(developers, dependencies);
                usageRoutes(developers, dependencies);
              });
              accountRoutes(management, dependencies);
              modelRoutes(management, dependencies);
              webhookRoutes(management, dependencies);
            });
          });
        });
      },
      { prefix: '/dashboard/api' },
    );
  };
}
