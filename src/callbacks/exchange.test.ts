/** What a customer sees of the challenge to their URL. */
import { expect, it } from 'vitest';
import { challengeUrl } from './exchange.js';
import type { PostAnswer } from './ports.js';
import { postText } from './post-text.js';

const answer: PostAnswer = {
  status: 404,
  contentType: 'text/plain',
  text: 'not here',
  cut: 'no',
  durationMs: 12.4,
  failure: 'bad_status',
  isInternal: false,
  retryAfterSeconds: null,
};
async function challenge(changes: Partial<PostAnswer>): Promise<{
  verdict: Awaited<ReturnType<typeof challengeUrl>>;
  logged: object[];
}> {
  const logged: object[] = [];
  const parts = {
    post: async () => ({ ...answer, ...changes }),
    headerPrefix: 'x-svc',
    log: { info: (fields: object) => void logged.push(fields) },
  };
  const asked = { accountId: 'acct_1', url: 'https://a.example/hook', secrets: [] };
  return { verdict: await challengeUrl(parts, asked), logged };
}

it('what was sent and what was answered is shown, with the rule that it broke', async () => {
  const { verdict, logged } = await challenge({});
  expect(verdict).toMatchObject({ verified: false, rule: 'status_not_200' });
  const { request, answer: shown, is_internal } = verdict.exchange;
  expect(request).toMatchObject({ method: 'POST', url: 'https://a.example/hook' });
  expect(JSON.parse(request.body)).toMatchObject({ type: 'url_verification' });
  expect(shown).toEqual({ status: 404, content_type: 'text/plain', body: 'not here', duration_ms: 12 });
  expect([is_internal, logged]).toEqual([false, []]);
});

it('of an internal receiver the customer sees nothing, and the operator the status', async () => {
  const { verdict, logged } = await challenge({ isInternal: true });
  expect(verdict).toMatchObject({ rule: 'internal_receiver', exchange: { answer: null, is_internal: true } });
  expect(logged).toMatchObject([{ accountId: 'acct_1', status: 404, failure: 'bad_status' }]);
});

it('no answer is shown where none came', async () => {
  const { verdict } = await challenge({ status: null, failure: 'timeout' });
  expect(verdict).toMatchObject({ rule: 'timeout', exchange: { answer: null, is_internal: false } });
});

it('a text for a webhook goes out as {text}, and a refusal comes back in words', async () => {
  const sent: string[] = [];
  const taken = await postText(
    async ({ body }) => {
      sent.push(body);
      return { ...answer, status: 200, failure: null };
    },
    'https://a.example',
    'Done: 3 files',
  );
  expect([taken, sent]).toEqual([null, ['{"text":"Done: 3 files"}']]);
  expect(await postText(async () => answer, 'https://a.example', 'x')).toMatch(/\w.*\./);
});
