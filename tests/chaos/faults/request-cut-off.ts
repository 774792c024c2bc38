import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../postgres/cluster.js';
import { type Fault, recovery, startTasks } from '../fault.js';
import type { Site } from '../site.js';

const path = '/lyric-plagiarism/standard';
const lyrics = 'A ship of paper sails the kitchen floor\nand every lamp is listening at the door';

/** A repeat is refused for seconds, while the dead request's lease lasts; never for minutes. */
const longestRefusalMs = 60_000;

/**
 * The service is killed while it works on a request with an Idempotency-Key, on PostgreSQL in mid-transaction. The
 * client repeats the request under its key until it is answered: one task, counted once.
 */
export const requestCutOff: Fault = {
  name: 'requests with a key cut off by kill -9',
  engines: ['embedded', 'postgres'],
  async run(site, { tasks, rounds }) {
    await startTasks(site, tasks);
    const before = await calls(site);
    let refused = 0;
    for (let round = 0; round < rounds; round++) {
      const key = randomUUID();
      await cutOff(site, key);
      await site.instance.start();
      for (const deadline = Date.now() + longestRefusalMs; ; ) {
        const answer = await post(site, key);
        if (answer.status === 202) {
          site.ledger.accepted.push(String(answer.body.taskId));
          break;
        }
        if (answer.status !== 409 || Date.now() > deadline) {
          throw new Error(`the repeat was answered ${answer.status} ${JSON.stringify(answer.body)}`);
        }
        refused += 1;
        await sleep(500);
      }
    }
    const made = (await calls(site)) - before;
    if (made !== rounds) throw new Error(`${rounds} requests made ${made} tasks`);
    return { recoverySeconds: await recovery(site), seen: `${rounds} requests, ${refused} × 409` };
  },
};

function post({ api }: Site, key: string): ReturnType<Site['api']['post']> {
  const body = { lyric_text: lyrics, song_title: key };
  return api.post(path, body, { 'idempotency-key': key });
}

/** Tasks that the account is counted for. */
async function calls({ api }: Site): Promise<number> {
  return Number((await api.get('/usage')).body.total_calls);
}

async function cutOff(site: Site, key: string): Promise<void> {
  if (!site.server) {
    const request = post(site, key).catch(() => null);
    await sleep(Math.random() * 30);
    await site.instance.kill9();
    await request;
    return;
  }
  await withClient(site.server.url, async (client) => {
    await client.query('begin');
    await client.query('lock table tasks in share mode');
    const request = post(site, key).catch(() => null);
    for (const deadline = Date.now() + 30_000; ; await sleep(50)) {
      const { rows } = await client.query('select 1 from idempotency_keys where key = $1', [key]);
      if (rows.length > 0) break;
      if (Date.now() > deadline) throw new Error('the request did not take its key');
    }
    // Now it waits for the table, with its key taken.
    await sleep(200);
    await site.instance.kill9();
    await request;
    await client.query('rollback');
  });
}
