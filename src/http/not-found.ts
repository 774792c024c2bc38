/** Distinguishes a path that does not exist from a method that the path does not have. */
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Problem } from '../domain/problems.js';
import { sendProblem } from './problem-handler.js';

export class RouteTable {
  readonly #routes: Array<{ pattern: RegExp; methods: readonly string[] }> = [];

  add({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void {
    const escaped = url.split('/').map((part) => {
      if (part === '*') return '.*';
      return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    });
    this.#routes.push({ pattern: new RegExp(`^${escaped.join('/')}$`), methods: [method].flat() });
  }

  /** Methods of the routes that match the path. */
  methodsOf(path: string): string[] {
    const found = this.#routes.filter((route) => route.pattern.test(path)).flatMap((route) => route.methods);
    return [...new Set(found)].sort();
  }
}

export function notFoundHandler(
  table: RouteTable,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  return (request, reply) => {
    const methods = table.methodsOf(request.url.split('?')[0] ?? '');
    const problem =
      // A route that has the method answered that what it was asked for is not there: a file that a build removed.
      methods.length === 0 || methods.includes(request.method)
        ? new Problem('unknown_route')
        : new Problem('method_not_allowed', `${request.method} is not possible here.`, {
            headers: { allow: methods.join(', ') },
          });
    return sendProblem(problem, request, reply);
  };
}
