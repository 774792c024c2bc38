/** A customer of a running instance: uploads, starts tasks, and believes only callbacks whose signatures hold. */
import { verifyCallback } from '../../client/src/verify-callback.js';
import { apiOf } from '../../tests/support/api.js';
import type { Instance, TestAccount } from '../../tests/support/instance.js';
import type { TestReceiver } from '../../tests/support/receiver.js';

export interface CheckedQuery {
  readonly matchedId: string | null;
  readonly songsSearched: number;
  /** From the request to the arrival of the last callback, the upload left out. */
  readonly ms: number;
}

export interface Customer {
  readonly account: TestAccount;
  register(content: Uint8Array, name: string): Promise<string>;
  check(content: Uint8Array, name: string): Promise<CheckedQuery>;
  remove(musicId: string): Promise<void>;
  /** Callbacks so far whose two signatures hold. */
  readonly signed: number;
}

export function customerOf(instance: Instance, account: TestAccount, receiver: TestReceiver): Customer {
  const api = apiOf(instance, account);
  let signed = 0;
  async function run(path: string, musicId: string): Promise<Record<string, unknown>> {
    const { status, body } = await api.post(path, { musicId });
    if (status !== 202) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    const { headers, text } = await receiver.final(String(body.taskId), 600_000);
    const verified = await verifyCallback({ headers, body: text, secret: account.signingSecret });
    if (!verified.valid) throw new Error(`A callback came with a wrong signature: ${verified.reason}`);
    signed++;
    return { ...verified.callback, taskId: body.taskId };
  }
  return {
    account,
    async register(content, name) {
      const musicId = await api.upload(content, name);
      const { status } = await run('/fingerprint/add', musicId);
      if (status !== 'success') throw new Error(`${name} was not registered: ${status}`);
      return musicId;
    },
    async check(content, name) {
      const musicId = await api.upload(content, name);
      const startedAt = performance.now();
      const { status, result, taskId } = await run('/fingerprint/check', musicId);
      const ms = performance.now() - startedAt;
      if (status !== 'success')
        throw new Error(`${name} was not answered: ${status} ${JSON.stringify(result)}`);
      const { body } = await api.get(`/tasks/${String(taskId)}`);
      const detail = body.detail as { songs_searched?: number } | null;
      const found = result as { matched_music_id: string | null };
      return { matchedId: found.matched_music_id, songsSearched: detail?.songs_searched ?? 0, ms };
    },
    async remove(musicId) {
      const response = await fetch(`${instance.url}/api/v1/music/${musicId}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${account.apiKey}` },
      });
      if (!response.ok) throw new Error(`${musicId} was not removed: ${response.status}`);
    },
    get signed() {
      return signed;
    },
  };
}
