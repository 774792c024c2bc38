/** Processor time of one song, decoding included: of this process and of the decoders it starts. */
import { readFileSync } from 'node:fs';
import { createAiDetection } from '../../src/analyses/ai-detection/ai-detection.js';
import { measureKernel } from '../../src/analyses/ai-detection/kernel.js';
import type { ProductName } from '../../src/analyses/ai-detection/results/products.js';
import { openPcm } from '../../src/audio/decode.js';
import type { Compute } from '../../src/domain/compute.js';
import { table } from './tables.js';

/** Clock ticks a second in /proc on every Linux of today. */
const ticksPerSecond = 100;

/** Seconds of the children that have ended; Linux only. */
function childrenSeconds(): number {
  // The name in brackets may hold spaces: fields are counted after it. cutime and cstime are the 14th and 15th.
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

const compute: Compute = {
  async run<Output>(_kernel: string, input: unknown): Promise<Output> {
    const tools = { decode: openPcm, progress: () => undefined, modelsDir: '' };
    return (await measureKernel.run(input as { path: string; durationSeconds: number }, tools)) as Output;
  },
};

export async function costTable(path: string): Promise<string> {
  const rows: string[][] = [];
  const models: readonly ProductName[] = ['standard', 'pro', 'standard', 'pro'];
  for (const model of models) {
    const before = { own: process.cpuUsage(), children: childrenSeconds() };
    const outcome = await createAiDetection().run(
      {
        accountId: '',
        taskId: '',
        model,
        variant: 'music',
        parameters: {},
        music: {
          musicId: '',
          title: '',
          artist: '',
          filename: 'song',
          path,
          sha256: '',
          durationSeconds: 180,
        },
      },
      { compute, signal: new AbortController().signal, progress: () => undefined },
    );
    const { user, system } = process.cpuUsage(before.own);
    const own = (user + system) / 1e6;
    const decoders = childrenSeconds() - before.children;
    const { evidence } = outcome.detail as { evidence: { duration_seconds: number } };
    rows.push([
      model,
      evidence.duration_seconds.toFixed(0),
      own.toFixed(2),
      decoders.toFixed(2),
      (own + decoders).toFixed(2),
    ]);
  }
  const head = ['model', 'song, s', 'analysis, processor s', 'decoders, processor s', 'together'];
  return table(head, rows);
}
