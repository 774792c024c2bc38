import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { accountStore } from './accounts.js';
import { taskQueue } from './tasks/queue.js';
import { taskService } from './tasks/service.js';
import { openTestDatabase } from './test-support/database.js';
import { addTestMusic } from './test-support/music.js';
import { readWorkState } from './work-state.js';

it('counts waiting and running tasks by operation, callbacks by state, workers, and the age of the oldest', async () => {
  const open = await openTestDatabase();
  try {
    const { account } = await accountStore(open.db).create('A', 'enterprise');
    await addTestMusic(open.db, account.id, 'mus_1');
    const limit = 100;
    const service = taskService(open.db, {
      queuedTasksByPlan: { free: limit, pro: limit, enterprise: limit },
      onEnqueued: () => undefined,
    });
    const enqueue = (operation: 'fingerprint-check' | 'ai-detection') =>
      service.enqueue({
        accountId: account.id,
        keyId: null,
        operation,
        model: operation === 'ai-detection' ? 'lite' : '',
        variant: 'music',
        musicId: 'mus_1',
        filepath: 'music/mus_1',
        filename: 'a.mp3',
        parameters: {},
      });
    expect(await readWorkState(open.db)).toEqual({ tasks: [], messages: [], workersWithTasks: 0 });

    const oldest = await enqueue('fingerprint-check');
    await enqueue('fingerprint-check');
    await enqueue('ai-detection');
    await sql`update tasks set created_at = now() - interval '1 hour' where id = ${oldest.id}`.execute(
      open.db,
    );
    const fairShare = {
      weightByPlan: { free: 1, pro: 1, enterprise: 1 },
      concurrencyByPlan: { free: limit, pro: limit, enterprise: limit },
    };
    const queue = taskQueue(open.db, fairShare, () => undefined);
    const claimed = await queue.claim('worker_a', 60);
    const second = await queue.claim('worker_b', 60);
    await queue.finish('worker_b', second!, { status: 'failure', error: 'It failed.' });
    const state = await readWorkState(open.db);

    expect(state.workersWithTasks).toBe(1);
    expect(state.messages).toEqual(
      // One that the claim may have written beside the final one.
      [expect.objectContaining({ status: 'held', count: expect.any(Number) })],
    );
    const count = (status: string): number =>
      state.tasks.filter((row) => row.status === status).reduce((sum, row) => sum + row.count, 0);
    expect([count('pending'), count('processing')]).toEqual([1, 1]);
    // The oldest is claimed first, and is still at work.
    expect(claimed!.id).toBe(oldest.id);
    expect(state.tasks.find((row) => row.status === 'processing')!.oldestSeconds).toBeGreaterThanOrEqual(
      3600,
    );
    expect(state.tasks.find((row) => row.status === 'pending')!.oldestSeconds).toBeLessThan(3600);
  } finally {
    await open.close();
  }
});
