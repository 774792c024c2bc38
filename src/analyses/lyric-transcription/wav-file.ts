/** Mono WAV at the recogniser's rate: 16-bit in memory for an endpoint, and as a stream to a file. */
import { type FileHandle, open } from 'node:fs/promises';

const headerBytes = 44;
const bytesPerSample = 2;

/** A whole WAV file; samples beyond −1 … 1 are cut. */
export function wavFile(samples: Float32Array, sampleRateHz: number): Uint8Array {
  const bytes = Buffer.alloc(headerBytes + samples.length * bytesPerSample);
  header(samples.length, sampleRateHz).copy(bytes);
  pcm(samples).copy(bytes, headerBytes);
  return bytes;
}

/** Writes a WAV file as samples come; its length is entered at the end. */
export class WavWriter {
  private count = 0;

  private constructor(
    private readonly file: FileHandle,
    private readonly sampleRateHz: number,
  ) {}

  /** Rejects with the file system's error. */
  static async create(path: string, sampleRateHz: number): Promise<WavWriter> {
    const file = await open(path, 'w');
    await file.write(header(0, sampleRateHz));
    return new WavWriter(file, sampleRateHz);
  }

  async write(samples: Float32Array): Promise<void> {
    if (samples.length === 0) return;
    await this.file.write(pcm(samples));
    this.count += samples.length;
  }

  async close(): Promise<void> {
    await this.file.write(header(this.count, this.sampleRateHz), 0, headerBytes, 0);
    await this.file.close();
  }
}

function pcm(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(samples.length * bytesPerSample);
  for (let n = 0; n < samples.length; n++) {
    const value = Math.round(32_767 * Math.max(-1, Math.min(1, samples[n]!)));
    bytes.writeInt16LE(value - value === 0 ? value : 0, n * bytesPerSample);
  }
  return bytes;
}

function header(count: number, sampleRateHz: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(headerBytes - 8 + count * bytesPerSample, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRateHz, 24);
  bytes.writeUInt32LE(sampleRateHz * bytesPerSample, 28);
  bytes.writeUInt16LE(bytesPerSample, 32);
  bytes.writeUInt16LE(8 * bytesPerSample, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(count * bytesPerSample, 40);
  return bytes;
}
