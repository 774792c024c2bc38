import { type BadManner, type BadReceiver, badManners, startBadReceiver } from '../bad-receiver.js';
import { type Fault, recovery, startTasks } from '../fault.js';
import type { Customer, Site } from '../site.js';

/** Manners whose first callback counts as delivered: a status of 200 came, whatever followed. */
const takenAtOnce: readonly BadManner[] = ['slow', 'sends without end'];
/** More than this was never read of an answer without end: what the socket's buffers hold, and some. */
const bufferBytes = 32_000_000;

const lyrics = 'A ship of paper sails the kitchen floor\nand every lamp is listening at the door';

interface Case extends Customer {
  readonly manner: BadManner;
  readonly bad: BadReceiver;
  readonly taskId: string;
}

/** Nine customers whose endpoints misbehave once, and one in good order that must not wait for them. */
export const badReceivers: Fault = {
  name: 'callback receivers misbehave',
  engines: ['embedded', 'postgres'],
  async run(site, { tasks }) {
    const cases: Case[] = [];
    for (const manner of badManners) {
      const bad = await startBadReceiver(manner);
      const customer = await site.customer(bad);
      bad.misbehave();
      const taskId = await customer.ledger.start('/lyric-plagiarism/standard', {
        lyric_text: lyrics,
        song_title: manner,
      });
      cases.push({ ...customer, manner, bad, taskId });
    }
    try {
      await startTasks(site, tasks);
      const recoverySeconds = await recovery(site);
      for (const one of cases) await endsWell(site, one);
      return { recoverySeconds, seen: `${badManners.length} manners; the others' callbacks went on` };
    } finally {
      await Promise.all(cases.map(({ bad }) => bad.close()));
    }
  },
};

async function endsWell(site: Site, { manner, bad, ledger, account, taskId }: Case): Promise<void> {
  if (manner === 'answers 410') {
    // Given up until its owner verifies the URL anew; then what was held is sent.
    await bad.final(taskId);
    await site.instance.command('setCallback', { accountId: account.accountId, url: bad.url });
  }
  const wanted = takenAtOnce.includes(manner) || manner === 'never reads' ? 1 : 2;
  const deadline = Date.now() + 60_000;
  while (bad.received.length < wanted && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const count = await ledger.count();
  const trouble = [...count.tasksLost, ...count.callbacksLost];
  if (trouble.length > 0) throw new Error(`${manner}: ${trouble.join(', ')}`);
  if (count.callbacksDoubled > 0) throw new Error(`${manner}: the repeat came under another webhook-id`);
  if (bad.received.length !== wanted) {
    throw new Error(`${manner}: ${bad.received.length} callbacks came, ${wanted} were due`);
  }
  if (bad.sentBytes > bufferBytes) throw new Error(`${manner}: ${bad.sentBytes} bytes were read`);
}
