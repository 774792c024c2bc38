/** The audio room's kernels: what an upload needs to know about a file. Both take a path, nothing else. */
import type { Kernel } from '../analyses/analysis.js';
import { type DecodeLimits, defaultDecodeLimits } from './limits.js';
import { type ProbeResult, probe } from './probe.js';
import { type AudioTags, readTags } from './tags.js';

export interface ProbeInput {
  readonly path: string;
  /** Absent ones take the defaults. */
  readonly limits?: Partial<DecodeLimits>;
}

/** Decodes the whole file and says what it is. */
export const probeKernel: Kernel<ProbeInput, ProbeResult> = {
  name: 'audio.probe',
  run: ({ path, limits }) => probe(path, { ...defaultDecodeLimits, ...limits }),
};

/** Both: what an upload wants to know. The tag reader knows more kinds of tags, the decoder more containers. */
export const inspectKernel: Kernel<ProbeInput, ProbeResult> = {
  name: 'audio.inspect',
  run: async ({ path, limits }) => {
    const probed = await probe(path, { ...defaultDecodeLimits, ...limits });
    const tags = await readTags(path);
    return { ...probed, title: tags.title ?? probed.title, artist: tags.artist ?? probed.artist };
  },
};

/** Title and artist. */
export const tagsKernel: Kernel<{ readonly path: string }, AudioTags> = {
  name: 'audio.tags',
  run: ({ path }) => readTags(path),
};
