import { type CaseDraft, decodes, patched, randomBytes, rejected, tooLong } from './case.js';
import type { BaseName } from './encode.js';
import { constantFlac, metadataBlock, streamInfo } from './flac.js';

const magic = Buffer.from('fLaC');
const whole = decodes('flac', 1.999, 2.001);

/** FLAC: intact, damaged, and small files that stand for very long ones. */
export function flacCases(bases: Readonly<Record<BaseName, Buffer>>): CaseDraft[] {
  const flac = bases['flac-16'];
  const info = flac.subarray(8, 42);
  // Behind STREAMINFO, whose header no longer says that it is the last block or not the last.
  const rest = flac.subarray(42);
  const withBlock = (block: Buffer): Buffer =>
    Buffer.concat([magic, metadataBlock(0, info, false), block, rest]);
  const tag = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 10, ...Buffer.alloc(10)]);
  const bomb = (frames: number, sampleRateHz: number, channels: number): Buffer =>
    constantFlac({ frames, sampleRateHz, channels });
  return [
    {
      name: 'flac, 16 bits',
      bytes: flac,
      expect: { ...whole, title: 'Tëst Söng', artist: 'The Générators' },
    },
    { name: 'flac, 24 bits, 96 kHz', bytes: bases['flac-24'], expect: whole },
    { name: 'flac behind an ID3 tag', bytes: Buffer.concat([tag, flac]), expect: whole },
    {
      name: 'flac cut in the middle',
      bytes: flac.subarray(0, flac.length / 2),
      expect: decodes('flac', 0.3, 1.7),
    },
    { name: 'flac cut within its metadata', bytes: flac.subarray(0, 30), expect: rejected },
    {
      name: 'flac cut after its metadata',
      bytes: Buffer.concat([magic, metadataBlock(0, info, true)]),
      expect: rejected,
    },
    { name: 'flac of its magic bytes only', bytes: magic, expect: rejected },
    {
      name: 'flac with a changed byte in a frame',
      bytes: patched(flac, flac.length - 9_000, [0xaa, 0x55]),
      expect: decodes('flac', 1.7, 2.001),
    },
    {
      name: 'flac with a metadata block that claims 16 MB',
      bytes: withBlock(metadataBlock(4, Buffer.alloc(8), false, 0xffffff)),
      expect: rejected,
    },
    {
      name: 'flac with 3 MB of padding',
      bytes: withBlock(metadataBlock(1, Buffer.alloc(3_000_000), false)),
      expect: whole,
    },
    {
      name: 'flac with a picture of random bytes',
      bytes: withBlock(metadataBlock(6, randomBytes(100_000), false)),
      expect: decodes('flac', 1.9, 2.1),
    },
    {
      name: 'flac with comments that claim 4 billion entries',
      bytes: withBlock(metadataBlock(4, Buffer.from([0, 0, 0, 0, 255, 255, 255, 255]), false)),
      expect: whole,
    },
    {
      name: 'flac with a STREAMINFO of zeros',
      bytes: Buffer.concat([magic, metadataBlock(0, Buffer.alloc(34), true), randomBytes(5_000)]),
      expect: rejected,
    },
    {
      name: 'flac of random bytes behind a true STREAMINFO',
      bytes: Buffer.concat([
        magic,
        metadataBlock(0, streamInfo({ frames: 9, sampleRateHz: 44_100, channels: 2 }), true),
        randomBytes(50_000),
      ]),
      expect: rejected,
    },
    {
      name: 'flac of 44 seconds of silence in 500 bytes',
      bytes: bomb(30, 44_100, 1),
      expect: decodes('flac', 44.5, 44.7, { isSilent: true }),
    },
    {
      name: 'flac that claims a million hours',
      bytes: constantFlac({ frames: 30, sampleRateHz: 44_100, channels: 1, totalSamples: 2 ** 36 - 1 }),
      expect: decodes('flac', 44.5, 44.7, { isSilent: true }),
    },
    { name: 'flac of five hours in 13 kB', bytes: bomb(1_150, 4_000, 1), expect: tooLong },
    { name: 'flac of 14 days in 1 MB', bytes: bomb(75_000, 4_000, 1), expect: tooLong },
    {
      name: 'flac of an hour of eight channels at 384 kHz',
      bytes: bomb(21_000, 384_000, 8),
      expect: tooLong,
    },
  ];
}
