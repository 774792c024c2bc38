/** Calls of the dashboard's own interface, with the session's cookie. */
import { t } from '../i18n/t.js';
import { type ProblemBody, problemDetail } from './problem-detail.js';

export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: Readonly<Record<string, string>>,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.name = 'ApiProblem';
  }
}

/** Whether what was asked for is not there, rather than that asking failed. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;

/** Without it the server takes a changing request for another site's. */
const ownHeaders = { 'x-contrafact-dashboard': '1' };

/** The longest that a request waits for its account's turn before the person is asked to wait. */
const longestTurnSeconds = 60;

/**
 * Repeats what the rate limit of the account refused, when its time has come: a folder of songs takes as long as its
 * plan allows, and arrives. Nothing else is repeated.
 */
async function inTurn<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const isLimited = error instanceof ApiProblem && error.code === 'rate_limited';
      if (!isLimited || error.retryAfterSeconds === null || error.retryAfterSeconds > longestTurnSeconds) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 1) * 1000));
    }
  }
}

export function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  return inTurn(() => send<Answer>(method, path, body));
}

/** Nothing answered at all. */
export const unreachable = (): ApiProblem =>
  new ApiProblem(0, 'unreachable', t('The service cannot be reached. Is it running?'), {});

type Listener = () => void;
const signedOutListeners = new Set<Listener>();

/** Calls `listener` where reading something is refused because the session has ended. Returns what ends that. */
export function whenSignedOut(listener: Listener): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

async function send<Answer>(method: string, path: string, body: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/dashboard/api${path}`, {
      method,
      headers: body === undefined ? ownHeaders : { ...ownHeaders, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw unreachable();
  }
  const text = await response.text();
  // A change that is refused keeps its page, with what was typed there.
  if (response.status === 401 && method === 'GET') for (const listener of signedOutListeners) listener();
  if (!response.ok) throw problemOf(response.status, text, response.headers.get('retry-after'));
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** Sends a file's bytes; `onProgress` gets the fraction sent. */
export function upload<Answer>(
  path: string,
  file: File,
  onProgress: (fraction: number) => void,
): Promise<Answer> {
  return inTurn(() => sendFile<Answer>(path, file, onProgress));
}

function sendFile<Answer>(path: string, file: File, onProgress: (fraction: number) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/dashboard/api${path}`);
    request.setRequestHeader('x-contrafact-dashboard', '1');
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onerror = () =>
      reject(new ApiProblem(0, 'unreachable', t('The upload broke off. Is the service running?'), {}));
    request.onload = () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText) as Answer);
      else {
        const retryAfter = request.getResponseHeader('retry-after');
        reject(problemOf(request.status, request.responseText, retryAfter));
      }
    };
    request.send(file);
  });
}

function problemOf(status: number, text: string, retryAfter: string | null): ApiProblem {
  let body: ProblemBody = {};
  try {
    body = JSON.parse(text) as ProblemBody;
  } catch {
    // A proxy in between may answer with something else than JSON.
  }
  const fields = Object.fromEntries(
    (body.errors ?? []).map((error) => [error.pointer.replace(/^#?\//, ''), error.detail]),
  );
  return new ApiProblem(
    status,
    body.code ?? 'unknown',
    problemDetail(body) ?? t('The service answered with status {{status}}.', { status }),
    fields,
    /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : null,
  );
}
