/** One POST to a customer's URL through the egress guard: one connection, one answer, nothing followed or reused. */
import { Client } from 'undici';
import { type Connection, EgressError, type EgressGuard } from './egress-guard.js';
import type { PostAnswer, PostBytes, SendFailure } from './ports.js';
import { untilAborted } from './until-aborted.js';

const userAgent = 'Contrafact-Callbacks/1.0';
const longestSnippet = 500;

export interface PostOptions {
  readonly now?: () => Date;
  /** For the operator's log: why no answer came, which customers do not learn. */
  readonly onFailure?: (host: string, error: unknown) => void;
}

/** The sender over `guard`. Each call takes at most its timeout, whatever the receiver does. */
export function createPost(guard: EgressGuard, options: PostOptions = {}): PostBytes {
  const now = options.now ?? (() => new Date());
  return async (request) => {
    const startedAt = performance.now();
    const abort = new AbortController();
    // Not AbortSignal.timeout: its timer does not keep the process alive, and an attempt must end by itself.
    const timer = setTimeout(
      () => abort.abort(new EgressError('timeout', 'no answer in time')),
      request.timeoutMs,
    );
    const signal = request.signal ? AbortSignal.any([abort.signal, request.signal]) : abort.signal;
    let isInternal = false;
    try {
      const url = guard.checkUrl(request.url);
      const connection = await guard.connect(url, signal);
      isInternal = connection.isInternal;
      const answer = await exchange(url, connection, request, signal, now);
      return { ...answer, durationMs: performance.now() - startedAt };
    } catch (error) {
      options.onFailure?.(URL.canParse(request.url) ? new URL(request.url).host : '', error);
      return {
        status: null,
        contentType: '',
        text: '',
        cut: 'no',
        durationMs: performance.now() - startedAt,
        failure: signal.aborted ? 'timeout' : failureOf(error),
        isInternal: isInternal || (error instanceof EgressError && error.isInternal),
        retryAfterSeconds: null,
      };
    } finally {
      clearTimeout(timer);
    }
  };
}

async function exchange(
  url: URL,
  { socket, isInternal }: Connection,
  request: Parameters<PostBytes>[0],
  signal: AbortSignal,
  now: () => Date,
): Promise<Omit<PostAnswer, 'durationMs'>> {
  let handedOver = false;
  const client = new Client(url.origin, {
    pipelining: 1,
    headersTimeout: request.timeoutMs,
    bodyTimeout: request.timeoutMs,
    connect: (_options, callback) => {
      // A second connection would not have been judged.
      const usable = !handedOver && !socket.destroyed;
      handedOver = true;
      // Later, because undici ignores a connection that is there before it has begun to wait for one.
      queueMicrotask(() => {
        if (usable) callback(null, socket);
        else callback(new EgressError('connection_failed', 'the connection was lost'), null);
      });
    },
  });
  try {
    const pending = client.request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...request.headers },
      body: request.body,
      reset: true,
      signal,
    });
    // undici heeds the signal only once a request is being written.
    const { statusCode, headers, body } = await untilAborted(pending, signal);
    const contentType = headers['content-type'];
    const retryAfter = headers['retry-after'];
    return {
      status: statusCode,
      contentType: typeof contentType === 'string' ? contentType : '',
      ...(await readAnswer(body, request.maxAnswerBytes, signal)),
      failure: statusFailure(statusCode),
      isInternal,
      retryAfterSeconds: typeof retryAfter === 'string' ? retryAfterSeconds(retryAfter, now()) : null,
    };
  } finally {
    client.destroy().catch(() => {});
    socket.destroy();
  }
}

/** The status alone decides over delivery: what follows it is kept for the log as far as it goes. */
async function readAnswer(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Pick<PostAnswer, 'text' | 'cut'>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let cut: PostAnswer['cut'] = 'no';
  try {
    for await (const chunk of body) {
      chunks.push(chunk.subarray(0, maxBytes - bytes));
      bytes += chunk.length;
      if (bytes > maxBytes) {
        cut = 'too_large';
        break;
      }
    }
  } catch {
    cut = signal.aborted ? 'timeout' : 'broken';
  }
  return { text: Buffer.concat(chunks).toString('utf8'), cut };
}

function statusFailure(status: number): SendFailure | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'bad_status';
}

function failureOf(error: unknown): SendFailure {
  if (error instanceof EgressError) return error.failure;
  if (!(error instanceof Error)) return 'connection_failed';
  const code = 'code' in error ? String(error.code) : '';
  const isProtocol =
    error.name === 'HTTPParserError' || /HEADERS_OVERFLOW|NOT_SUPPORTED|CONTENT_LENGTH/.test(code);
  return isProtocol ? 'protocol_error' : 'connection_failed';
}

/** Seconds from `now`, from a Retry-After of either form (RFC 9110, section 10.2.3); null where it is neither. */
export function retryAfterSeconds(header: string, now: Date): number | null {
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = /^[A-Z][a-z]{2}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}

/** The beginning of an answer, fit to be stored and shown: whole characters, no null bytes. */
export function answerSnippet(text: string): string {
  return Array.from(text.slice(0, 2 * longestSnippet))
    .slice(0, longestSnippet)
    .join('')
    .replaceAll('\u0000', '\ufffd');
}
