/** Small encoders of our own for WAV, so that every field of the header can be made to lie. */

export interface WaveOptions {
  /** RIFF (or RIFX, RF64) chunk id. */
  readonly riff?: string;
  /** 1 PCM, 3 float, 6 A-law, 7 µ-law, 0xfffe extensible. */
  readonly formatTag?: number;
  readonly channels?: number;
  readonly sampleRateHz?: number;
  readonly bitsPerSample?: number;
  readonly blockAlign?: number;
  readonly byteRate?: number;
  /** What the headers claim; the truth where absent. */
  readonly riffBytes?: number;
  readonly dataBytes?: number;
  readonly formatBytes?: number;
  /** Chunks between the format and the data. */
  readonly extraChunks?: Buffer;
}

export function chunk(id: string, body: Buffer, claimedBytes = body.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 0, 4, 'latin1');
  head.writeUInt32LE(claimedBytes >>> 0, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** A WAV file around `data`, which is taken as it is. */
export function wave(data: Buffer, options: WaveOptions = {}): Buffer {
  const { formatTag = 1, channels = 1, sampleRateHz = 44_100, bitsPerSample = 16 } = options;
  const blockAlign = options.blockAlign ?? (channels * bitsPerSample) / 8;
  const format = Buffer.alloc(16);
  format.writeUInt16LE(formatTag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRateHz >>> 0, 4);
  format.writeUInt32LE((options.byteRate ?? sampleRateHz * blockAlign) >>> 0, 8);
  format.writeUInt16LE(blockAlign & 0xffff, 12);
  format.writeUInt16LE(bitsPerSample, 14);
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    chunk('fmt ', format, options.formatBytes),
    options.extraChunks ?? Buffer.alloc(0),
    chunk('data', data, options.dataBytes),
  ]);
  return chunk(options.riff ?? 'RIFF', body, options.riffBytes);
}

export type SampleLayout = 'u8' | 's16' | 's24' | 's32' | 'f32' | 'f64' | 'alaw' | 'mulaw';

/** G.711 A-law of one sample in −1 … 1 (ITU-T G.711, table 1a, by segments). */
function aLaw(sample: number): number {
  const magnitude = Math.min(4095, Math.round(Math.abs(sample) * 4096));
  let segment = 0;
  for (let bound = 31; magnitude > bound; bound = bound * 2 + 1) segment += 1;
  segment = Math.max(0, segment);
  const step = segment < 2 ? (magnitude >> 1) & 15 : (magnitude >> segment) & 15;
  return ((sample >= 0 ? 0x80 : 0) | (segment << 4) | step) ^ 0x55;
}

/** G.711 µ-law of one sample in −1 … 1 (bias 33 on a 14-bit scale). */
function muLaw(sample: number): number {
  const magnitude = Math.min(8158, Math.round(Math.abs(sample) * 8159)) + 33;
  const segment = Math.max(0, 31 - Math.clz32(magnitude) - 5);
  return ~((sample < 0 ? 0x80 : 0) | (segment << 4) | ((magnitude >> (segment + 1)) & 15)) & 0xff;
}

/** A sample in −1 … 1 as a signed integer whose full scale is 2^`bits`; +1 itself does not fit. */
export const toInteger = (sample: number, bits: number): number =>
  Math.min(2 ** bits - 1, Math.max(-(2 ** bits), Math.round(sample * 2 ** bits)));

/** Encodes samples in −1 … 1, little-endian. */
export function samplesAs(layout: SampleLayout, samples: Float64Array): Buffer {
  const widths: Record<SampleLayout, number> = {
    u8: 1,
    s16: 2,
    s24: 3,
    s32: 4,
    f32: 4,
    f64: 8,
    alaw: 1,
    mulaw: 1,
  };
  const width = widths[layout];
  const out = Buffer.alloc(samples.length * width);
  samples.forEach((sample, i) => {
    const at = i * width;
    if (layout === 'u8') out.writeUInt8(128 + toInteger(sample, 7), at);
    else if (layout === 's16') out.writeInt16LE(toInteger(sample, 15), at);
    else if (layout === 's24') out.writeIntLE(toInteger(sample, 23), at, 3);
    else if (layout === 's32') out.writeInt32LE(toInteger(sample, 31), at);
    else if (layout === 'f32') out.writeFloatLE(sample, at);
    else if (layout === 'f64') out.writeDoubleLE(sample, at);
    else out.writeUInt8(layout === 'alaw' ? aLaw(sample) : muLaw(sample), at);
  });
  return out;
}

/** A sine, each channel the same, interleaved. */
export function sine(options: {
  frequencyHz: number;
  seconds: number;
  sampleRateHz?: number;
  channels?: number;
  amplitude?: number;
}): Float64Array {
  const { frequencyHz, seconds, sampleRateHz = 44_100, channels = 1, amplitude = 0.5 } = options;
  const frames = Math.round(seconds * sampleRateHz);
  const samples = new Float64Array(frames * channels);
  for (let i = 0; i < samples.length; i += 1) {
    const time = Math.floor(i / channels) / sampleRateHz;
    samples[i] = amplitude * Math.sin(2 * Math.PI * frequencyHz * time);
  }
  return samples;
}
