/** Answers bytes that never became a request: no Fastify request exists for them. */
import type { Socket } from 'node:net';
import { Problem, type ProblemCode, problemDocument } from '../domain/problems.js';
import { requestId } from './request-id.js';

const codes: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

export function answerBrokenConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy(error);
    return;
  }
  const problem = new Problem(codes[error.code ?? ''] ?? 'bad_request');
  const document = problemDocument(problem, requestId({}));
  const body = JSON.stringify(document);
  socket.end(
    `HTTP/1.1 ${problem.status} ${document.title}\r\nConnection: close\r\n` +
      `Content-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
