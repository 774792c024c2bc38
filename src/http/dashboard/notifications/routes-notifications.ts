/** Notifications: what a member wants to hear of, the account's webhook, and the list behind the bell. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { emailAddress } from '../../../domain/email-address.js';
import { type Notice, wantedFindings } from '../../../domain/notice.js';
import { verdictWords } from '../../../domain/verdict/verdict-words.js';
import type { DashboardDependencies } from '../dependencies.js';
import { DashboardProblem, notFound, parse } from '../problem.js';
import { actorOf } from '../review/views.js';
import { requireOwner, userOf } from '../session-guard.js';
import { requireMailServer } from './routes-confirmation.js';
import { settingsView } from './settings-view.js';

const wishes = { batches: z.boolean(), findings: z.enum(wantedFindings) };
const settingsBody = z.object({
  by_email: z.boolean(),
  /** Where e-mails go; absent: as it is, null: to the address that the member signs in with. */
  address: emailAddress.nullable().optional(),
  ...wishes,
});
const webhookBody = z.object({
  /** Absent: the one that is set stays. */
  url: z.string().trim().min(1, 'Enter a URL').max(2000).optional(),
  ...wishes,
});
const readBody = z.object({ sequence: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) });
const shownNotices = 50;

/** Of a member's own: viewers too. */
export function ownNotificationRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { notifications } = dependencies;

  app.get('/notifications', async (request) => settingsView(dependencies, userOf(request)));

  app.put('/notifications', async (request) => {
    const user = userOf(request);
    const { by_email: byEmail, address: given, batches, findings } = parse(settingsBody, request.body);
    if (byEmail) requireMailServer(dependencies);
    const earlier = (await notifications.settings(user.id)).address;
    const address = given === undefined ? earlier : given === user.email ? null : given;
    await notifications.setSettings(user.accountId, user.id, { byEmail, address, batches, findings });
    // Beyond the limit nothing is sent: the page then shows that no message was, and a button that asks for one.
    if (byEmail) await dependencies.confirmations.request(user.accountId, user.id, { again: false });
    return settingsView(dependencies, user);
  });

  app.get('/notices', async (request) => {
    const { accountId, id } = userOf(request);
    const { unread, notices } = await notifications.notices(accountId, id, shownNotices);
    return { unread, notices: notices.map(noticeView) };
  });

  app.get('/notices/unread', async (request) => {
    const { accountId, id } = userOf(request);
    return { unread: await notifications.unread(accountId, id) };
  });

  app.post('/notices/read', async (request, reply) => {
    const { accountId, id } = userOf(request);
    await notifications.markRead(accountId, id, parse(readBody, request.body).sequence);
    return reply.code(204).send();
  });
}

/** Of the account: for its owners. */
export function webhookRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { notifications } = dependencies;

  app.put('/notifications/webhook', async (request) => {
    const user = requireOwner(request);
    const { url: given, batches, findings } = parse(webhookBody, request.body);
    const earlier = await notifications.webhook(user.accountId);
    const url = given ?? earlier?.url;
    if (url === undefined) throw notFound('webhook: give its URL');
    if (url !== earlier?.url) {
      // Proves that it is reachable and takes such messages, before anything depends on it.
      const failure = await dependencies.tryWebhook(
        url,
        'Contrafact sends its notifications here from now on.',
      );
      if (failure !== null) throw new DashboardProblem(422, 'webhook_refused', failure);
      await dependencies.audit.append(actorOf(user), user.accountId, {
        action: 'notifications.webhook_set',
        subject: user.accountId,
        detail: {},
      });
    }
    await notifications.setWebhook(user.accountId, { url, batches, findings });
    return settingsView(dependencies, user);
  });

  app.delete('/notifications/webhook', async (request) => {
    const user = requireOwner(request);
    if (!(await notifications.removeWebhook(user.accountId))) throw notFound('webhook');
    await dependencies.audit.append(actorOf(user), user.accountId, {
      action: 'notifications.webhook_removed',
      subject: user.accountId,
      detail: {},
    });
    return settingsView(dependencies, user);
  });
}

const noticeView = (notice: Notice & { isRead: boolean }): object => ({
  id: notice.id,
  sequence: notice.sequence,
  created_at: notice.createdAt,
  is_read: notice.isRead,
  batch_count: notice.batches,
  found: notice.found,
  possible: notice.possible,
  batches: notice.named,
  results: notice.results.map(({ taskId, operation, finding, subject }) => ({
    task_id: taskId,
    operation,
    finding,
    label: verdictWords(operation, finding, {}).label,
    subject,
  })),
});
