/** Descriptions of music: who makes them in the background, and who answers what they are. */
import { createDescriptionService } from '../analyses/describe/description-service.js';
import type { DescriptionQueue, DescriptionService } from '../analyses/describe/ports.js';
import { descriptionEngine } from '../analyses/describe/source.js';
import type { Compute } from '../domain/compute.js';
import { createDescriptionQueue } from '../storage/descriptions/requests.js';
import { createDescriber, type Describer } from '../tasks/describer.js';
import type { Instance } from './instance.js';
import type { SearchIndexes } from './search-indexes.js';

const queueOf = ({ db, database }: Instance): DescriptionQueue =>
  createDescriptionQueue(db, () => database.wakeUps.wake('descriptions'));

export function descriptionService(instance: Instance, indexes: SearchIndexes): DescriptionService {
  return createDescriptionService({
    store: indexes.descriptionStore,
    queue: queueOf(instance),
    describesUploads: instance.config.describeUploads,
  });
}

/** `compute` is its own: tasks never wait for it. */
export function composeDescriber(instance: Instance, indexes: SearchIndexes, compute: Compute): Describer {
  const { config, log, database } = instance;
  return createDescriber({
    queue: queueOf(instance),
    engine: descriptionEngine,
    describesUploads: config.describeUploads,
    async describe(musicId, signal) {
      const opened = await indexes.openMusic(musicId);
      if (!opened) return;
      const context = { compute, signal, progress: () => {} };
      await indexes.descriptions.describe(opened.music, context).finally(() => opened.release());
    },
    onWake: (listener) => database.wakeUps.on('descriptions', listener),
    log,
  });
}
