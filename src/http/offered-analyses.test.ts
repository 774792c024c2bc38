import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  startTestService,
  type TestAccount,
  type TestService,
} from '../../tests/contract/support/service.js';
import { analysisNames, analysisOf } from '../domain/analysis-names.js';
import { operationNames } from '../domain/operations.js';

let service: TestService;
let account: TestAccount;

beforeAll(async () => {
  service = await startTestService({ analyses: ['fingerprint', 'plagiarism'] });
  account = await service.account();
});
afterAll(() => service.close());

const post = (url: string, json: object): ReturnType<TestService['call']> =>
  service.call(account, { method: 'POST', url, json });

it.each([
  ['/api/v1/ai-detection/standard', { musicId: 'mus_1' }],
  ['/api/v1/lyric-transcription/standard', { musicId: 'mus_1' }],
  ['/api/v1/lyric-plagiarism/standard', { lyric_text: 'la', song_title: 'La' }],
])('403 analysis_not_offered: %s, with what there is instead', async (url, body) => {
  const answer = await post(url, body);
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({
    code: 'analysis_not_offered',
    detail: expect.stringContaining('It offers fingerprint, plagiarism.'),
  });
});

it('401 as everywhere for a caller without a key: strangers do not learn what there is', async () => {
  const answer = await service.call(null, { method: 'POST', url: '/api/v1/ai-detection/standard', json: {} });
  expect(answer.statusCode).toBe(401);
});

it('what is offered answers as always', async () => {
  const answer = await post('/api/v1/fingerprint/check', { musicId: 'mus_1' });
  expect(answer.json().code).toBe('unknown_music_id');
});

it('the contract of the instance leaves out what it does not offer, and keeps the rest', async () => {
  const answer = await service.call(null, { method: 'GET', url: '/openapi.json' });
  const tags = Object.values(answer.json().paths as Record<string, Record<string, { tags: string[] }>>)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => operation.tags ?? []);
  expect(tags).toEqual(expect.arrayContaining(['fingerprint', 'plagiarism', 'datasets', 'music']));
  expect(tags).not.toContain('ai-detection');
  expect(tags).not.toContain('lyric-plagiarism');
  expect(tags).not.toContain('lyric-transcription');
});

it('every operation belongs to an analysis, and every analysis has one', () => {
  const used = new Set(operationNames.map((name) => analysisOf[name]));
  expect([...used].sort()).toEqual([...analysisNames].sort());
});
