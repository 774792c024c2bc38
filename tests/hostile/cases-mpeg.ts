import { deflateSync } from 'node:zlib';
import { type CaseDraft, decodes, patched, randomBytes, rejected } from './case.js';
import type { BaseName } from './encode.js';

const synchsafe = (value: number): number[] => [
  (value >> 21) & 127,
  (value >> 14) & 127,
  (value >> 7) & 127,
  value & 127,
];

/** An ID3v2.4 tag around frames; `claimedBytes` may lie. */
function id3(frames: Buffer, claimedBytes = frames.length): Buffer {
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, ...synchsafe(claimedBytes)]), frames]);
}

function id3Frame(id: string, body: Buffer, claimedBytes = body.length, flags = 0): Buffer {
  return Buffer.concat([Buffer.from(id), Buffer.from([...synchsafe(claimedBytes), 0, flags]), body]);
}

const textFrame = (id: string, text: string): Buffer =>
  id3Frame(id, Buffer.concat([Buffer.from([3]), Buffer.from(text)]));

/** The old tag of 128 bytes at the end of a file. */
function id3v1(title: string, artist: string): Buffer {
  const tag = Buffer.alloc(128);
  tag.write('TAG', 0, 'latin1');
  tag.write(title, 3, 30, 'latin1');
  tag.write(artist, 33, 30, 'latin1');
  return tag;
}

/** Puts `junk` between pieces of `every` bytes. */
function interleaved(bytes: Buffer, junk: Buffer, every: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += every) pieces.push(bytes.subarray(at, at + every), junk);
  return Buffer.concat(pieces);
}

const mp3Seconds = decodes('mp3', 1.9, 2.15);

