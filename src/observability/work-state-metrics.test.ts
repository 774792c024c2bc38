import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { WorkState } from './ports.js';
import { workStateMetrics } from './work-state-metrics.js';

const state: WorkState = {
  tasks: [{ operation: 'ai-detection', status: 'pending', count: 3, oldestSeconds: 90 }],
  messages: [{ status: 'held', count: 2, oldestSeconds: 7200 }],
  workersWithTasks: 1,
};

it('reports what waits by operation and state, with zeros where nothing waits, read once for all gauges', async () => {
  const registry = new Registry();
  let reads = 0;
  workStateMetrics(registry, async () => {
    reads += 1;
    return state;
  });
  const text = await registry.metrics();
  await registry.metrics();
  expect(reads).toBe(1);
  for (const line of [
    'contrafact_tasks_pending{operation="ai-detection"} 3',
    'contrafact_tasks_pending{operation="fingerprint-check"} 0',
    'contrafact_tasks_processing{operation="ai-detection"} 0',
    'contrafact_task_oldest_pending_seconds{operation="ai-detection"} 90',
    'contrafact_callbacks_undelivered{state="waiting_for_endpoint"} 2',
    'contrafact_callbacks_undelivered{state="pending"} 0',
    'contrafact_callback_oldest_undelivered_seconds{state="waiting_for_endpoint"} 7200',
    'contrafact_workers_with_tasks 1',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
});

it('reports no value while the database does not answer, and never asks it twice at a time', async () => {
  const registry = new Registry();
  let reads = 0;
  workStateMetrics(registry, () => {
    reads += 1;
    return new Promise(() => undefined);
  });
  const [text] = await Promise.all([registry.metrics(), registry.metrics()]);
  expect(text).not.toMatch(/^contrafact_/m);
  expect(reads).toBe(1);
});
