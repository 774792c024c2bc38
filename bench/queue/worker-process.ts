/** A worker process whose analyses cost nothing. Arguments: database URL, variant, slots. Begins at a line of input. */
import { once } from 'node:events';
import type { Analysis } from '../../src/analyses/analysis.js';
import { openDatabase } from '../../src/storage/database.js';
import { migrations } from '../../src/storage/migrations/all.js';
import { taskQueue } from '../../src/storage/tasks/queue.js';
import { createWorker } from '../../src/tasks/worker.js';
import { claimOf, fairShare, type Variant } from './variants.js';

const [url = '', variant = 'now', slots = '4'] = process.argv.slice(2);
const { db } = await openDatabase({ url, folder: '' }, migrations);
const nothing: Analysis = { operation: 'fingerprint-check', run: async () => ({ result: {} }) } as Analysis;
const log = { info: () => {}, warn: () => {}, error: (fields: object) => console.error(fields) };
const worker = createWorker({
  queue: {
    ...taskQueue(db, fairShare, () => {}),
    claim: async (workerId, leaseSeconds) =>
      (await claimOf[variant as Variant](db, fairShare, workerId, leaseSeconds))?.task ?? null,
  },
  analyses: new Map([[nothing.operation, nothing]]),
  compute: { run: () => Promise.reject(new Error('there is nothing to compute')) },
  openMusic: async () => null,
  onWake: () => () => {},
  log,
  settings: {
    workerId: `worker_${process.pid}`,
    slots: Number(slots),
    leaseSeconds: 60,
    maxFailures: 1,
    maxInterruptions: 1,
    pollSeconds: 1,
  },
});
process.stdout.write('ready\n');
await once(process.stdin, 'data');
worker.start();
await once(process.stdin, 'end');
process.exit(0);
