/** Calls of the public API, as a customer makes them. */
import type { Instance, TestAccount } from './instance.js';

export interface ApiAnswer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface Api {
  get(path: string): Promise<ApiAnswer>;
  post(path: string, body: object, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** POST /api/v1/music; throws where the answer is neither 201 nor 200. Returns the musicId. */
  upload(content: Uint8Array, filename: string): Promise<string>;
}

/** Paths begin behind `/api/v1`. The instance's URL is read at each call, so it may restart in between. */
export function apiOf(instance: Pick<Instance, 'url'>, account: TestAccount): Api {
  const authorization = `Bearer ${account.apiKey}`;
  const call = async (path: string, init: RequestInit): Promise<ApiAnswer> => {
    const response = await fetch(`${instance.url}/api/v1${path}`, init);
    const body = bodyOf(response.status, await response.text());
    return { status: response.status, headers: response.headers, body };
  };
  return {
    get: (path) => call(path, { headers: { authorization } }),
    post: (path, body, headers = {}) =>
      call(path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async upload(content, filename) {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(content)]), filename);
      const { status, body } = await call('/music', {
        method: 'POST',
        headers: { authorization },
        body: form,
      });
      if (status !== 201 && status !== 200) throw new Error(`${filename}: ${status} ${JSON.stringify(body)}`);
      return String(body.musicId);
    },
  };
}

/** Throws with the status where the text is a proxy's page and not the service's answer. */
function bodyOf(status: number, text: string): Record<string, unknown> {
  if (text.startsWith('<'))
    throw new Error(`status ${status}, by no process of the service: ${text.slice(0, 200)}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
