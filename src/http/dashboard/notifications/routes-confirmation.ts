/** Confirmed e-mail addresses: a member asks for the message again; whoever reads it confirms, signed in or not. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { DashboardDependencies } from '../dependencies.js';
import { loginLimit } from '../login-limit.js';
import { DashboardProblem, parse } from '../problem.js';
import { userOf } from '../session-guard.js';
import type { LinkState } from './ports.js';
import { settingsView } from './settings-view.js';

const tokenBody = z.object({ token: z.string().trim().min(1).max(200) });

/** Of a member's own: viewers too. */
export function ownConfirmationRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.post('/notifications/confirmation', async (request) => {
    const user = userOf(request);
    requireMailServer(dependencies);
    const { byEmail } = await dependencies.notifications.settings(user.id);
    if (!byEmail) {
      throw new DashboardProblem(409, 'email_not_chosen', 'Choose notifications by e-mail first.');
    }
    const asked = await dependencies.confirmations.request(user.accountId, user.id, { again: true });
    if (asked.outcome === 'limited') {
      const seconds = Math.ceil(asked.retryAfterSeconds);
      throw new DashboardProblem(
        429,
        'too_many_confirmations',
        `Too many messages were asked for. Try again in ${seconds} s.`,
        {},
        { 'retry-after': String(seconds) },
      );
    }
    return settingsView(dependencies, user);
  });
}

/** For everyone who has the token, which came to the address. Reading changes nothing: mail filters open links. */
export function confirmationRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { confirmations } = dependencies;
  const attempts = loginLimit(dependencies.rateLimits);

  // The token is in the body, where no log keeps it.
  app.post('/email-confirmation/read', async (request) => {
    await attempts.openLink(request.ip);
    return openLink(await confirmations.peek(parse(tokenBody, request.body).token));
  });

  app.post('/email-confirmation', async (request) => {
    await attempts.openLink(request.ip);
    return openLink(await confirmations.confirm(parse(tokenBody, request.body).token));
  });
}

export function requireMailServer({ hasMailServer }: DashboardDependencies): void {
  if (hasMailServer) return;
  throw new DashboardProblem(
    409,
    'no_mail_server',
    'No mail server is set: the operator sets CONTRAFACT_SMTP_URL and CONTRAFACT_SMTP_FROM.',
  );
}

const refusals: Readonly<Record<Exclude<LinkState, 'open'>, readonly [number, string, string]>> = {
  used: [409, 'confirmation_used', 'This link was used already: the address is confirmed.'],
  expired: [
    410,
    'confirmation_expired',
    'This link has expired. Ask for a new one on the page Notifications of the dashboard.',
  ],
  replaced: [
    409,
    'confirmation_replaced',
    'This link is not valid any more: another address was chosen since it was sent.',
  ],
  unknown: [
    404,
    'confirmation_unknown',
    'This link is not known. Open it as it is in the newest message, whole.',
  ],
};

function openLink({ state, address }: { state: LinkState; address?: string }): { address: string } {
  if (state === 'open') return { address: address ?? '' };
  const [status, code, detail] = refusals[state];
  throw new DashboardProblem(status, code, detail);
}
