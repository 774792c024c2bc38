/** Waits for the callbacks of tasks at a receiver of its own. */
import { type ReceivedMessage, startReceiver } from '../../callbacks/receiver.js';
import { CliError } from '../cli-error.js';

export interface FinalCallback {
  readonly signature: ReceivedMessage['signature'];
  readonly status: string;
  readonly body: Record<string, unknown>;
}

export interface CallbackInbox {
  readonly url: string;
  /** The callback that ends a task; rejects when none comes in time. */
  final(taskId: string): Promise<FinalCallback>;
  close(): Promise<void>;
}

const patienceMs = 90_000;

export async function openCallbackInbox(secret: string): Promise<CallbackInbox> {
  const arrived = new Map<string, FinalCallback>();
  const waiting = new Map<string, (callback: FinalCallback) => void>();
  const receiver = await startReceiver({
    port: 0,
    secret,
    onMessage(message) {
      const body = message.body;
      if (message.kind !== 'callback' || typeof body !== 'object' || body === null) return;
      const fields = body as Record<string, unknown>;
      if (typeof fields.task_id !== 'string' || fields.status === 'processing') return;
      const callback = { signature: message.signature, status: String(fields.status), body: fields };
      arrived.set(fields.task_id, callback);
      waiting.get(fields.task_id)?.(callback);
    },
  });
  return {
    url: receiver.url,
    final(taskId) {
      const callback = arrived.get(taskId);
      if (callback) return Promise.resolve(callback);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new CliError(`No callback of ${taskId} came within ${patienceMs / 1000} s.`)),
          patienceMs,
        );
        waiting.set(taskId, (found) => {
          clearTimeout(timer);
          resolve(found);
        });
      });
    },
    close: () => receiver.close(),
  };
}
