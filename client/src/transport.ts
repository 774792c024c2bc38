import { ContrafactError, errorFromResponse } from './error.js';
import type { Page } from './types.js';
import { sendWithProgress } from './xhr.js';

export interface TransportOptions {
  /** Where the service is, for example https://analysis.example.com. */
  baseUrl: string;
  apiKey: string;
  /** How often a request is repeated after 429 or 503; a wait that the service asks for is kept. Default 2. */
  maxRetries?: number;
  /** Default: the platform's own. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Repeating a request with the same key creates nothing twice. */
  idempotencyKey?: string;
}

export interface Call extends CallOptions {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: object;
  /** Sent as JSON. */
  json?: unknown;
  text?: { body: string | Blob; contentType: string };
  /** The Prefer header (RFC 7240). */
  prefer?: string;
  /** Made anew for each try. */
  form?: () => FormData;
  onBytesSent?: (bytes: number) => void;
}

const longestRetryWaitSeconds = 60;

/** Sends requests with the key, and turns every error answer into a ContrafactError. */
export class Transport {
  private readonly base: string;
  private readonly maxRetries: number;
  private readonly fetch: typeof fetch;

  constructor(private readonly options: TransportOptions) {
    if (!/^https?:\/\//.test(options.baseUrl))
      throw new TypeError('baseUrl must start with http:// or https://');
    if (!options.apiKey) throw new TypeError('apiKey is empty');
    this.base = options.baseUrl.replace(/\/+$/, '');
    this.maxRetries = options.maxRetries ?? 2;
    // Called unbound, as browsers demand.
    this.fetch = options.fetch ?? ((input, init) => fetch(input, init));
  }

  /** The answer's JSON; undefined where it has no body. */
  async call<Answer>(call: Call): Promise<Answer> {
    const text = await this.text(call);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }

  /** The answer's body. */
  async text(call: Call): Promise<string> {
    for (let attempt = 0; ; attempt++) {
      const response = await this.send(call);
      if (response.ok) return response.text();
      const mayRepeat = response.status === 429 || response.status === 503;
      if (!mayRepeat || attempt >= this.maxRetries) throw await errorFromResponse(response);
      await response.body?.cancel();
      const asked = Number(response.headers.get('retry-after') ?? Number.NaN);
      const waitSeconds = Number.isFinite(asked) ? asked : 2 ** attempt;
      await sleep(Math.min(waitSeconds, longestRetryWaitSeconds) * 1000, call.signal);
    }
  }

  /** One page of a list; `field` names the array in the answer. */
  async page<Item>(path: string, field: string, query: object): Promise<Page<Item>> {
    const answer = await this.call<Record<string, unknown>>({ method: 'GET', path, query });
    const nextCursor = typeof answer.next_cursor === 'string' ? answer.next_cursor : null;
    return { items: (answer[field] ?? []) as Item[], nextCursor };
  }

  private async send(call: Call): Promise<Response> {
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.options.apiKey}`,
      accept: 'application/json',
    };
    if (call.idempotencyKey !== undefined) headers['idempotency-key'] = call.idempotencyKey;
    if (call.prefer !== undefined) headers.prefer = call.prefer;
    const init: RequestInit & { duplex?: 'half' } = { method: call.method, headers };
    if (call.signal) init.signal = call.signal;
    if (call.json !== undefined) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(call.json);
    } else if (call.text) {
      headers['content-type'] = call.text.contentType;
      init.body = call.text.body;
    } else if (call.form) {
      setForm(init, headers, call.form(), call.onBytesSent);
    }
    try {
      if (call.form && call.onBytesSent && 'XMLHttpRequest' in globalThis) {
        return await sendWithProgress(
          this.base + call.path,
          headers,
          call.form(),
          call.onBytesSent,
          call.signal,
        );
      }
      return await this.fetch(this.base + call.path + queryText(call.query), init);
    } catch (error) {
      if (call.signal?.aborted) throw error;
      throw new ContrafactError(
        0,
        'connection_failed',
        `No answer from ${this.base}: ${causeOf(error)}`,
        null,
        error,
      );
    }
  }
}

function setForm(
  init: RequestInit & { duplex?: 'half' },
  headers: Record<string, string>,
  form: FormData,
  onBytesSent: ((bytes: number) => void) | undefined,
): void {
  init.body = form;
  if (!onBytesSent) return;
  // The platform encodes the form; only the encoded stream can be counted while it is sent.
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type');
  if (!encoded.body || !type) return;
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      onBytesSent(bytes);
      controller.enqueue(chunk);
    },
  });
  headers['content-type'] = type;
  init.body = encoded.body.pipeThrough(counter) as RequestInit['body'];
  init.duplex = 'half';
}

function queryText(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(
    Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
  ).toString();
  return text === '' ? '' : `?${text}`;
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

/** Rejects with the signal's reason as soon as it aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
}
