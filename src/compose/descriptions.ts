/** Describes music in the background, and answers what its description is. */

import { documentedDescription } from '../analyses/describe/documented-description.js';
import type { DescriptionQueue } from '../analyses/describe/ports.js';
import { descriptionEngine } from '../analyses/describe/source.js';
import { AnalysisError } from '../domain/analysis-error.js';
import { type Compute, ComputeError } from '../domain/compute.js';
import type { DescriptionService } from '../http/ports.js';
import { decodeSongDescription } from '../music/song-description-codec.js';
import { createDescriptionQueue } from '../storage/descriptions/requests.js';
import { createLoop } from '../tasks/loop.js';
import type { Instance } from './instance.js';
import type { SearchIndexes } from './search-indexes.js';

/** Wake-ups may be lost, and a lease may lapse with its process. */
const pollSeconds = 10;
const maxAttempts = 3;
const retryDelaySeconds = 30;
/** Renewed while the work goes on: with a separator it can take an hour. */
const leaseSeconds = 120;

const queueOf = ({ db, database }: Instance): DescriptionQueue =>
  createDescriptionQueue(db, () => database.wakeUps.wake('descriptions'));

export function descriptionService(instance: Instance, indexes: SearchIndexes): DescriptionService {
  const queue = queueOf(instance);
  return {
    async uploaded(musicId) {
      if (instance.config.describeUploads) await queue.request(descriptionEngine, musicId);
    },
    async read(musicId, options) {
      const bytes = await indexes.descriptionStore.find(descriptionEngine, musicId);
      const description = bytes && decodeSongDescription(bytes);
      if (description) {
        return { state: 'ready', description: documentedDescription(description, options) };
      }
      const reason = await queue.failure(descriptionEngine, musicId);
      if (reason !== null) return { state: 'failed', reason };
      await queue.request(descriptionEngine, musicId);
      return { state: 'pending' };
    },
  };
}

export interface Describer {
  start(): void;
  stop(): Promise<void>;
}

/** Describes what was requested, one after the other. `compute` is its own: tasks never wait for it. */
export function composeDescriber(instance: Instance, indexes: SearchIndexes, compute: Compute): Describer {
  const { config, log, database } = instance;
  const queue = queueOf(instance);
  const abort = new AbortController();
  const context = { compute, signal: abort.signal, progress: () => {} };

  async function describe(musicId: string, attempts: number): Promise<void> {
    const renewal = setInterval(
      () => {
        queue.later(musicId, leaseSeconds).catch(() => {});
      },
      (leaseSeconds * 1000) / 4,
    );
    try {
      const opened = await indexes.openMusic(musicId);
      // The request goes with the music.
      if (!opened) return;
      try {
        await indexes.descriptions.describe(opened.music, context);
      } finally {
        await opened.release();
      }
    } catch (error) {
      if (abort.signal.aborted) return queue.later(musicId, 0);
      if (error instanceof AnalysisError) return queue.fail(descriptionEngine, musicId, error.message);
      log.warn({ err: error, musicId, attempts }, 'music could not be described');
      if (attempts < maxAttempts) return queue.later(musicId, retryDelaySeconds * attempts);
      const why = error instanceof ComputeError ? error.message : 'There was an internal error.';
      await queue.fail(descriptionEngine, musicId, `The description could not be completed: ${why}`);
    } finally {
      clearInterval(renewal);
    }
  }

  const loop = createLoop(
    'description',
    pollSeconds,
    async () => {
      while (!abort.signal.aborted) {
        const next = await queue.claim(descriptionEngine, leaseSeconds);
        if (!next) return;
        await describe(next.musicId, next.attempts);
      }
    },
    log,
  );
  let stopListening = (): void => {};
  return {
    start() {
      stopListening = database.wakeUps.on('descriptions', () => loop.wake());
      // Music from before this version, and music whose request was cut off.
      const missing = config.describeUploads ? queue.requestMissing(descriptionEngine) : Promise.resolve(0);
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
