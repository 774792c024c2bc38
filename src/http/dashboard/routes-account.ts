/** Members; and for instance administrators the whole instance. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { emailAddress } from '../../domain/email-address.js';
import { planNames } from '../../domain/plans.js';
import type { AuditAction, AuditEvent } from '../../domain/review.js';
import { invitationLifetimeSeconds, userRoles } from '../../domain/user-roles.js';
import type { DashboardDependencies } from './dependencies.js';
import type { User } from './ports.js';
import { DashboardProblem, emailTaken, notFound, parse } from './problem.js';
import { actorOf } from './review/views.js';
import { modelView } from './routes-models.js';
import { requireOperator, requireOwner, userOf } from './session-guard.js';

const role = z.enum(userRoles);
const inviteBody = z.object({
  email: emailAddress,
  role,
});
const removeQuery = z.object({ revoke_keys: z.enum(['true', 'false']).default('false') });

type WithId = { Params: { id: string } };

export function accountRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { users, invitations, accounts, instance, models } = dependencies;

  const record = (
    user: User,
    action: AuditAction,
    subject: string,
    detail: AuditEvent['detail'],
  ): Promise<void> => dependencies.audit.append(actorOf(user), user.accountId, { action, subject, detail });

  app.get('/members', async (request) => {
    const { accountId, role: ownRole } = userOf(request);
    const made = (await dependencies.keys.list(accountId)).filter((key) => key.revokedAt === null);
    const members = (await users.list(accountId)).map((user) => ({
      // What a removal can revoke with them.
      active_keys: made.filter(({ createdBy }) => createdBy?.userId === user.id).length,
      id: user.id,
      email: user.email,
      role: user.role,
      created_at: user.createdAt,
    }));
    const open = ownRole === 'owner' ? await invitations.list(accountId) : [];
    return {
      members,
      invitations: open.map((invitation) => ({
        id: invitation.id,
        email: invitation.email,
        role: invitation.role,
        expires_at: invitation.expiresAt,
      })),
    };
  });

  app.post('/members/invitations', async (request, reply) => {
    const user = requireOwner(request);
    const { accountId } = user;
    const body = parse(inviteBody, request.body);
    if (await users.findByEmail(body.email)) throw emailTaken();
    const token = await invitations.create(accountId, body.email, body.role, invitationLifetimeSeconds);
    // No address: whoever never accepts leaves no trace that could not be deleted.
    await record(user, 'member.invited', accountId, { role: body.role });
    return reply.code(201).send({ token });
  });

  app.delete<WithId>('/members/invitations/:id', async (request, reply) => {
    const { accountId } = requireOwner(request);
    if (!(await invitations.revoke(accountId, request.params.id))) throw notFound('invitation');
    return reply.code(204).send();
  });

  app.patch<WithId>('/members/:id', async (request, reply) => {
    const user = requireOwner(request);
    const body = parse(z.object({ role }), request.body);
    answer(await users.setRole(user.accountId, request.params.id, body.role));
    await record(user, 'member.role_changed', request.params.id, { role: body.role });
    return reply.code(204).send();
  });

  app.delete<WithId>('/members/:id', async (request, reply) => {
    const user = requireOwner(request);
    const { revoke_keys: revokeKeys } = parse(removeQuery, request.query);
    answer(await users.remove(user.accountId, request.params.id, { revokeKeys: revokeKeys === 'true' }));
    await record(user, 'member.removed', request.params.id, {});
    return reply.code(204).send();
  });

  app.get('/instance', async (request) => {
    requireOperator(request);
    const [report, installed] = await Promise.all([instance.report(), models.list()]);
    return {
      accounts: report.accounts.map(({ createdAt, ...account }) => ({ ...account, created_at: createdAt })),
      queue: {
        pending: report.queue.pending,
        processing: report.queue.processing,
        oldest_pending_at: report.queue.oldestPendingAt,
      },
      workers: report.workers.map((worker) => ({
        id: worker.id,
        tasks: worker.tasks,
        lease_expires_at: worker.leaseExpiresAt,
      })),
      outbox: report.outbox,
      storage: { music_bytes: report.storage.musicBytes, database_bytes: report.storage.databaseBytes },
      models: installed.map(modelView),
    };
  });

  app.put<WithId>('/instance/accounts/:id/plan', async (request, reply) => {
    requireOperator(request);
    const body = parse(z.object({ plan: z.enum(planNames) }), request.body);
    if (!(await accounts.setPlan(request.params.id, body.plan))) throw notFound('account');
    return reply.code(204).send();
  });
}

function answer(outcome: string): void {
  if (outcome === 'not-found') throw notFound('member');
  if (outcome === 'last-owner') {
    throw new DashboardProblem(409, 'last_owner', 'An account needs at least one owner.');
  }
}
