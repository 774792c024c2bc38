/** A mono WAV file that is written while its samples come. */
import { type FileHandle, open } from 'node:fs/promises';
import { pcm16, wavHeader, wavHeaderBytes } from '../../signal/wav.js';

export class WavWriter {
  private dataBytes = 0;

  private constructor(
    private readonly file: FileHandle,
    private readonly sampleRateHz: number,
  ) {}

  /** Rejects with the file system's error. */
  static async create(path: string, sampleRateHz: number): Promise<WavWriter> {
    const file = await open(path, 'w');
    await file.write(wavHeader(0, sampleRateHz));
    return new WavWriter(file, sampleRateHz);
  }

  async write(samples: Float32Array): Promise<void> {
    if (samples.length === 0) return;
    const bytes = pcm16(samples);
    await this.file.write(bytes);
    this.dataBytes += bytes.length;
  }

  /** Enters the length, which was not known before. */
  async close(): Promise<void> {
    await this.file.write(wavHeader(this.dataBytes, this.sampleRateHz), 0, wavHeaderBytes, 0);
    await this.file.close();
  }
}
