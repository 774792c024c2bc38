/** The kernel `sandbox.check`: whether work can be done in the sandbox of this process, and what is within its reach. */
import type { Kernel } from '../analyses/analysis.js';
import { decoderNode } from '../audio/decoder-child.js';
import { probe } from '../audio/probe.js';
import { plainNode } from '../sandbox/command.js';
import { probeReach, type Reach, type ReachTargets } from '../sandbox/reach.js';

export interface SandboxCheckInput {
  /** A second of sound; null tries no decoding. */
  readonly soundPath: string | null;
  readonly targets: ReachTargets;
  /** Whose reach: that of a process started as decoders are, or of the compute process itself. */
  readonly from: 'decoder' | 'compute';
}

/** Decodes the sound, and probes the reach from within. */
export const sandboxCheckKernel: Kernel<SandboxCheckInput, Reach> = {
  name: 'sandbox.check',
  async run({ soundPath, targets, from }) {
    const [reach] = await Promise.all([
      probeReach(from === 'decoder' ? decoderNode() : plainNode(), targets),
      soundPath === null ? null : probe(soundPath),
    ]);
    return reach;
  },
};
