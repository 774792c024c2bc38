/** The main job from end to end: upload, register, check, signed callbacks, and whether all went as it should. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type ApiClient, createApiClient, type Upload } from './api-client.js';
import { type CallbackInbox, openCallbackInbox } from './callback-inbox.js';
import { type DemoSongs, prepareSongs } from './songs.js';
import { startThrowAwayInstance, type ThrowAwayInstance } from './throw-away-instance.js';

export interface DemoRow {
  /** What was sent. */
  readonly sent: string;
  readonly operation: 'fingerprint/add' | 'fingerprint/check';
  readonly status: string;
  readonly signature: string;
  readonly answer: string;
  /** From the request to its callback. */
  readonly seconds: number;
  readonly asExpected: boolean;
}

export interface DemoReport {
  readonly rows: readonly DemoRow[];
  readonly ok: boolean;
  readonly wallSeconds: number;
  readonly servicePeakMemoryBytes: number | null;
}

/** Called with how far the demo is, 0 … 1. */
export type OnStep = (fraction: number, stage: string) => void;

export async function runDemo(directory: string | null, onStep: OnStep): Promise<DemoReport> {
  const startedAt = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'contrafact-demo-'));
  let starting: Promise<ThrowAwayInstance> | null = null;
  let inbox: CallbackInbox | null = null;
  try {
    onStep(0, 'starting an instance');
    starting = startThrowAwayInstance(join(folder, 'data'));
    // Composing keeps this thread busy while the instance starts; its failure is met below.
    starting.catch(() => {});
    const songs = await prepareSongs(join(folder, 'songs'), directory, (done, all, title) =>
      onStep(0.02 + (0.28 * done) / all, `preparing ${title}`),
    );
    const instance = await starting;
    const account = await instance.administration.createAccount({ name: 'Demo', plan: 'enterprise' });
    inbox = await openCallbackInbox(account.signing_secret);
    onStep(0.3, 'verifying the callback URL');
    const check = await instance.administration.setCallback({
      accountId: account.account_id,
      url: inbox.url,
    });
    if (!check.verified) throw new Error(`The callback URL was not verified: ${check.reason}`);
    const api = createApiClient(instance.url, account.api_key);
    const rows = await playThrough(api, inbox, songs, onStep);
    return {
      rows,
      ok: rows.every((row) => row.asExpected),
      wallSeconds: (performance.now() - startedAt) / 1000,
      servicePeakMemoryBytes: instance.peakMemoryBytes(),
    };
  } finally {
    onStep(1, 'cleaning up');
    // It may still be starting when the songs turn out to be unusable.
    await (await starting?.catch(() => null))?.stop();
    await inbox?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function playThrough(
  api: ApiClient,
  inbox: CallbackInbox,
  { songs, excerpt, excerptOf, stranger }: DemoSongs,
  onStep: OnStep,
): Promise<DemoRow[]> {
  const all = songs.length + 2;
  const uploads: Upload[] = [];
  for (const path of [...songs, excerpt, stranger]) {
    onStep(0.32 + (0.3 * uploads.length) / all, `uploading ${basename(path)}`);
    uploads.push(await api.upload(path));
  }
  let ended = 0;
  const run = async (verb: 'add' | 'check', upload: Upload, sent: string, expected?: Upload | null) => {
    const startedAt = performance.now();
    const { signature, status, body } = await inbox.final(await api.fingerprint(verb, upload.musicId));
    ended += 1;
    onStep(0.62 + (0.36 * ended) / all, `${verb === 'add' ? 'registered' : 'checked'} ${sent}`);
    return {
      sent,
      operation: `fingerprint/${verb}` as const,
      status,
      signature: signature === 'valid' ? 'valid' : signature.replaceAll('_', ' '),
      answer: verb === 'add' ? '' : answerText(body),
      seconds: (performance.now() - startedAt) / 1000,
      asExpected:
        signature === 'valid' && status === 'success' && (verb === 'add' || matches(body, expected ?? null)),
    };
  };
  const registered = uploads.slice(0, songs.length);
  const rows: DemoRow[] = await Promise.all(registered.map((upload) => run('add', upload, upload.title)));
  const original = uploads[excerptOf]!;
  rows.push(await run('check', uploads[songs.length]!, `20 s of ${original.title}, degraded`, original));
  rows.push(await run('check', uploads[songs.length + 1]!, 'a stranger', null));
  return rows;
}

function resultOf(body: Record<string, unknown>): Record<string, unknown> {
  return typeof body.result === 'object' && body.result !== null ? { ...body.result } : {};
}

/** Whether a check's callback names `expected`, or nothing where it is null. */
function matches(body: Record<string, unknown>, expected: Upload | null): boolean {
  const result = resultOf(body);
  return (
    result.is_duplicate === (expected !== null) &&
    result.matched_music_id === (expected === null ? null : expected.musicId)
  );
}

function answerText(body: Record<string, unknown>): string {
  const result = resultOf(body);
  if (typeof body.error === 'string') return body.error;
  return result.is_duplicate === true ? `duplicate of ${result.matched_musicname}` : 'no duplicate';
}
