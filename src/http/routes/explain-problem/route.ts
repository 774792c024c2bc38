import { Problem, type ProblemCode, problems } from '../../../domain/problems.js';
import type { Route } from '../../types.js';

/** What the `type` of a problem document points to. */
export const explainProblem: Route = (server) => {
  server.get<{ Params: { code: string } }>(
    '/errors/:code',
    { schema: { hide: true } },
    async (request, reply) => {
      const { code } = request.params;
      if (!Object.hasOwn(problems, code)) throw new Problem('not_found');
      const { status, title, meaning, remedy } = problems[code as ProblemCode];
      return reply.send({ code, status, title, meaning, remedy });
    },
  );
};
