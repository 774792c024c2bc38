/**
 * Notifies the worker and the deliverer at once that something is due, so that they need not poll fast. A wake-up
 * may be lost and may come for nothing: whoever waits also looks by itself every few seconds.
 */
import { EventEmitter } from 'node:events';
import pg from 'pg';

export type WakeUpChannel = 'tasks' | 'messages' | 'descriptions' | 'imports';

export interface WakeUps {
  /** Wakes this process and, on PostgreSQL, every other. Call after the commit. */
  wake(channel: WakeUpChannel): void;
  on(channel: WakeUpChannel, listener: () => void): () => void;
  close(): Promise<void>;
}

const channels: readonly WakeUpChannel[] = ['tasks', 'messages', 'descriptions', 'imports'];
const reconnectDelayMs = 2000;

/** In one process where `url` is null, else through PostgreSQL's LISTEN and NOTIFY; `url` as the driver reads it. */
export async function createWakeUps(url: string | null): Promise<WakeUps> {
  const emitter = new EventEmitter();
  const wire = url === null ? null : await openWire(url, (channel) => emitter.emit(channel));
  return {
    wake(channel) {
      // Without a connection to the others this process alone is woken, and they poll.
      if (!wire?.send(channel)) setImmediate(() => emitter.emit(channel));
    },
    on(channel, listener) {
      emitter.on(channel, listener);
      return () => emitter.off(channel, listener);
    },
    async close() {
      await wire?.close();
    },
  };
}

interface Wire {
  /** False while there is no connection. What is sent comes back to this process, too. */
  send(channel: WakeUpChannel): boolean;
  close(): Promise<void>;
}

/** A connection of its own that listens, made anew whenever it is lost. The first one must succeed. */
async function openWire(url: string, onWake: (channel: WakeUpChannel) => void): Promise<Wire> {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let connecting: Promise<void> = Promise.resolve();
  let closed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'contrafact listener',
    });
    // 'end' follows, whether the server closed the connection or it broke.
    next.on('error', () => {});
    next.on('notification', (message) => {
      const channel = channels.find((name) => message.channel === `contrafact_${name}`);
      if (channel) onWake(channel);
    });
    await next.connect();
    for (const channel of channels) await next.query(`listen contrafact_${channel}`);
    if (closed) return next.end();
    client = next;
    next.on('end', () => {
      client = null;
      reconnectLater();
    });
  }

  function reconnectLater(): void {
    if (closed) return;
    timer = setTimeout(() => {
      connecting = connect().then(
        // What was due meanwhile reached nobody.
        () => channels.forEach(onWake),
        reconnectLater,
      );
    }, reconnectDelayMs);
  }

  await connect();
  return {
    send(channel) {
      if (!client) return false;
      client.query(`notify contrafact_${channel}`).catch(() => {});
      return true;
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await connecting;
      await client?.end().catch(() => {});
    },
  };
}
