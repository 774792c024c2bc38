/** Hostile files through the front door, a tenth of them in a short round: the right answer for each, and the service answers others meanwhile. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HostileCase, hostileCases } from '../hostile/cases.js';
import { type Instance, startInstance, type TestAccount } from '../support/instance.js';
import { roundOf } from '../support/rounds.js';

const parallel = 6;
const folder = mkdtempSync(join(tmpdir(), 'contrafact-uploads-'));
let instance: Instance;
let account: TestAccount;
let cases: HostileCase[];
beforeAll(async () => {
  cases = roundOf(await hostileCases(folder), 10);
  instance = await startInstance({ env: { CONTRAFACT_RATE_ENTERPRISE: '1000000' } });
  account = await instance.account('enterprise');
});
afterAll(async () => {
  await instance?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What came back, in the words of what should. */
async function upload({ path, filename, expect: wanted }: HostileCase): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([readFileSync(path)]), filename);
  const response = await fetch(`${instance.url}/api/v1/music`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.apiKey}` },
    body: form,
  });
  const body = (await response.json()) as Record<string, unknown>;
  if (response.status === 201 || response.status === 200) {
    const seconds = Number(body.duration_seconds);
    const isRight =
      wanted.kind !== 'decodes' ||
      (body.format === wanted.format && seconds >= wanted.minSeconds && seconds <= wanted.maxSeconds);
    return isRight ? 'decodes' : `decodes to ${seconds} s of ${body.format}`;
  }
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  return `${response.status} ${body.code}`;
}

it('answers each hostile file as it should, and its health check at all times', async () => {
  const outcomes = new Map<string, string>();
  const waiting = [...cases];
  let busy = true;
  const health = (async () => {
    let checks = 0;
    while (busy) {
      const response = await fetch(`${instance.url}/livez`);
      expect(response.status).toBe(200);
      checks += 1;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return checks;
  })();
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) outcomes.set(one.name, await upload(one));
    }),
  );
  busy = false;
  expect(await health).toBeGreaterThan(2);

  const wrong = cases.flatMap(({ name, expect: wanted }) => {
    const got = outcomes.get(name);
    const allowed =
      wanted.kind === 'either'
        ? ['decodes', '422 not_decodable']
        : [wanted.kind === 'decodes' ? 'decodes' : `422 ${wanted.code}`];
    return allowed.includes(got ?? '') ? [] : [`${name}: ${got}, not ${allowed.join(' or ')}`];
  });
  expect(wrong).toEqual([]);
  expect(outcomes.size).toBe(cases.length);
  expect(outcomes.size).toBeGreaterThan(20);
}, 900_000);

it('leaves nothing of refused files behind', async () => {
  const incoming = join(instance.dataDir, 'blobs', 'incoming');
  await expect.poll(() => readdirSync(incoming)).toEqual([]);
});
