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

/** Title and artist. */
export const tagsKernel: Kernel<{ readonly path: string }, AudioTags> = {
  name: 'audio.tags',
  run: ({ path }) => readTags(path),
};
