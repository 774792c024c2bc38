/** The few calls of the public API that the demo makes, as any customer would make them. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { CliError } from '../cli-error.js';

const uploaded = z.object({ musicId: z.string(), title: z.string() });
const started = z.object({ taskId: z.string() });

export type Upload = z.infer<typeof uploaded>;

export interface ApiClient {
  upload(path: string): Promise<Upload>;
  /** Returns the task's id. */
  fingerprint(verb: 'add' | 'check', musicId: string): Promise<string>;
}

const maxPausesForRateLimit = 20;

export function createApiClient(url: string, apiKey: string): ApiClient {
  async function post(path: string, body: string | FormData, contentType?: string): Promise<unknown> {
    for (let pauses = 0; ; pauses++) {
      const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` };
      if (contentType !== undefined) headers['content-type'] = contentType;
      const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body });
      if (response.ok) return response.json();
      if (response.status === 429 && pauses < maxPausesForRateLimit) {
        const seconds = Number(response.headers.get('retry-after') ?? 1);
        await new Promise((resolve) => setTimeout(resolve, Math.max(1, seconds) * 1000));
        continue;
      }
      throw new CliError(`POST /api/v1${path} was answered ${response.status}: ${await response.text()}`);
    }
  }

  return {
    async upload(path) {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(await readFile(path))]), basename(path));
      return uploaded.parse(await post('/music', form));
    },
    async fingerprint(verb, musicId) {
      const answer = await post(`/fingerprint/${verb}`, JSON.stringify({ musicId }), 'application/json');
      return started.parse(answer).taskId;
    },
  };
}
