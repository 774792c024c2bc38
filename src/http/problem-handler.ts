/** Whatever goes wrong in a request becomes one problem document (RFC 9457). */

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ComputeError } from '../domain/compute.js';
import { isDiskFailure } from '../domain/disk-failure.js';
import { isDiskFull } from '../domain/disk-full.js';
import { Problem, type ProblemCode, problemDocument } from '../domain/problems.js';
import { StorageUnavailableError } from '../domain/storage-unavailable.js';
import { UnknownCursorError } from '../domain/unknown-cursor.js';
import { BlobsUnavailableError } from '../storage/ports.js';
import { QueueFullError } from '../tasks/ports.js';
import { noRoomProblem, storageProblem } from './storage-problem.js';
import { fieldProblem, RequestIssues, validationProblem } from './validation.js';

const fastifyProblems: Readonly<Record<string, readonly [ProblemCode, string?]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_json', 'The body cannot be read as JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_json', 'The body is empty.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['bad_request', 'The URL cannot be decoded.'],
  FST_ERR_INVALID_URL: ['bad_request', 'The URL cannot be read.'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri_too_long'],
  FST_ERR_NOT_FOUND: ['unknown_route'],
  ECONNRESET: ['bad_request', 'The connection was closed before the body was complete.'],
};

/** The problem that an error means, whichever part threw it; null for an unknown one. */
export function knownProblem(error: unknown, request: FastifyRequest): Problem | null {
  if (error instanceof Problem) return error;
  if (error instanceof RequestIssues) {
    const scope = (error as { validationContext?: string }).validationContext ?? 'body';
    return validationProblem(error.issues, scope, error.schema);
  }
  if (error instanceof QueueFullError) {
    return new Problem('queue_full', error.message, { headers: { 'retry-after': '30' } });
  }
  if (error instanceof UnknownCursorError) {
    return fieldProblem([{ pointer: '#/cursor', detail: error.message, in: 'query' }]);
  }
  if (error instanceof StorageUnavailableError) {
    request.log.error({ err: error, reason: error.reason }, 'the database cannot be used');
    return storageProblem(error);
  }
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const known = fastifyProblems[code];
  if (known) return new Problem(known[0], known[1]);
  const status = (error as FastifyError | null)?.statusCode;
  if (code === '' && error instanceof SyntaxError && status === 400) return new Problem('invalid_json');
  if (isDiskFull(error)) {
    request.log.error({ err: error }, 'no room on the disk');
    return noRoomProblem();
  }
  if (error instanceof ComputeError && error.failure !== 'internal') {
    request.log.warn({ err: error }, 'compute failed in a request');
    return new Problem('unavailable', undefined, { headers: { 'retry-after': '5' } });
  }
  if (error instanceof BlobsUnavailableError || isDiskFailure(error)) {
    request.log.error({ err: error }, 'the store of uploads failed');
    return new Problem('unavailable', 'The store of uploads does not answer now. Nothing was kept.', {
      headers: { 'retry-after': '10' },
    });
  }
  return null;
}

/** Unknown errors are ours: they are logged, and the answer names no reason. */
function toProblem(error: unknown, request: FastifyRequest): Problem {
  const known = knownProblem(error, request);
  if (known) return known;
  request.log.error({ err: error }, 'request failed');
  return new Problem('internal_error');
}

export function problemHandler(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(toProblem(error, request), request, reply);
}

export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return (
    reply
      .code(problem.status)
      .headers(problem.headers)
      .header('cache-control', 'no-store')
      // Also where no hook ran: a path that cannot be decoded reaches none.
      .header('x-request-id', request.id)
      .type('application/problem+json')
      // Already text: no response schema applies to it.
      .send(JSON.stringify(problemDocument(problem, request.id)))
  );
}
