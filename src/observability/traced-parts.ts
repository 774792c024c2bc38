/** Which spans the parts of the service begin and end, where they are traced. */
import type { OnDeliveryAttempt } from '../callbacks/ports.js';
import type { StartSpan } from '../http/ports.js';
import type { AroundAttempt } from '../tasks/ports.js';
import { type Tracing, withinSpan } from './tracing.js';

export function requestSpans(tracing: Tracing): StartSpan {
  return ({ method, requestId, traceParent }) => {
    const span = tracing.start({
      name: method,
      kind: 'server',
      parent: traceParent,
      attributes: { 'http.request.method': method, 'contrafact.request_id': requestId },
    });
    return {
      traceParent: span.traceParent,
      end(route, status) {
        const attributes = { 'http.route': route, 'http.response.status_code': status };
        span.end(attributes, status >= 500 ? String(status) : undefined, `${method} ${route}`);
      },
    };
  };
}

export function taskSpans(tracing: Tracing): AroundAttempt {
  return async (task, work) => {
    const span = tracing.start({
      name: `task ${task.operation}`,
      kind: 'consumer',
      parent: task.traceParent ?? null,
      attributes: {
        'contrafact.task_id': task.id,
        'contrafact.request_id': task.requestId,
        'contrafact.attempt': task.attempts,
      },
    });
    try {
      return await withinSpan(span, work);
    } finally {
      span.end();
    }
  };
}

/** After the attempt, which is over by then. */
export function deliverySpans(tracing: Tracing): OnDeliveryAttempt {
  return (answer, state, message) => {
    const span = tracing.start({
      name: 'callback delivery',
      kind: 'client',
      parent: message.traceParent ?? null,
      startedAtMs: Date.now() - answer.durationMs,
      attributes: {
        'contrafact.task_id': message.taskId,
        'contrafact.message_id': message.id,
        'contrafact.request_id': message.requestId,
        'contrafact.state': state,
        'http.response.status_code': answer.status ?? undefined,
      },
    });
    span.end({}, answer.failure ?? undefined);
  };
}
