/**
 * Tells the worker and the deliverer at once that something is due, so that they need not poll fast. A wake-up
 * may be lost and may come for nothing: whoever waits also looks by itself every few seconds.
 */
import { EventEmitter } from 'node:events';
import pg from 'pg';

export type WakeUpChannel = 'tasks' | 'messages';

export interface WakeUps {
  /** Wakes this process and, on PostgreSQL, every other. Call after the commit. */
  wake(channel: WakeUpChannel): void;
  on(channel: WakeUpChannel, listener: () => void): () => void;
  close(): Promise<void>;
}

/** In one process where `url` is null, else through PostgreSQL's LISTEN and NOTIFY. */
export async function createWakeUps(url: string | null): Promise<WakeUps> {
  const emitter = new EventEmitter();
  const client = url === null ? null : await listen(url, emitter);
  return {
    wake(channel) {
      setImmediate(() => emitter.emit(channel));
      client?.query(`notify contrafact_${channel}`).catch(() => {});
    },
    on(channel, listener) {
      emitter.on(channel, listener);
      return () => emitter.off(channel, listener);
    },
    async close() {
      await client?.end();
    },
  };
}

async function listen(url: string, emitter: EventEmitter): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // A lost connection costs only speed: the loops poll.
  client.on('error', () => {});
  client.on('notification', (message) => emitter.emit(message.channel.replace('contrafact_', '')));
  await client.connect();
  await client.query('listen contrafact_tasks');
  await client.query('listen contrafact_messages');
  return client;
}
