import { afterEach, expect, it } from 'vitest';
import { ContrafactClient } from './client.js';

/** A browser's XMLHttpRequest as far as the client uses it. */
class FakeXhr {
  static last: FakeXhr;
  upload: { onprogress: ((event: { loaded: number }) => void) | null } = { onprogress: null };
  status = 0;
  responseText = '';
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  headers: Record<string, string> = {};
  form: FormData | null = null;
  target = '';
  constructor() {
    FakeXhr.last = this;
  }
  open(method: string, url: string): void {
    this.target = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getResponseHeader(): null {
    return null;
  }
  send(form: FormData): void {
    this.form = form;
  }
  abort(): void {
    this.onabort?.();
  }
}

const browser = globalThis as { XMLHttpRequest?: unknown };
const client = new ContrafactClient({ baseUrl: 'https://a.example', apiKey: 'k' });
const file = new File(['x'.repeat(100)], 'a.wav');
afterEach(() => {
  delete browser.XMLHttpRequest;
});

it('in a browser an upload reports its progress and answers as elsewhere', async () => {
  browser.XMLHttpRequest = FakeXhr;
  const sent: number[] = [];
  const uploading = client.upload(file, { onProgress: ({ sentBytes }) => sent.push(sentBytes) });
  const xhr = FakeXhr.last;
  expect([xhr.target, xhr.headers.authorization]).toStrictEqual([
    'POST https://a.example/api/v1/music',
    'Bearer k',
  ]);
  expect(xhr.form?.get('file')).toHaveProperty('size', 100);
  xhr.upload.onprogress?.({ loaded: 40 });
  xhr.upload.onprogress?.({ loaded: 350 });
  Object.assign(xhr, { status: 201, responseText: '{"musicId":"m"}' });
  xhr.onload?.();
  expect((await uploading).musicId).toBe('m');
  expect(sent).toStrictEqual([40, 100]);
});

it('in a browser a failed upload and an abort end as elsewhere', async () => {
  browser.XMLHttpRequest = FakeXhr;
  const lost = client.upload(file, { onProgress: () => {} });
  FakeXhr.last.onerror?.();
  await expect(lost).rejects.toMatchObject({ code: 'connection_failed' });
  const abort = new AbortController();
  const aborted = client.upload(file, { onProgress: () => {}, signal: abort.signal });
  abort.abort(new Error('enough'));
  await expect(aborted).rejects.toThrow('enough');
});
