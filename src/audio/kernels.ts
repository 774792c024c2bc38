/** The audio room's kernel: what an upload needs to know about a file. It takes a path, nothing else. */
import type { Kernel } from '../domain/compute.js';
import { type DecodeLimits, defaultDecodeLimits } from './limits.js';
import { type ProbeResult, probe } from './probe.js';

export interface ProbeInput {
  readonly path: string;
  /** Absent ones take the defaults. */
  readonly limits?: Partial<DecodeLimits>;
}

/** Decodes the whole file and reports what it is, with title and artist. */
export const probeKernel: Kernel<ProbeInput, ProbeResult> = {
  name: 'audio.probe',
  run: ({ path, limits }) => probe(path, { ...defaultDecodeLimits, ...limits }),
};
