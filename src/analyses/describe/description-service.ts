/** What the description of music is, and asking for one that is not there yet. */
import { decodeSongDescription } from '../../music/song-description-codec.js';
import { documentedDescription } from './documented-description.js';
import type { DescriptionQueue, DescriptionService, DescriptionStore } from './ports.js';
import { descriptionEngine } from './source.js';

export interface DescriptionServiceParts {
  readonly store: DescriptionStore;
  readonly queue: DescriptionQueue;
  /** Whether music is described as soon as it is uploaded. */
  readonly describesUploads: boolean;
}

export function createDescriptionService({
  store,
  queue,
  describesUploads,
}: DescriptionServiceParts): DescriptionService {
  return {
    async uploaded(musicId) {
      if (describesUploads) await queue.request(descriptionEngine, musicId);
    },
    async read(musicId, options) {
      const bytes = await store.find(descriptionEngine, musicId);
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
