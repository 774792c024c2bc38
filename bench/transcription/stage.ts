/** Runs one kernel in a process of its own and prints, as JSON, what it cost: `stage.ts KERNEL MODELS INPUT`. */
import { pathToFileURL } from 'node:url';
import { kernelsByName } from '../../src/compute/kernels.js';
import type { KernelTools } from '../../src/domain/compute.js';
import { decodeWithFfmpeg } from './decode.js';

/** Of a kernel's run: its output, CPU seconds and peak resident memory of its process. */
export interface StageCost {
  readonly output: unknown;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

async function main([name = '', modelsDir = '', input = 'null']: readonly string[]): Promise<void> {
  const kernel = await kernelsByName[name]!();
  const tools: KernelTools = {
    decode: async (path, { channels }) => decodeWithFfmpeg(path, channels === 2 ? 2 : 1),
    progress() {},
    modelsDir,
  };
  const before = process.cpuUsage();
  const output = await kernel.run(JSON.parse(input), tools);
  const { user, system } = process.cpuUsage(before);
  const cost: StageCost = {
    output,
    cpuSeconds: (user + system) / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
  process.stdout.write(JSON.stringify(cost));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.slice(2));
