/** First-run setup, signing in and out, invitations accepted, and the password. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { emailAddress } from '../../domain/email-address.js';
import { line } from '../schemas/common.js';
import type { DashboardDependencies } from './dependencies.js';
import { loginLimit } from './login-limit.js';
import { newPassword, passwords } from './passwords.js';
import type { User } from './ports.js';
import { DashboardProblem, emailTaken, parse } from './problem.js';
import { actorOf } from './review/views.js';
import {
  clearSessionCookie,
  requireSession,
  sessionLifetimeSeconds,
  sessionToken,
  setSessionCookie,
  userOf,
} from './session-guard.js';

const token = z.string().min(1).max(200);
const setupBody = z.object({
  token,
  account_name: line(100).min(1, 'Enter a name'),
  email: emailAddress,
  password: newPassword,
});
const loginBody = z.object({ email: emailAddress, password: z.string().min(1).max(200) });
const passwordBody = z.object({ current_password: z.string().min(1).max(200), new_password: newPassword });
/** A language tag; which of them the screen speaks is the page's to know. */
const languageBody = z.object({
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'this is not a language')
    .max(35)
    .nullable(),
});
const acceptBody = z.object({ token, password: newPassword });

export function sessionRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { users, sessions, setup, invitations, accounts } = dependencies;
  const { hash, matches } = passwords();
  const attempts = loginLimit(dependencies.rateLimits);

  async function signIn(request: FastifyRequest, reply: FastifyReply, user: User): Promise<void> {
    const old = sessionToken(request);
    if (old !== null) await sessions.close(old);
    setSessionCookie(request, reply, await sessions.open(user.id, sessionLifetimeSeconds));
  }

  async function profile(user: User): Promise<object> {
    const account = await accounts.get(user.accountId);
    return {
      user: {
        id: user.id,
        email: user.email,
        role: user.role,
        is_operator: user.isOperator,
        language: user.language,
      },
      account: { id: user.accountId, name: account?.name ?? '', plan: account?.plan ?? 'free' },
      header_prefix: dependencies.headerPrefix,
      analyses: dependencies.settings.analyses,
      missing_models: await dependencies.models.missing(),
    };
  }

  app.get('/setup', async () => ({ pending: await setup.isPending() }));

  // Asked before a form is filled in for nothing. In the body: addresses stand in logs.
  app.post('/setup/check', async (request) => {
    await attempts.openLink(request.ip);
    const body = parse(z.object({ token }), request.body);
    return { valid: await setup.isValid(body.token) };
  });

  app.post('/setup', async (request, reply) => {
    await attempts.visit(request.ip);
    const body = parse(setupBody, request.body);
    const claimed = await setup.claim(body.token, {
      accountName: body.account_name,
      email: body.email,
      passwordHash: await hash(body.password),
    });
    if (claimed === 'email-taken') throw emailTaken();
    if (claimed === 'invalid') {
      throw new DashboardProblem(
        403,
        'setup_token_invalid',
        'This setup link is not valid any more. The newest one is printed each time the service starts, until an account exists.',
      );
    }
    await signIn(request, reply, claimed.user);
    return reply.code(201).send({
      ...(await profile(claimed.user)),
      api_key: claimed.apiKey,
      signing_secret: claimed.signingSecret,
    });
  });

  app.post('/login', async (request, reply) => {
    const body = parse(loginBody, request.body);
    await attempts.signIn(request.ip, body.email);
    const found = await users.findByEmail(body.email);
    if (!(await matches(found?.passwordHash ?? null, body.password)) || !found) {
      throw new DashboardProblem(403, 'wrong_credentials', 'This e-mail address and password do not match.');
    }
    await signIn(request, reply, found.user);
    return profile(found.user);
  });

  app.post('/logout', async (request, reply) => {
    const current = sessionToken(request);
    if (current !== null) await sessions.close(current);
    clearSessionCookie(request, reply);
    return reply.code(204).send();
  });

  app.get<{ Querystring: { token?: string } }>('/invitation', async (request) => {
    await attempts.visit(request.ip);
    const found = await invitations.peek(request.query.token ?? '');
    if (!found) throw staleInvitation();
    return { email: found.email, account_name: found.accountName };
  });

  app.post('/invitation', async (request, reply) => {
    await attempts.visit(request.ip);
    const body = parse(acceptBody, request.body);
    const user = await invitations.accept(body.token, await hash(body.password));
    if (user === 'invalid') throw staleInvitation();
    if (user === 'email-taken') throw emailTaken();
    await dependencies.audit.append(actorOf(user), user.accountId, {
      action: 'member.joined',
      subject: user.id,
      detail: { role: user.role },
    });
    await signIn(request, reply, user);
    return reply.code(201).send(await profile(user));
  });

  const guarded = { onRequest: requireSession(sessions) };

  app.get('/me', guarded, async (request) => profile(userOf(request)));

  app.patch('/me', guarded, async (request) => {
    const user = userOf(request);
    const { language } = parse(languageBody, request.body);
    await users.setLanguage(user.id, language);
    return profile({ ...user, language });
  });

  app.post('/password', guarded, async (request, reply) => {
    const user = userOf(request);
    await attempts.password(user.id);
    const body = parse(passwordBody, request.body);
    const found = await users.findByEmail(user.email);
    if (!(await matches(found?.passwordHash ?? null, body.current_password))) {
      throw new DashboardProblem(403, 'wrong_credentials', 'The current password is not right.');
    }
    await users.setPassword(user.id, await hash(body.new_password), sessionToken(request));
    return reply.code(204).send();
  });
}

function staleInvitation(): DashboardProblem {
  return new DashboardProblem(
    403,
    'invitation_invalid',
    'This invitation is not valid any more. Ask an owner of the account for a new one.',
  );
}
