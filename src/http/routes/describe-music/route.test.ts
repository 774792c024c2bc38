import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestService,
  type TestAccount,
  type TestService,
} from '../../../../tests/contract/support/service.js';
import type { DescriptionAnswer } from '../../../analyses/describe/ports.js';

describe('GET /api/v1/music/{musicId}/description', () => {
  let service: TestService;
  let account: TestAccount;
  let musicId: string;
  let answer: DescriptionAnswer = { state: 'pending' };
  const uploads: string[] = [];
  const reads: { musicId: string; notes: boolean }[] = [];
  beforeAll(async () => {
    service = await startTestService(
      {},
      {
        descriptions: {
          uploaded: async (id) => void uploads.push(id),
          async read(id, { notes }) {
            reads.push({ musicId: id, notes });
            return answer;
          },
        },
      },
    );
    account = await service.account();
    musicId = await service.upload(account);
  });
  afterAll(() => service.close());
  const read = (query = '', who = account) =>
    service.call(who, { method: 'GET', url: `/api/v1/music/${musicId}/description${query}` });

  it('is asked for with every upload, once', async () => {
    expect(uploads).toEqual([musicId]);
    await service.upload(account);
    expect(uploads).toEqual([musicId]);
  });

  it('200: the description with its musicId; notes where asked for', async () => {
    answer = { state: 'ready', description: { source: 'audio', tempo_bpm: 120 } };
    const found = await read('?notes=true');
    expect(found.statusCode).toBe(200);
    expect(found.json()).toEqual({ musicId, source: 'audio', tempo_bpm: 120 });
    await read();
    expect(reads.slice(-2)).toEqual([
      { musicId, notes: true },
      { musicId, notes: false },
    ]);
  });

  it('409 description_pending: with Retry-After', async () => {
    answer = { state: 'pending' };
    const found = await read();
    expect(found.statusCode).toBe(409);
    expect(found.json().code).toBe('description_pending');
    expect(Number(found.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('422 description_failed: with the reason', async () => {
    answer = { state: 'failed', reason: 'The file holds no sound' };
    const found = await read();
    expect(found.statusCode).toBe(422);
    expect(found.json()).toMatchObject({ code: 'description_failed', detail: 'The file holds no sound' });
  });

  it('404: music that is not there, and music of another account, which is not even looked up', async () => {
    const before = reads.length;
    const other = await service.account();
    expect((await read('', other)).statusCode).toBe(404);
    const none = { method: 'GET', url: '/api/v1/music/mus_none/description' } as const;
    expect((await service.call(account, none)).json().code).toBe('not_found');
    expect(reads).toHaveLength(before);
  });

  it('422 validation_error: notes is true or false', async () => {
    expect((await read('?notes=yes')).json().code).toBe('validation_error');
  });
});
