/**
 * Gauges of the whole instance, read from the database when they are scraped. Every process reports the same values:
 * queries take the maximum over processes, never the sum.
 */
import { Gauge, type Registry } from 'prom-client';
import { operationNames } from '../domain/operations.js';
import { keptForAWhile, withinPatience } from './patient-reading.js';
import type { WorkState } from './ports.js';

const states = { pending: 'pending', held: 'waiting_for_endpoint' } as const;

/** Where the database does not answer in time the gauges have no value: an old one would pass for the present. */
export function workStateMetrics(registry: Registry, read: () => Promise<WorkState>): void {
  const latest = keptForAWhile(read);
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    fill: (gauge: Gauge, state: WorkState) => void,
  ): Gauge =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        // A gauge without labels is 0 after a reset.
        if (labelNames.length === 0) this.remove();
        const state = await withinPatience(latest());
        if (state !== null) fill(this, state);
      },
    });
  const tasks = (status: 'pending' | 'processing', value: 'count' | 'oldestSeconds') => {
    return (target: Gauge, state: WorkState): void => {
      // An operation without tasks is 0 and not absent: alerts and sums need it.
      for (const operation of operationNames) target.set({ operation }, 0);
      for (const row of state.tasks) {
        if (row.status === status) target.set({ operation: row.operation }, row[value]);
      }
    };
  };
  const messages = (value: 'count' | 'oldestSeconds') => {
    return (target: Gauge, state: WorkState): void => {
      for (const label of Object.values(states)) target.set({ state: label }, 0);
      for (const row of state.messages) target.set({ state: states[row.status] }, row[value]);
    };
  };
  const byOperation = ['operation'];
  gauge('contrafact_tasks_pending', 'Tasks in the queue', byOperation, tasks('pending', 'count'));
  gauge('contrafact_tasks_processing', 'Tasks at work', byOperation, tasks('processing', 'count'));
  gauge(
    'contrafact_task_oldest_pending_seconds',
    'Age of the oldest task in the queue',
    byOperation,
    tasks('pending', 'oldestSeconds'),
  );
  gauge(
    'contrafact_callbacks_undelivered',
    'Callbacks in the outbox: pending, or waiting for a verified endpoint',
    ['state'],
    messages('count'),
  );
  gauge(
    'contrafact_callback_oldest_undelivered_seconds',
    'Age of the oldest callback in the outbox',
    ['state'],
    messages('oldestSeconds'),
  );
  gauge(
    'contrafact_workers_with_tasks',
    'Worker processes that hold the lease of a task',
    [],
    (target, { workersWithTasks }) => target.set(workersWithTasks),
  );
}
