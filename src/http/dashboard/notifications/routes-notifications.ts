/** Notifications: what a member wants to hear of, the account's webhook, and the list behind the bell. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Notice, wantedFindings } from '../../../domain/notice.js';
import { verdictWords } from '../../../domain/verdict/verdict-words.js';
import type { DashboardDependencies } from '../dependencies.js';
import type { User } from '../ports.js';
import { DashboardProblem, notFound, parse } from '../problem.js';
import { actorOf } from '../review/views.js';
import { requireOwner, userOf } from '../session-guard.js';
import type { AccountWebhook, LastDelivery } from './ports.js';

const wishes = { batches: z.boolean(), findings: z.enum(wantedFindings) };
const settingsBody = z.object({ by_email: z.boolean(), ...wishes });
const webhookBody = z.object({
  /** Absent: the one that is set stays. */
  url: z.string().trim().min(1, 'enter a URL').max(2000).optional(),
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
    const { by_email: byEmail, batches, findings } = parse(settingsBody, request.body);
    if (byEmail && !dependencies.hasMailServer) {
      throw new DashboardProblem(
        409,
        'no_mail_server',
        'No mail server is set: the operator sets CONTRAFACT_SMTP_URL and CONTRAFACT_SMTP_FROM.',
      );
    }
    await notifications.setSettings(user.accountId, user.id, { byEmail, batches, findings });
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

async function settingsView(dependencies: DashboardDependencies, user: User): Promise<object> {
  const { notifications } = dependencies;
  const { accountId, id } = user;
  const { byEmail, batches, findings } = await notifications.settings(id);
  const [webhook, lastEmail, lastWebhook] = await Promise.all([
    notifications.webhook(accountId),
    notifications.lastDelivery(accountId, id),
    notifications.lastDelivery(accountId, null),
  ]);
  return {
    email: user.email,
    has_mail_server: dependencies.hasMailServer,
    by_email: byEmail,
    batches,
    findings,
    last_email: deliveryView(lastEmail),
    webhook: webhook && webhookView(webhook),
    last_webhook: webhook && deliveryView(lastWebhook),
  };
}

/** The URL is a secret: of it only the host and the last four characters are shown. */
const webhookView = ({ url, batches, findings }: AccountWebhook): object => ({
  url: `${new URL(url).origin}/…${url.slice(-4)}`,
  batches,
  findings,
});

const deliveryView = (last: LastDelivery | null): object | null =>
  last && { status: last.status, at: last.at, error: last.error };

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
