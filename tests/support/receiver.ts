/** A customer's callback endpoint for tests: answers the challenge and keeps what it was sent. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  /** The body's text, as it came: what the signature covers. */
  readonly text: string;
  readonly body: Record<string, unknown>;
  readonly at: number;
}

export interface TestReceiver {
  /** `http://127.0.0.1:port/hook`: needs CONTRAFACT_CALLBACK_HTTP and CONTRAFACT_EGRESS_ALLOW (see receiverEnv). */
  readonly url: string;
  /** Every callback in order of arrival, challenges left out. */
  readonly received: Received[];
  /** Decides the status of the answers to callbacks; 200 at first. */
  answerWith(status: number): void;
  /** The final callback of a task. Rejects after `timeoutMs`. */
  final(taskId: string, timeoutMs?: number): Promise<Received>;
  close(): Promise<void>;
}

/** The settings that let an instance call a receiver on this machine. */
export const receiverEnv = {
  CONTRAFACT_CALLBACK_HTTP: 'true',
  CONTRAFACT_EGRESS_ALLOW: '127.0.0.0/8:*',
} as const;

export async function startReceiver(): Promise<TestReceiver> {
  const received: Received[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const body = JSON.parse(text) as Record<string, unknown>;
      const isChallenge = body.type === 'url_verification';
      if (!isChallenge) received.push({ headers: request.headers, text, body, at: Date.now() });
      response.writeHead(isChallenge ? 200 : status, { 'content-type': 'application/json' });
      response.end(isChallenge ? JSON.stringify({ challenge: body.challenge }) : '{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerWith(next) {
      status = next;
    },
    async final(taskId, timeoutMs = 150_000) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const found = received.find(
          ({ body }) => body.task_id === taskId && body.status !== 'processing' && body.status !== 'pending',
        );
        if (found) return found;
        if (Date.now() > deadline) throw new Error(`no final callback of ${taskId} came`);
        await sleep(50);
      }
    },
    close: () => closeServer(server),
  };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
