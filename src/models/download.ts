/** Downloads one file so that a cut costs nothing: into a part file that the next attempt continues. */

import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDiskFull } from '../domain/disk-full.js';

const maxRedirects = 5;
const attempts = 6;
const firstPauseMs = 500;
/** A connection that gives nothing for this long is cut. */
const stallMs = 60_000;

export interface DownloadOptions {
  readonly url: string;
  /** The part file; complete when the promise resolves. */
  readonly part: string;
  readonly signal?: AbortSignal;
  /** Sleeping between attempts; tests pass one that does not. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  onBytes?(received: number, total: number | null): void;
}

export interface Downloaded {
  /** The hub's own SHA-256 of a large file, where it sends one. */
  readonly hubSha256: string | null;
  readonly revision: string | null;
}

/** An answer that trying again will not change. */
class FinalError extends Error {}

/**
 * Follows redirects, continues after cuts, starts over where the file changed meanwhile.
 * @throws Error that says what happened and what to do; the part file stays for the next attempt
 */
export async function download(options: DownloadOptions): Promise<Downloaded> {
  const pause = options.pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)));
  await mkdir(dirname(options.part), { recursive: true });
  for (let attempt = 1; ; attempt++) {
    try {
      return await downloadOnce(options);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (isDiskFull(error)) {
        throw new Error(
          `The disk is full: ${dirname(options.part)} has no space for the rest of the file. ` +
            'Free some and run the command again: it continues where it stopped.',
        );
      }
      if (error instanceof FinalError) throw new Error(error.message);
      if (attempt === attempts) {
        const reason = error instanceof Error ? String(error.cause ?? error.message) : String(error);
        throw new Error(
          `${options.url} could not be read after ${attempts} attempts (${reason}). ` +
            'Run the command again to continue, or use --from FOLDER on a machine without internet.',
        );
      }
      await pause(firstPauseMs * 2 ** (attempt - 1));
    }
  }
}

async function downloadOnce({ url, part, signal, onBytes }: DownloadOptions): Promise<Downloaded> {
  const have = await stat(part).then(
    (stats) => stats.size,
    () => 0,
  );
  const tag = have > 0 ? await readFile(`${part}.etag`, 'utf8').catch(() => null) : null;
  const headers: Record<string, string> = tag !== null ? { range: `bytes=${have}-`, 'if-range': tag } : {};
  const stall = new AbortController();
  let timer = setTimeout(() => stall.abort(new Error('no data for 60 s')), stallMs);
  try {
    const abort = AbortSignal.any([stall.signal, ...(signal ? [signal] : [])]);
    const { response, hubSha256, revision } = await follow(url, headers, abort);
    if (response.status === 416) {
      // What is here is longer than the file: it cannot be continued.
      await response.body?.cancel();
      await rm(part, { force: true });
      throw new Error('the part file did not fit the file');
    }
    if (response.status !== 200 && response.status !== 206) throw await refusal(url, response);
    const start = response.status === 206 ? have : 0;
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    const total = Number.isFinite(length) ? start + length : null;
    const etag = response.headers.get('etag');
    // A weak tag does not promise the same bytes.
    if (etag && !etag.startsWith('W/')) await writeFile(`${part}.etag`, etag);
    else await rm(`${part}.etag`, { force: true });
    await requireSpace(part, length);
    let received = start;
    onBytes?.(received, total);
    const body = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream);
    body.on('data', (chunk: Buffer) => {
      received += chunk.length;
      clearTimeout(timer);
      timer = setTimeout(() => stall.abort(new Error('no data for 60 s')), stallMs);
      onBytes?.(received, total);
    });
    await pipeline(body, createWriteStream(part, { flags: start > 0 ? 'a' : 'w' }), { signal: abort });
    if (total !== null && received !== total) throw new Error(`only ${received} of ${total} bytes came`);
    return { hubSha256, revision };
  } finally {
    clearTimeout(timer);
  }
}

/** Before the first byte, where the answer says how many there will be. */
async function requireSpace(part: string, bytes: number): Promise<void> {
  if (!Number.isFinite(bytes)) return;
  const { bavail, bsize } = await statfs(dirname(part));
  if (bytes <= bavail * bsize) return;
  const megabytes = (count: number): string => `${Math.ceil(count / 1e6)} MB`;
  throw new FinalError(
    `The disk is full: the file needs ${megabytes(bytes)} more in ${dirname(part)}, where ${megabytes(bavail * bsize)} are free. ` +
      'Free some and start again: it continues where it stopped.',
  );
}

async function refusal(url: string, response: Response): Promise<Error> {
  await response.body?.cancel();
  if (response.status === 404)
    return new FinalError(`${url} does not exist (404). The manifest may be out of date.`);
  if (response.status === 401 || response.status === 403) {
    return new FinalError(`${url} may not be read (${response.status}): the model's owner asks for a login.`);
  }
  return new Error(`HTTP ${response.status}`);
}

/** Follows redirects by hand: the first answer names the file's hash and commit, and https must stay https. */
async function follow(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<{ response: Response; hubSha256: string | null; revision: string | null }> {
  let at = new URL(url);
  let hubSha256: string | null = null;
  let revision: string | null = null;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const response = await fetch(at, { headers, redirect: 'manual', signal });
    const linked = /^"?([0-9a-f]{64})"?$/.exec(response.headers.get('x-linked-etag') ?? '');
    hubSha256 ??= linked?.[1] ?? null;
    revision ??= response.headers.get('x-repo-commit');
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null)
      return { response, hubSha256, revision };
    await response.body?.cancel();
    const next = new URL(location, at);
    if (next.protocol !== 'https:' && next.protocol !== at.protocol) {
      throw new FinalError(
        `${url} redirects to ${next.origin}, which is not encrypted. It was not followed.`,
      );
    }
    at = next;
  }
  throw new FinalError(`${url} redirects more than ${maxRedirects} times.`);
}
