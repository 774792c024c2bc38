import { type CaseDraft, decodes, either, rejected } from './case.js';
import { chunk, type SampleLayout, samplesAs, sine, type WaveOptions, wave } from './wave.js';

const samples = sine({ frequencyHz: 1000, seconds: 2 });
const data = samplesAs('s16', samples);
const twoSeconds = decodes('wav', 1.999, 2.001);

const layouts: readonly [SampleLayout, number, number][] = [
  ['u8', 1, 8],
  ['s16', 1, 16],
  ['s24', 1, 24],
  ['s32', 1, 32],
  ['f32', 3, 32],
  ['f64', 3, 64],
  ['alaw', 6, 8],
  ['mulaw', 7, 8],
];

function channelCase(channels: number, expect: CaseDraft['expect']): CaseDraft {
  const body = samplesAs(
    's16',
    sine({ frequencyHz: 1000, seconds: 0.5, channels: Math.min(channels, 100) || 1 }),
  );
  const options: WaveOptions = { channels, blockAlign: channels * 2 };
  return { name: `wav with ${channels} channels`, bytes: wave(body, options), expect };
}

const rateCase = (sampleRateHz: number, expect: CaseDraft['expect']): CaseDraft => ({
  name: `wav of ${sampleRateHz} Hz`,
  bytes: wave(data, { sampleRateHz, byteRate: 88_200 }),
  expect,
});

const headerCase = (name: string, options: WaveOptions, expect: CaseDraft['expect']): CaseDraft => ({
  name: `wav with ${name}`,
  bytes: wave(data, options),
  expect,
});

function floatCase(name: string, values: readonly number[], expect: CaseDraft['expect']): CaseDraft {
  const body = Float64Array.from(samples, (sample, i) =>
    i % 100 < values.length ? values[i % 100]! : sample,
  );
  return {
    name: `float wav with ${name}`,
    bytes: wave(samplesAs('f32', body), { formatTag: 3, bitsPerSample: 32 }),
    expect,
  };
}

const cut = (bytes: number, expect: CaseDraft['expect']): CaseDraft => ({
  name: `wav cut after ${bytes} bytes`,
  bytes: wave(data).subarray(0, bytes),
  expect,
});

const eightSeconds = data.length / 2 / 8_000;

/** WAV in all its layouts, and headers that lie. */
export function waveCases(): CaseDraft[] {
  const formatChunk = wave(data).subarray(12, 36);
  const raw = (...chunks: Buffer[]): Buffer => chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...chunks]));
  return [
    ...layouts.map(([layout, formatTag, bitsPerSample]) => ({
      name: `wav of ${layout} samples`,
      bytes: wave(samplesAs(layout, samples), { formatTag, bitsPerSample }),
      expect: twoSeconds,
    })),
    channelCase(0, rejected),
    channelCase(2, decodes('wav', 0.49, 0.51)),
    channelCase(8, decodes('wav', 0.49, 0.51)),
    channelCase(9, rejected),
    channelCase(96, rejected),
    channelCase(65_535, rejected),
    rateCase(0, rejected),
    rateCase(1, rejected),
    rateCase(3_999, rejected),
    rateCase(8_000, decodes('wav', eightSeconds - 0.01, eightSeconds + 0.01)),
    rateCase(192_000, decodes('wav', 0.45, 0.47)),
    rateCase(384_000, decodes('wav', 0.22, 0.24)),
    rateCase(384_001, rejected),
    rateCase(4_294_967_295, rejected),
    headerCase('0 bits a sample', { bitsPerSample: 0, blockAlign: 2 }, rejected),
    headerCase('1 bit a sample', { bitsPerSample: 1, blockAlign: 1 }, either),
    headerCase('17 bits a sample', { bitsPerSample: 17, blockAlign: 2 }, either),
    headerCase('65535 bits a sample', { bitsPerSample: 65_535, blockAlign: 2 }, rejected),
    headerCase('an unknown format tag', { formatTag: 0x1234 }, rejected),
    headerCase('a format tag of MPEG and no MPEG inside', { formatTag: 0x55 }, rejected),
    headerCase('an extensible tag and no extension', { formatTag: 0xfffe }, rejected),
    headerCase('a block of 0 bytes', { blockAlign: 0 }, twoSeconds),
    headerCase('a block of 65535 bytes', { blockAlign: 65_535 }, twoSeconds),
    headerCase('a byte rate of 0', { byteRate: 0 }, twoSeconds),
    headerCase('a RIFF size of 0', { riffBytes: 0 }, twoSeconds),
    headerCase('a RIFF size of 4 GB', { riffBytes: 0xffffffff }, twoSeconds),
    headerCase('a RIFF size that is too small', { riffBytes: 100 }, twoSeconds),
    headerCase('a data size of 4 GB, as streaming writers leave it', { dataBytes: 0xffffffff }, twoSeconds),
    headerCase('a data size of 0, as streaming writers leave it', { dataBytes: 0 }, twoSeconds),
    headerCase('a data size that is too large', { dataBytes: 1_000_000_000 }, twoSeconds),
    headerCase('a data size of half the data', { dataBytes: data.length / 2 }, decodes('wav', 0.99, 1.01)),
    headerCase('a format chunk of 4 GB', { formatBytes: 0xffffffff }, rejected),
    headerCase('a format chunk of 2 bytes', { formatBytes: 2 }, rejected),
    headerCase(
      'an unknown chunk of 1 MB',
      { extraChunks: chunk('JUNK', Buffer.alloc(1_000_000)) },
      twoSeconds,
    ),
    headerCase(
      'an unknown chunk that claims 2 GB',
      { extraChunks: chunk('JUNK', Buffer.alloc(8), 0x7fffffff) },
      rejected,
    ),
    headerCase(
      'ten thousand empty chunks',
      { extraChunks: Buffer.concat(Array(10_000).fill(chunk('JUNK', Buffer.alloc(0)))) },
      twoSeconds,
    ),
    headerCase('two format chunks', { extraChunks: formatChunk }, twoSeconds),
    { name: 'wav without a format chunk', bytes: raw(chunk('data', data)), expect: rejected },
    { name: 'wav without a data chunk', bytes: raw(formatChunk), expect: rejected },
    {
      name: 'wav with the data before the format',
      bytes: raw(chunk('data', data), formatChunk),
      expect: twoSeconds,
    },
    cut(4, rejected),
    cut(12, rejected),
    cut(20, rejected),
    cut(36, rejected),
    cut(44, rejected),
    cut(45, rejected),
    cut(48, decodes('wav', 0, 0.001)),
    cut(44 + data.length / 2, decodes('wav', 0.99, 1.01)),
    cut(44 + data.length - 1, twoSeconds),
    { name: 'wav of one sample', bytes: wave(data.subarray(2, 4)), expect: decodes('wav', 0, 0.001) },
    { name: 'wav of no samples', bytes: wave(Buffer.alloc(0)), expect: rejected },
    {
      name: 'wav of digital silence',
      bytes: wave(Buffer.alloc(data.length)),
      expect: { ...twoSeconds, isSilent: true },
    },
    floatCase('NaN', [Number.NaN], twoSeconds),
    floatCase('infinities', [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], twoSeconds),
    floatCase('huge and denormal values', [3e38, -3e38, 1e-40], twoSeconds),
    {
      name: 'float wav of nothing but NaN',
      bytes: wave(
        samplesAs(
          'f32',
          samples.map(() => Number.NaN),
        ),
        { formatTag: 3, bitsPerSample: 32 },
      ),
      expect: { ...twoSeconds, isSilent: true },
    },
  ];
}
