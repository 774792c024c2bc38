import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestService,
  type TestAccount,
  type TestService,
} from '../../../../tests/contract/support/service.js';

describe('comparing two songs', () => {
  let service: TestService;
  let account: TestAccount;
  let musicId: string;
  let otherMusicId: string;
  let page: string | null = '<!doctype html><title>Report</title>';
  beforeAll(async () => {
    service = await startTestService({}, { comparisons: { report: async () => page } });
    account = await service.account();
    musicId = await service.upload(account, 1);
    otherMusicId = await service.upload(account, 2);
  });
  afterAll(() => service.close());

  const compare = (json: unknown, who = account) =>
    service.call(who, { method: 'POST', url: '/api/v1/compare', json });
  const get = (url: string, who = account) => service.call(who, { method: 'GET', url });
  const started = async (): Promise<string> => (await compare({ musicId, otherMusicId })).json().taskId;
  const finish = (taskId: string, status: string) =>
    service.db
      .updateTable('tasks')
      .set({ status: status as 'success', completed_at: new Date() })
      .where('id', '=', taskId)
      .execute();

  it('202: answers exactly {taskId} and Location; the task names both songs', async () => {
    const answer = await compare({ musicId, otherMusicId });
    expect(answer.statusCode).toBe(202);
    const { taskId, ...rest } = answer.json();
    expect(rest).toEqual({});
    expect(answer.headers.location).toBe(`/api/v1/tasks/${taskId}`);
    expect(await service.dependencies.tasks.get(account.id, taskId)).toMatchObject({
      operation: 'compare',
      model: '',
      musicId,
      parameters: { other_music_id: otherMusicId },
    });
    expect((await get(`/api/v1/tasks/${taskId}`)).json()).toMatchObject({
      task_name: 'music_comparison',
      status: 'pending',
      result: null,
    });
  });

  it.each([
    ['musicId', () => ({ musicId: 'mus_none', otherMusicId })],
    ['otherMusicId', () => ({ musicId, otherMusicId: 'mus_none' })],
  ])('422 unknown_music_id: names %s', async (field, body) => {
    const answer = await compare(body());
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'unknown_music_id', errors: [{ pointer: `#/${field}` }] });
  });

  it('202: a song of a dataset stands as the second song, whoever uploaded its recording', async () => {
    const dataset = await service.dependencies.datasets.create(account.id, { name: 'x', description: '' });
    const song = (musicId: string | null) => ({
      title: 'Of the dataset',
      artist: '',
      year: '',
      link: null,
      language: '',
      lyrics: musicId === null ? 'words' : null,
      musicId,
    });
    const [recorded, written] = (await service.dependencies.datasets.addSongs(account.id, dataset.id, [
      song(otherMusicId),
      song(null),
    ]))!;
    const named = (otherSongId: string, otherDatasetId = dataset.id) =>
      compare({ musicId, otherDatasetId, otherSongId });
    const answer = await named(recorded!.id);
    expect(answer.statusCode).toBe(202);
    expect(await service.dependencies.tasks.get(account.id, answer.json().taskId)).toMatchObject({
      parameters: {
        other_music_id: otherMusicId,
        other_song: { song_id: recorded!.id, title: 'Of the dataset', is_own: true },
      },
    });
    for (const refused of [
      await named(written!.id),
      await named('song_none'),
      await named(recorded!.id, 'default'),
      await compare(
        { musicId, otherDatasetId: dataset.id, otherSongId: recorded!.id },
        await service.account(),
      ),
    ]) {
      expect(refused.statusCode).toBe(422);
      expect(['unknown_song', 'unknown_music_id']).toContain(refused.json().code);
    }
    for (const body of [
      { musicId, otherMusicId, otherSongId: recorded!.id, otherDatasetId: dataset.id },
      { musicId, otherSongId: recorded!.id },
      { musicId: otherMusicId, otherDatasetId: dataset.id, otherSongId: recorded!.id },
    ]) {
      expect((await compare(body)).json().code).toBe('validation_error');
    }
  });

  it('422 unknown_music_id: a song of another account, on either side, as if it were not there', async () => {
    const other = await service.account();
    const theirs = await service.upload(other, 3);
    for (const body of [
      { musicId: theirs, otherMusicId },
      { musicId, otherMusicId: theirs },
    ]) {
      expect((await compare(body)).json().code).toBe('unknown_music_id');
    }
  });

  it('422 validation_error: a song with itself, a missing id, a field too many', async () => {
    for (const body of [
      { musicId, otherMusicId: musicId },
      { musicId },
      { musicId, otherMusicId, dataset_id: 'default' },
    ]) {
      expect((await compare(body)).json().code).toBe('validation_error');
    }
  });

  it('200: the report is a page to download that may load nothing', async () => {
    const taskId = await started();
    await finish(taskId, 'success');
    const answer = await get(`/api/v1/tasks/${taskId}/report`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${taskId}.html"`);
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; .*sandbox/);
    expect(answer.body).toBe(page);
  });

  it('409 no_report: while it waits, where it failed, for another operation, and when a song is gone', async () => {
    const waiting = await started();
    expect((await get(`/api/v1/tasks/${waiting}/report`)).json().code).toBe('no_report');
    await finish(waiting, 'failure');
    expect((await get(`/api/v1/tasks/${waiting}/report`)).json().code).toBe('no_report');
    const check = await service.call(account, {
      method: 'POST',
      url: '/api/v1/fingerprint/check',
      json: { musicId },
    });
    const { taskId } = check.json();
    await finish(taskId, 'success');
    expect((await get(`/api/v1/tasks/${taskId}/report`)).json().code).toBe('no_report');
    const gone = await started();
    await finish(gone, 'success');
    page = null;
    const answer = await get(`/api/v1/tasks/${gone}/report`);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'no_report', detail: expect.stringContaining('deleted') });
  });

  it('404 not_found: the report of a task that is not there, or of another account', async () => {
    const taskId = await started();
    await finish(taskId, 'success');
    const other = await service.account();
    for (const answer of [
      await get(`/api/v1/tasks/${taskId}/report`, other),
      await get('/api/v1/tasks/task_20260101000000_00000000/report'),
    ]) {
      expect(answer.json()).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  it('422 unknown_music_id: cannot be run again once either song was deleted', async () => {
    const third = await service.upload(account, 9);
    const { taskId } = (await compare({ musicId, otherMusicId: third })).json();
    await finish(taskId, 'success');
    await service.call(account, { method: 'DELETE', url: `/api/v1/music/${third}` });
    const answer = await service.call(account, { method: 'POST', url: `/api/v1/tasks/${taskId}/rerun` });
    expect(answer.json().code).toBe('unknown_music_id');
  });
});
