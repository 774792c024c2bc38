/** The kernel `sandbox.check`: whether work can be done in the sandbox of this process, and what is accessible from it. */

import { decoderNode } from '../audio/decoder-child.js';
import { probe } from '../audio/probe.js';
import type { Kernel } from '../domain/compute.js';
import { type Access, type AccessTargets, probeAccess } from '../sandbox/access.js';
import { plainNode } from '../sandbox/command.js';

export interface SandboxCheckInput {
  /** A second of sound; null tries no decoding. */
  readonly soundPath: string | null;
  readonly targets: AccessTargets;
  /** Whose access: that of a process started as decoders are, or of the compute process itself. */
  readonly from: 'decoder' | 'compute';
}

/** Decodes the sound, and probes the access from within that process. */
export const sandboxCheckKernel: Kernel<SandboxCheckInput, Access> = {
  name: 'sandbox.check',
  async run({ soundPath, targets, from }) {
    const [access] = await Promise.all([
      probeAccess(from === 'decoder' ? decoderNode() : plainNode(), targets),
      soundPath === null ? null : probe(soundPath),
    ]);
    return access;
  },
};
