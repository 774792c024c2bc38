/** Review state, assignee and notes of a result, and the audit log. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { reviewStates } from '../../../domain/review.js';
import type { DashboardDependencies } from '../dependencies.js';
import { DashboardProblem, notFound, parse } from '../problem.js';
import { userOf } from '../session-guard.js';
import { actorOf, auditView, noteView, reviewView } from './views.js';

const changeBody = z
  .object({
    state: z.enum(reviewStates).optional(),
    assignee_id: z.string().max(100).nullable().optional(),
  })
  .refine(({ state, assignee_id }) => state !== undefined || assignee_id !== undefined, 'nothing to change');
const noteBody = z.object({ text: z.string().trim().min(1, 'write a note').max(5000) });
const auditQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, 'this is not a cursor of the audit log')
    .optional(),
  subject: z.string().max(100).optional(),
});

type WithId = { Params: { id: string } };

export function reviewRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { reviews, audit, tasks } = dependencies;

  async function whole(accountId: string, taskId: string): Promise<object> {
    const [review] = await reviews.of(accountId, [taskId]);
    const [notes, history] = await Promise.all([
      reviews.notes(accountId, taskId),
      audit.list(accountId, { limit: 100, subject: taskId }),
    ]);
    return {
      review: reviewView(review),
      notes: notes.map(noteView),
      history: history.items.map(auditView),
    };
  }

  app.get<WithId>('/tasks/:id/review', async (request) => {
    const { accountId } = userOf(request);
    if (!(await tasks.get(accountId, request.params.id))) throw notFound('task');
    return whole(accountId, request.params.id);
  });

  app.patch<WithId>('/tasks/:id/review', async (request) => {
    const user = userOf(request);
    const { state, assignee_id: assigneeId } = parse(changeBody, request.body);
    const outcome = await reviews.change(actorOf(user), user.accountId, request.params.id, {
      state,
      assigneeId,
    });
    if (outcome === 'not-found') throw notFound('task');
    if (outcome === 'no-such-member') throw notFound('member');
    if (outcome === 'not-final') {
      throw new DashboardProblem(
        409,
        'not_final',
        'Only the result of an analysis that has ended can be reviewed.',
      );
    }
    return whole(user.accountId, request.params.id);
  });

  app.post<WithId>('/tasks/:id/notes', async (request, reply) => {
    const user = userOf(request);
    const { text } = parse(noteBody, request.body);
    const outcome = await reviews.addNote(actorOf(user), user.accountId, request.params.id, text);
    if (outcome === 'not-found') throw notFound('task');
    if (outcome === 'too-many') {
      throw new DashboardProblem(409, 'too_many_notes', 'A result holds 200 notes; this one is full.');
    }
    return reply.code(201).send(await whole(user.accountId, request.params.id));
  });

  app.get('/audit', async (request) => {
    const { items, nextCursor } = await audit.list(
      userOf(request).accountId,
      parse(auditQuery, request.query),
    );
    return { entries: items.map(auditView), next_cursor: nextCursor };
  });

  app.get('/audit/verification', async (request) => {
    const { entries, headHash, brokenAt } = await audit.verify(userOf(request).accountId);
    return { entries, head_hash: headHash, broken_at: brokenAt };
  });
}
