/** A new instance's first owner, who calls the dashboard's interface as the page does. */
import type { Page } from 'playwright-core';
import type { Instance } from './instance.js';

const ownerCredentials = {
  account_name: 'Acme Records',
  email: 'ada@example.com',
  password: 'correct horse battery',
};
const ownHeaders = { 'x-contrafact-dashboard': '1' };

export interface Owner {
  /** Throws with the answer where it is not 2xx. */
  call<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** A file as it is. Throws with the answer where it is not 2xx. */
  send(method: string, path: string, content: Uint8Array): Promise<unknown>;
  upload(filename: string, content: Uint8Array): Promise<string>;
  /** Imports the rows into a dataset and resolves when all were read; throws where one was rejected. */
  importSongs(datasetId: string, rows: readonly object[]): Promise<void>;
  /** Resolves with the finished task's id; throws where it failed. */
  run(task: object): Promise<string>;
  /** The same, whatever became of it. */
  finish(task: object): Promise<{ id: string; status: string; error: string | null }>;
  signIn(page: Page): Promise<void>;
}

/** What the instance printed comes through a pipe: on a busy machine later than the answer that it is ready. */
async function setupToken(instance: Instance): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    const token = /\/setup\?token=(\S+)/.exec(instance.logs)?.[1];
    if (token !== undefined) return token;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The instance printed no setup link.');
}

/** What an instance that does not answer says of itself: whether it lives, what its processes do, what it printed. */
async function stateOf(instance: Instance): Promise<string> {
  const answerOf = async (path: string): Promise<string> =>
    fetch(instance.url + path, { signal: AbortSignal.timeout(5000) }).then(
      async (answer) => `${path}: ${answer.status} ${await answer.text()}`,
      (error: Error) => `${path}: ${error.message}`,
    );
  const parts = [await answerOf('/livez'), await answerOf('/readyz'), await answerOf('/metrics')];
  const metrics = parts[2]!
    .split('\n')
    .filter((line) => /^contrafact_(compute|database|db|http_requests)/.test(line));
  return [parts[0], parts[1], ...metrics, 'It printed:', instance.logs.slice(-6000)].join('\n');
}

export async function setUpOwner(instance: Instance): Promise<Owner> {
  const token = await setupToken(instance);
  let cookie = '';
  const send = async (
    method: string,
    path: string,
    body: string | Blob | null,
    type: string,
  ): Promise<unknown> => {
    const answer = await fetch(`${instance.url}/dashboard/api${path}`, {
      method,
      headers: { ...ownHeaders, cookie, ...(body !== null && { 'content-type': type }) },
      body,
    }).catch(async (error: Error) => {
      throw new Error(`${method} ${path}: ${error.message} ${error.cause ?? ''}\n${await stateOf(instance)}`);
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    cookie ||= answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    return text === '' ? undefined : JSON.parse(text);
  };
  const call = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> =>
    (await send(
      method,
      path,
      body === undefined ? null : JSON.stringify(body),
      'application/json',
    )) as Answer;
  const finish: Owner['finish'] = async (task) => {
    const { id } = await call<{ id: string }>('POST', '/tasks', task);
    for (;;) {
      const { status, error } = await call<{ status: string; error: string | null }>('GET', `/tasks/${id}`);
      if (status !== 'pending' && status !== 'processing') return { id, status, error };
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await call('POST', '/setup', { token, ...ownerCredentials });
  const sendFile: Owner['send'] = (method, path, content) =>
    send(method, path, new Blob([new Uint8Array(content)]), 'application/octet-stream');
  return {
    call,
    send: sendFile,
    async upload(filename, content) {
      const music = await sendFile('POST', `/music?filename=${encodeURIComponent(filename)}`, content);
      return (music as { musicId: string }).musicId;
    },
    async importSongs(datasetId, rows) {
      const body = new Blob([rows.map((row) => JSON.stringify(row)).join('\n')]);
      const path = `/datasets/${datasetId}/imports?format=jsonl`;
      const { import_id: id } = (await send('POST', path, body, 'application/octet-stream')) as {
        import_id: string;
      };
      for (;;) {
        const job = await call<{ status: string; added: number }>('GET', `/imports/${id}`);
        if (job.status !== 'pending' && job.status !== 'processing') {
          if (job.added !== rows.length) throw new Error(`Import: ${JSON.stringify(job)}`);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async run(task) {
      const { id, status, error } = await finish(task);
      if (status !== 'success') throw new Error(`${JSON.stringify(task).slice(0, 200)}: ${error}`);
      return id;
    },
    finish,
    async signIn(page) {
      await page.goto(`${instance.url}/login`);
      await page.getByLabel('E-mail address').fill(ownerCredentials.email);
      await page.getByRole('textbox', { name: 'Password' }).fill(ownerCredentials.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Analyse a song' }).waitFor();
    },
  };
}
