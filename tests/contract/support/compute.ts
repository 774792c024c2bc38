/**
 * Stands in for the compute processes where a test is about HTTP: reads the WAV header itself, so that its answers
 * follow from the bytes. Everything that is no PCM WAV and no MIDI file is
 * undecodable.
 */
import { readFile } from 'node:fs/promises';
import { inspectMidiKernel } from '../../../src/analyses/describe/midi-file.js';
import { type Compute, ComputeError, type KernelTools } from '../../../src/domain/compute.js';

export function wavCompute(): Compute {
  return {
    async run<Output>(kernel: string, input: unknown): Promise<Output> {
      const { path } = input as { path: string };
      if (kernel === 'music.inspect-midi') {
        return (await inspectMidiKernel.run({ path }, {} as KernelTools)) as Output;
      }
      if (kernel !== 'audio.probe') throw new ComputeError('internal', `no kernel ${kernel}`);
      const bytes = await readFile(path);
      if (bytes.subarray(0, 4).toString('latin1') !== 'RIFF' || bytes.length <= 44) {
        throw new ComputeError('bad-input', 'This is not audio.');
      }
      const channels = bytes.readUInt16LE(22);
      const sampleRateHz = bytes.readUInt32LE(24);
      const durationSeconds = (bytes.length - 44) / (2 * channels * sampleRateHz);
      return { format: 'wav', durationSeconds, sampleRateHz, channels, roomSeconds: null } as Output;
    },
  };
}
