/** Errors of the dashboard's own routes, as RFC 9457 problem documents. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { explainIssue } from '../explain-issue.js';
import { knownProblem, sendProblem as sendSharedProblem } from '../problem-handler.js';

export class DashboardProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly extra: Readonly<Record<string, unknown>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.name = 'DashboardProblem';
  }
}

export const notFound = (what: string): DashboardProblem =>
  new DashboardProblem(404, 'not_found', `There is no such ${what}.`);

/** Validates what a browser sent; throws the 422 that names each wrong field. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const outcome = schema.safeParse(value);
  if (outcome.success) return outcome.data;
  const errors = outcome.error.issues.map((issue) => ({
    pointer: `/${issue.path.map(String).join('/')}`,
    detail: explainIssue(issue, schema),
  }));
  const first = errors[0];
  throw new DashboardProblem(
    422,
    'validation_error',
    first ? `${first.pointer.slice(1) || 'body'}: ${first.detail}` : 'The request is not valid.',
    { errors },
  );
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict',
  410: 'Expired',
  413: 'Too large',
  415: 'Unsupported content type',
  416: 'Range not satisfiable',
  422: 'Not valid',
  429: 'Too many requests',
  503: 'Not available',
};

export function emailTaken(): DashboardProblem {
  return new DashboardProblem(409, 'email_taken', 'A user with this e-mail address exists already.');
}

/** The error handler of the dashboard's routes. */
export function sendProblem(
  error: FastifyError | DashboardProblem | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // What parts that the dashboard shares with the API throw is answered as there.
  const own = error instanceof DashboardProblem ? error : null;
  const shared = own ? null : knownProblem(error, request);
  if (shared) return sendSharedProblem(shared, request, reply);
  const carried = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  const status =
    own?.status ?? ('status' in error && typeof error.status === 'number' ? error.status : carried);
  const ours = own !== null || (status >= 400 && status < 500);
  if (!ours) request.log.error({ err: error }, 'dashboard request failed');
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'internal_error';
  return reply
    .code(ours ? status : 500)
    .headers(own?.headers ?? {})
    .type('application/problem+json')
    .send({
      type: 'about:blank',
      title: titles[status] ?? 'Internal error',
      status: ours ? status : 500,
      detail: ours ? error.message : 'Something went wrong on the server. Its log has the details.',
      code: ours ? code.toLowerCase() : 'internal_error',
      request_id: request.id,
      ...own?.extra,
    });
}