function mp3Cases(bases: Readonly<Record<BaseName, Buffer>>): CaseDraft[] {
  const cbr = bases['mp3-cbr'];
  const tagged = bases['mp3-vbr-id3'];
  const cut = (bytes: number, expect: CaseDraft['expect']): CaseDraft => ({
    name: `mp3 cut after ${bytes} bytes`,
    bytes: cbr.subarray(0, bytes),
    expect,
  });
  const behind = (name: string, head: Buffer, expect: CaseDraft['expect']): CaseDraft => ({
    name: `mp3 behind ${name}`,
    bytes: Buffer.concat([head, cbr]),
    expect,
  });
  const long = 'x'.repeat(100_000);
  // Zeros behind a frame header are a frame of silence.
  const silentFrame = Buffer.concat([cbr.subarray(0, 4), Buffer.alloc(413)]);
  const xingAt = tagged.indexOf('Xing') < 0 ? tagged.indexOf('Info') : tagged.indexOf('Xing');
  return [
    { name: 'mp3, constant bit rate, no tags', bytes: cbr, expect: mp3Seconds },
    {
      name: 'mp3, variable bit rate, ID3',
      bytes: tagged,
      expect: { ...mp3Seconds, title: 'Tëst Söng', artist: 'The Générators' },
    },
    {
      name: 'mp3, variable bit rate without a Xing header',
      bytes: bases['mp3-vbr-without-xing'],
      expect: mp3Seconds,
    },
    { name: 'mp3, mono, 22 kHz', bytes: bases['mp3-mono-22k'], expect: mp3Seconds },
    { name: 'mp3, mono, 8 kHz', bytes: bases['mp3-8k'], expect: mp3Seconds },
    {
      name: 'mp3 with an ID3v1 tag at its end',
      bytes: Buffer.concat([cbr, id3v1('Old Song', 'Old Band')]),
      expect: { ...mp3Seconds, title: 'Old Song', artist: 'Old Band' },
    },
    cut(1, rejected),
    cut(3, rejected),
    cut(4, rejected),
    cut(100, rejected),
    cut(2_000, decodes('mp3', 0.02, 0.2)),
    cut(8_000, decodes('mp3', 0.4, 0.6)),
    cut(16_001, decodes('mp3', 0.9, 1.1)),
    cut(cbr.length - 1, mp3Seconds),
    behind('3 kB of random bytes', randomBytes(3_000), mp3Seconds),
    behind('200 kB of random bytes', randomBytes(200_000), rejected),
    behind('200 kB of zeros', Buffer.alloc(200_000), rejected),
    behind(
      'two ID3 tags',
      Buffer.concat([id3(textFrame('TIT2', 'One')), id3(textFrame('TIT2', 'Two'))]),
      mp3Seconds,
    ),
    behind('nine ID3 tags', Buffer.concat(Array(9).fill(id3(textFrame('TIT2', 'One')))), rejected),
    behind('an ID3 tag that claims 256 MB', id3(textFrame('TIT2', 'One'), 0x0fffffff), rejected),
    behind(
      'an ID3 frame that claims 256 MB',
      id3(id3Frame('TIT2', Buffer.from('\x03One'), 0x0fffffff)),
      mp3Seconds,
    ),
    behind('an ID3 tag within an ID3 tag', id3(id3(textFrame('TIT2', 'Inner'))), mp3Seconds),
    behind(
      'a compressed ID3 frame of 50 MB',
      id3(
        id3Frame(
          'TIT2',
          Buffer.concat([Buffer.from(synchsafe(50_000_000)), deflateSync(Buffer.alloc(50_000_000, 65))]),
          undefined,
          9,
        ),
      ),
      mp3Seconds,
    ),
    behind('a title of 100,000 letters', id3(textFrame('TIT2', long)), {
      ...mp3Seconds,
      title: 'x'.repeat(300),
    }),
    behind(
      'a title of null bytes, line ends and direction marks',
      id3(textFrame('TIT2', 'a\u202eb\r\nc\u0007d\ufeff')),
      { ...mp3Seconds, title: 'ab c d' },
    ),
    behind(
      'a 3 MB picture',
      id3(
        id3Frame('APIC', Buffer.concat([Buffer.from('\x00image/png\x00\x03\x00'), randomBytes(2_000_000)])),
      ),
      mp3Seconds,
    ),
    { name: 'mp3 that is only an ID3 tag', bytes: id3(textFrame('TIT2', 'Nothing')), expect: rejected },
    {
      name: 'mp3 with garbage between its frames',
      bytes: interleaved(cbr, randomBytes(500), 4_180),
      expect: decodes('mp3', 1.2, 2.3),
    },
    {
      name: 'mp3 with garbage at its end',
      bytes: Buffer.concat([cbr, randomBytes(20_000)]),
      expect: decodes('mp3', 1.9, 3),
    },
    {
      name: 'mp3 with every thousandth byte changed',
      bytes: Buffer.from(cbr.map((byte, i) => (i % 1000 === 999 ? byte ^ 0x55 : byte))),
      expect: decodes('mp3', 1, 2.15),
    },
    {
      name: 'mp3 with its second half random',
      bytes: Buffer.concat([cbr.subarray(0, 16_000), randomBytes(16_000)]),
      expect: decodes('mp3', 0.8, 2.15),
    },
    {
      name: 'mp3 whose Xing header claims 4 billion frames',
      bytes: patched(tagged, xingAt + 8, [255, 255, 255, 255]),
      expect: mp3Seconds,
    },
    {
      name: 'mp3 of two rates, one after the other',
      bytes: Buffer.concat([cbr, bases['mp3-8k']]),
      expect: decodes('mp3', 3.8, 4.3),
    },
    {
      name: 'mp3 of silent frames',
      bytes: Buffer.concat(Array(80).fill(silentFrame)),
      expect: decodes('mp3', 2, 2.2, { isSilent: true }),
    },
    { name: 'mp3 of nothing but FF bytes', bytes: Buffer.alloc(100_000, 0xff), expect: rejected },
    { name: 'mp3 of Layer II', bytes: bases['mp2-layer-2'], expect: rejected },
  ];
}

function adtsCases(bases: Readonly<Record<BaseName, Buffer>>): CaseDraft[] {
  const aac = bases['aac-adts'];
  const whole = decodes('aac', 1.9, 2.15);
  return [
    { name: 'aac in ADTS', bytes: aac, expect: whole },
    {
      name: 'aac in ADTS behind an ID3 tag',
      bytes: Buffer.concat([id3(textFrame('TIT2', 'Tagged')), aac]),
      expect: { ...whole, title: 'Tagged' },
    },
    {
      name: 'aac in ADTS, cut in the middle',
      bytes: aac.subarray(0, aac.length / 2),
      expect: decodes('aac', 0.8, 1.2),
    },
    { name: 'aac in ADTS, only a header', bytes: aac.subarray(0, 7), expect: rejected },
    {
      name: 'aac in ADTS behind 2 kB of random bytes',
      bytes: Buffer.concat([randomBytes(2_000), aac]),
      expect: decodes('aac', 1.6, 2.15),
    },
    {
      name: 'aac in ADTS with garbage between its frames',
      bytes: interleaved(aac, randomBytes(300), 4_000),
      expect: decodes('aac', 1.2, 2.2),
    },
    {
      name: 'aac in ADTS with its second half random',
      bytes: Buffer.concat([aac.subarray(0, 16_000), randomBytes(16_000)]),
      expect: decodes('aac', 0.8, 2.2),
    },
  ];
}

/** Bare MPEG audio: layer III and AAC. */
export const mpegCases = (bases: Readonly<Record<BaseName, Buffer>>): CaseDraft[] => [
  ...mp3Cases(bases),
  ...adtsCases(bases),
];
