/** Works off the queue of descriptions: one after the other, each under a lease, tried again after a pause. */
import type { DescriptionQueue } from '../analyses/describe/ports.js';
import { AnalysisError } from '../domain/analysis-error.js';
import { publicReason } from '../domain/compute.js';
import { lacksRoom } from '../domain/disk-full.js';
import { createLoop, type LoopLog } from './loop.js';

/** Wake-ups may be lost, and a lease may lapse with its process. */
const pollSeconds = 10;
const maxAttempts = 3;
const retryDelaySeconds = 30;
/** On a full disk, five minutes apart in the end: hours in which an operator can make room. */
const maxAttemptsWithoutRoom = 100;
const longestDelaySeconds = 300;
/** Renewed while the work goes on: with a separator it can take an hour. */
const leaseSeconds = 120;

export interface DescriberLog extends LoopLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface DescriberParts {
  readonly queue: DescriptionQueue;
  /** Of the descriptions that are made. */
  readonly engine: number;
  /** Whether music that has no description is asked for at the start. */
  readonly describesUploads: boolean;
  /**
   * Describes the music and keeps the description; does nothing where the music is gone, as its request is then. Throws
   * AnalysisError where it cannot be described; other failures are tried again.
   */
  describe(musicId: string, signal: AbortSignal): Promise<void>;
  /** Calls `listener` for new requests until what it returns is called. */
  onWake(listener: () => void): () => void;
  readonly log: DescriberLog;
}

export interface Describer {
  start(): void;
  stop(): Promise<void>;
}

export function createDescriber(parts: DescriberParts): Describer {
  const { queue, engine, log } = parts;
  const abort = new AbortController();

  async function describe(musicId: string, attempts: number): Promise<void> {
    const renewal = setInterval(
      () => {
        queue.later(musicId, leaseSeconds).catch(() => {});
      },
      (leaseSeconds * 1000) / 4,
    );
    try {
      await parts.describe(musicId, abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return queue.later(musicId, 0);
      if (error instanceof AnalysisError) return queue.fail(engine, musicId, error.message);
      log.warn({ err: error, musicId, attempts }, 'music could not be described');
      if (attempts < (lacksRoom(error) ? maxAttemptsWithoutRoom : maxAttempts))
        return queue.later(musicId, Math.min(longestDelaySeconds, retryDelaySeconds * attempts));
      const why = publicReason(error) ?? 'There was an internal error.';
      await queue.fail(engine, musicId, `The description could not be completed: ${why}`);
    } finally {
      clearInterval(renewal);
    }
  }

  const loop = createLoop(
    'description',
    pollSeconds,
    async () => {
      while (!abort.signal.aborted) {
        const next = await queue.claim(engine, leaseSeconds);
        if (!next) return;
        await describe(next.musicId, next.attempts);
      }
    },
    log,
  );
  let stopListening = (): void => {};
  return {
    start() {
      stopListening = parts.onWake(() => loop.wake());
      // Music from before this version, and music whose request was cut off.
      const missing = parts.describesUploads ? queue.requestMissing(engine) : Promise.resolve(0);
      missing
        .then((count) => count > 0 && log.info({ count }, 'music waits for its description'))
        .catch((error: unknown) => log.error({ err: error }, 'music without description was not looked for'));
      loop.start();
    },
    async stop() {
      stopListening();
      abort.abort(new Error('shutting down'));
      await loop.stop();
    },
  };
}
