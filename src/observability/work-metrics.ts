/** What the worker and the deliverer report to Prometheus. */
import { Counter, Histogram, type Registry } from 'prom-client';
import type { OnDeliveryAttempt } from '../callbacks/ports.js';
import type { OnAttemptFinished } from '../tasks/ports.js';

export function workMetrics(registry: Registry): OnAttemptFinished {
  const attempts = new Counter({
    name: 'contrafact_task_attempts_total',
    help: 'Attempts at tasks by how they ended: success, failure, retried, lost',
    labelNames: ['operation', 'outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'contrafact_task_attempt_seconds',
    help: 'Wall time of attempts at tasks',
    labelNames: ['operation'],
    buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 900],
    registers: [registry],
  });
  return (task, outcome, duration) => {
    attempts.inc({ operation: task.operation, outcome });
    seconds.observe({ operation: task.operation }, duration);
  };
}

export function deliveryMetrics(registry: Registry): OnDeliveryAttempt {
  const attempts = new Counter({
    name: 'contrafact_callback_attempts_total',
    help: 'Attempts to deliver callbacks by the state they led to: delivered, pending, held, failed',
    labelNames: ['state'],
    registers: [registry],
  });
  return (_answer, state) => attempts.inc({ state });
}
