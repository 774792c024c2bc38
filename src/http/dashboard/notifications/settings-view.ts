/** The settings of notifications as their page gets them. */
import type { DashboardDependencies } from '../dependencies.js';
import type { User } from '../ports.js';
import type { AccountWebhook, LastDelivery } from './ports.js';

export async function settingsView(dependencies: DashboardDependencies, user: User): Promise<object> {
  const { notifications, confirmations } = dependencies;
  const { accountId, id } = user;
  const { byEmail, batches, findings } = await notifications.settings(id);
  const [{ address, state, at, expiresAt, error }, webhook, lastEmail, lastWebhook] = await Promise.all([
    confirmations.view(id),
    notifications.webhook(accountId),
    notifications.lastDelivery(accountId, id),
    notifications.lastDelivery(accountId, null),
  ]);
  return {
    email: user.email,
    address,
    confirmation: { state, at, expires_at: expiresAt, error },
    has_mail_server: dependencies.hasMailServer,
    mail_has_links: dependencies.mailHasLinks,
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
