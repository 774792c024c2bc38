/** Read-only links to a case file: made, listed and revoked by members, opened by whoever holds one. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { casePage, noticePage } from '../../../domain/case-file/page.js';
import { casePdf, maxCaseTasks, readCaseFiles } from '../case-files.js';
import type { DashboardDependencies } from '../dependencies.js';
import { networkOf } from '../login-limit.js';
import { DashboardProblem, notFound, parse } from '../problem.js';
import { download, pageHeaders } from '../routes-case-file.js';
import { userOf } from '../session-guard.js';
import type { ShareLinkStore } from './ports.js';
import { actorOf, shareLinkView } from './views.js';

const createBody = z.object({
  task_ids: z.array(z.string().max(100)).min(1).max(maxCaseTasks),
  /** Days until it ends by itself. */
  days: z.number().int().min(1).max(90).default(14),
});
const listQuery = z.object({ task: z.string().max(100).optional() });

type WithId = { Params: { id: string } };

export function shareRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { shareLinks } = dependencies;

  app.post('/share-links', async (request, reply) => {
    const user = userOf(request);
    const { task_ids: taskIds, days } = parse(createBody, request.body);
    // Refuses what is no case file before there is a link to it.
    await readCaseFiles(dependencies, user.accountId, taskIds, { isShared: true, withDrawings: false });
    const made = await shareLinks.create(actorOf(user), user.accountId, {
      taskIds,
      lifetimeSeconds: days * 24 * 3600,
    });
    if (made === 'not-found') throw notFound('task');
    if (made === 'too-many') {
      throw new DashboardProblem(
        409,
        'too_many_links',
        'This account has 500 links that still open something. Revoke some first.',
      );
    }
    return reply.code(201).send({ id: made.id, path: `/shared/${made.token}` });
  });

  app.get('/share-links', async (request) => {
    const { task } = parse(listQuery, request.query);
    const links = await shareLinks.list(userOf(request).accountId, task);
    return { links: links.map(shareLinkView) };
  });

  app.delete<WithId>('/share-links/:id', async (request, reply) => {
    const user = userOf(request);
    if (!(await shareLinks.revoke(actorOf(user), user.accountId, request.params.id))) throw notFound('link');
    return reply.code(204).send();
  });
}

/** Of one network. */
const opensPerMinute = 30;

type Opened = Extract<Awaited<ReturnType<ShareLinkStore['open']>>, { state: 'open' }>;
type WithToken = { Params: { token: string } };

/** Without a session: the token is all that is asked for, and one case file all that it opens. */
export function sharedCaseFiles(app: FastifyInstance, dependencies: DashboardDependencies): void {
  async function open(request: FastifyRequest<WithToken>, reply: FastifyReply): Promise<Opened | null> {
    reply.headers({
      ...pageHeaders,
      'cache-control': 'no-store',
      // The address is the secret: it goes to no other site and into no search engine.
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    const verdict = await dependencies.rateLimits.take(`share:${networkOf(request.ip)}`, opensPerMinute, 60);
    if (!verdict.allowed) {
      const seconds = Math.ceil(verdict.retryAfterSeconds);
      reply.header('retry-after', String(seconds));
      await refuse(reply, 429, 'Too many requests', `Try again in ${seconds} s.`);
      return null;
    }
    const { token } = request.params;
    const found =
      token.length > 100 ? { state: 'unknown' as const } : await dependencies.shareLinks.open(token);
    if (found.state === 'open') return found;
    const [status, title, text] = endings[found.state];
    await refuse(reply, status, title, text);
    return null;
  }

  const files = async (reply: FastifyReply, { accountId, taskIds }: Opened): Promise<Files | null> => {
    try {
      return await readCaseFiles(dependencies, accountId, taskIds, { isShared: true, withDrawings: true });
    } catch (error) {
      if (!(error instanceof DashboardProblem)) throw error;
      await refuse(reply, 410, ...deleted);
      return null;
    }
  };

  const hidden = { schema: { hide: true } as object };

  app.get<WithToken>('/shared/:token', hidden, async (request, reply) => {
    const opened = await open(request, reply);
    const found = opened && (await files(reply, opened));
    if (!found) return reply;
    return reply.send(casePage(found, new Date(), `${request.params.token}/case-file.pdf`));
  });

  app.get<WithToken>('/shared/:token/case-file.pdf', hidden, async (request, reply) => {
    const opened = await open(request, reply);
    if (!opened) return reply;
    const found = await files(reply, opened);
    if (!found) return reply;
    try {
      const pdf = await casePdf(dependencies, opened.accountId, found);
      return reply.headers(download('application/pdf', 'case-file.pdf')).send(pdf);
    } catch (error) {
      if (!(error instanceof DashboardProblem)) throw error;
      reply.headers(error.headers);
      await refuse(reply, error.status, 'No PDF now', error.message);
      return reply;
    }
  });
}

type Files = Awaited<ReturnType<typeof readCaseFiles>>;

const again = 'Ask whoever sent you the link for a new one.';
const endings = {
  expired: [410, 'This link has expired', again],
  revoked: [410, 'This link was revoked', again],
  unknown: [
    404,
    'There is nothing at this link',
    'Check that the address is complete, or ask whoever sent it.',
  ],
} as const;
const deleted = [
  'This case file was deleted',
  'The results that it was made of are no longer there.',
] as const;

async function refuse(reply: FastifyReply, status: number, title: string, text: string): Promise<void> {
  await reply.code(status).send(noticePage(title, text));
}
