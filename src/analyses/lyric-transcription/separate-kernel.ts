/** The kernel `transcription.separate`: an operator's separator over a file, its vocals into another, and their levels. */

import { ComputeError, type Kernel } from '../../domain/compute.js';
import { findModel, loadManifest } from '../../models/manifest.js';
import { openSeparator } from '../../models/separator.js';
import { verifiedModel } from '../../models/verified-model.js';
import { NetworkSeparator } from '../../music/separation/network-separator.js';
import { frameHopSamples, frameSamples, voiceRateHz } from './presence/frame-features.js';
import { GrowingFloats } from './presence/growing-floats.js';
import { StreamingResampler } from './streaming-resampler.js';
import { WavWriter } from './wav-writer.js';

export interface SeparateInput {
  readonly path: string;
  readonly model: string;
  /** Where the vocals go: 16 kHz mono WAV. The caller removes it. */
  readonly vocalsPath: string;
  /** Scales the progress only. */
  readonly durationSeconds: number;
  readonly threads: number;
}

export interface Separated {
  readonly seconds: number;
  /** RMS of frames of 2048 samples every 512 at 16 kHz, as in listening. */
  readonly rms: Float32Array;
  readonly hashes: Readonly<Record<string, string>>;
}

export const separateKernelName = 'transcription.separate';

export const separateKernel: Kernel<SeparateInput, Separated> = {
  name: separateKernelName,
  async run({ path, model, vocalsPath, durationSeconds, threads }, tools) {
    const { network, hashes } = await open(tools.modelsDir, model, threads);
    const pcm = await tools.decode(path, { sampleRateHz: network.sampleRateHz, channels: 2 });
    const writer = await WavWriter.create(vocalsPath, voiceRateHz);
    const levels = new Levels();
    const resampler = new StreamingResampler(network.sampleRateHz, voiceRateHz);
    const take = async (vocals: Float32Array): Promise<void> => {
      levels.push(vocals);
      await writer.write(vocals);
    };
    try {
      const separator = await NetworkSeparator.create(network);
      try {
        let samples = 0;
        for await (const chunk of pcm) {
          for (const block of resampler.push(await separator.push(chunk))) await take(block);
          samples += chunk.length / 2;
          const seconds = samples / network.sampleRateHz;
          tools.progress(Math.min(1, seconds / Math.max(1, durationSeconds)), 'separating vocals');
        }
        for (const block of resampler.push(await separator.finish())) await take(block);
        await take(resampler.finish());
        return { seconds: samples / network.sampleRateHz, rms: levels.values(), hashes };
      } finally {
        separator.dispose();
      }
    } catch (error) {
      if (error instanceof ComputeError || (error as NodeJS.ErrnoException).code !== undefined) throw error;
      throw unusable(model, error as Error);
    } finally {
      await writer.close();
      await network.close();
    }
  },
};

async function open(modelsDir: string, id: string, threads: number) {
  try {
    const manifest = loadManifest();
    const { folder, hashes } = await verifiedModel(manifest, modelsDir, id);
    const settings = findModel(manifest, id).separator;
    if (!settings) throw new Error('It is no separator for transcription.');
    return { network: await openSeparator(folder, settings, threads), hashes };
  } catch (error) {
    throw unusable(id, error as Error);
  }
}

function unusable(id: string, { message }: Error): ComputeError {
  return new ComputeError(
    'bad-input',
    `The separator "${id}" cannot be used. ${message} ` +
      `If this stays so: \`contrafact models remove ${id}\` goes back to transcribing the mix.`,
  );
}

/** RMS of frames, of a stream. */
class Levels {
  private readonly rms = new GrowingFloats();
  private readonly frame = new Float32Array(frameSamples);
  private filled = 0;

  push(samples: Float32Array): void {
    for (const sample of samples) {
      this.frame[this.filled++] = sample;
      if (this.filled < frameSamples) continue;
      this.rms.push(Math.sqrt(this.frame.reduce((sum, value) => sum + value * value, 0) / frameSamples));
      this.frame.copyWithin(0, frameHopSamples);
      this.filled = frameSamples - frameHopSamples;
    }
  }

  values(): Float32Array {
    return this.rms.values();
  }
}
