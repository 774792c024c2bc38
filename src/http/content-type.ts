/** 415 before a body is read, by what the route's schema says that it reads. */
import type { FastifyRequest } from 'fastify';
import { Problem } from '../domain/problems.js';

/** Media types of the route's body; null where it has none. */
export function acceptedTypes(request: FastifyRequest): readonly string[] | null {
  const body = request.routeOptions.schema?.body as { content?: Record<string, unknown> } | undefined;
  if (!body) return null;
  return body.content ? Object.keys(body.content) : ['application/json'];
}

export function mediaType(request: FastifyRequest): string | undefined {
  return request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
}

function hasBody(request: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

/** Throws the 415. A route without a body lets any client send the JSON header it always sends. */
export function checkContentType(request: FastifyRequest): void {
  const accepted = acceptedTypes(request);
  const given = mediaType(request);
  if (accepted === null) {
    // Bodies of GET are not read at all.
    if (request.method === 'GET' || request.method === 'HEAD') return;
    if (!hasBody(request) || given === 'application/json') return;
    throw new Problem('unsupported_media_type', 'This route takes no body.');
  }
  if (given !== undefined && accepted.includes(given)) return;
  const what =
    given === undefined
      ? 'There is no Content-Type'
      : `The Content-Type ${given.slice(0, 100)} is not read here`;
  throw new Problem('unsupported_media_type', `${what}. Send ${accepted.join(' or ')}.`);
}
