/** Kernels that misbehave, for tests of the compute pool. Given to a pool as its `kernelsUrl`. */

import { DecodeError } from '../../src/audio/decode-error.js';
import { kernels as real } from '../../src/compute/kernels.js';
import type { AskingTools, Kernel } from '../../src/domain/compute.js';

declare module '../../src/domain/compute.js' {
  interface KernelMap {
    readonly [name: `test.${string}`]: Kernel;
  }
}

const kernel = (name: string, run: Kernel['run']): [string, () => Promise<Kernel>] => [
  name,
  async () => ({ name, run }),
];

export const kernels: Readonly<Record<string, () => Promise<Kernel>>> = {
  ...real,
  ...Object.fromEntries([
    kernel('test.echo', (input) => input),
    // Asks for each of its inputs, one after the other.
    kernel('test.ask', async (questions: readonly unknown[], tools) => {
      const answers: unknown[] = [];
      for (const question of questions)
        answers.push(await (tools as AskingTools<unknown, unknown>).ask(question));
      return answers;
    }),
    kernel('test.pid', () => process.pid),
    kernel('test.environment', () => ({ ...process.env })),
    kernel('test.spin', (_input, tools) => {
      tools.progress(0.5, 'spinning');
      for (;;);
    }),
    kernel(
      'test.sleep',
      (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    ),
    kernel('test.crash', () => process.abort()),
    kernel('test.exit', () => process.exit(7)),
    kernel('test.swell', () => {
      const kept: Uint8Array[] = [];
      for (;;) kept.push(new Uint8Array(10_000_000).fill(1));
    }),
    kernel('test.bad-input', () => {
      throw new DecodeError('audio_too_long', 'The song is too long. Send a shorter piece.');
    }),
    kernel('test.bug', () => {
      throw new TypeError('x is not a function');
    }),
    kernel('test.full', () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }),
    // Opens a decoder, then hangs: the decoder must not outlive the kill.
    kernel('test.decode-and-hang', async (path: string, tools) => {
      await tools.decode(path, { sampleRateHz: 'native', channels: 'native' });
      tools.progress(1, String(process.pid));
      for (;;);
    }),
    // Opens a decoder and returns without reading it.
    kernel('test.decode-and-leave', async (path: string, tools) => {
      const stream = await tools.decode(path, { sampleRateHz: 'native', channels: 'native' });
      return stream.sampleRateHz;
    }),
    kernel('test.decode-all', async (path: string, tools) => {
      let samples = 0;
      for await (const chunk of await tools.decode(path, { sampleRateHz: 16_000, channels: 1 })) {
        samples += chunk.length;
      }
      return samples;
    }),
  ]),
};
