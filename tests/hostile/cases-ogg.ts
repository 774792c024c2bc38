import { type CaseDraft, decodes, patched, rejected } from './case.js';
import type { BaseName } from './encode.js';

/** Where each page begins (RFC 3533 §6). */
function pageOffsets(ogg: Buffer): number[] {
  const offsets: number[] = [];
  let at = 0;
  while (at + 27 <= ogg.length && ogg.toString('latin1', at, at + 4) === 'OggS') {
    offsets.push(at);
    const segments = ogg[at + 26]!;
    at += 27 + segments;
    for (const length of ogg.subarray(at - segments, at)) at += length;
  }
  return offsets;
}

const whole = decodes('ogg', 1.95, 2.05);
const tagged = { ...whole, title: 'Tëst Söng', artist: 'The Générators' };

/** Ogg: intact, chained, and with damaged pages. */
export function oggCases(bases: Readonly<Record<BaseName, Buffer>>): CaseDraft[] {
  const vorbis = bases['ogg-vorbis'];
  const opus = bases['ogg-opus'];
  const flac = bases['ogg-flac'];
  const pages = pageOffsets(vorbis);
  const opusPages = pageOffsets(opus);
  const lastPage = pages.at(-1)!;
  return [
    { name: 'ogg of Vorbis', bytes: vorbis, expect: tagged },
    { name: 'ogg of Opus', bytes: opus, expect: tagged },
    { name: 'ogg of FLAC', bytes: flac, expect: tagged },
    {
      name: 'ogg of two Vorbis streams, one after the other',
      bytes: Buffer.concat([vorbis, vorbis]),
      expect: decodes('ogg', 3.8, 4.1),
    },
    {
      name: 'ogg of Vorbis and then Opus',
      bytes: Buffer.concat([vorbis, opus]),
      expect: decodes('ogg', 1.9, 4.1),
    },
    {
      name: 'ogg of Opus, cut in the middle',
      bytes: opus.subarray(0, opus.length / 2),
      expect: decodes('ogg', 0.4, 1.3),
    },
    {
      name: 'ogg of Vorbis, cut by one byte',
      bytes: vorbis.subarray(0, -1),
      expect: decodes('ogg', 0, 2.05),
    },
    {
      name: 'ogg of FLAC, cut within its only page of audio',
      bytes: flac.subarray(0, flac.length / 2),
      expect: rejected,
    },
    { name: 'ogg of its first page only', bytes: vorbis.subarray(0, pages[1]), expect: rejected },
    { name: 'ogg of its headers only', bytes: opus.subarray(0, opusPages[2]), expect: rejected },
    { name: 'ogg without its first page', bytes: opus.subarray(opusPages[1]), expect: rejected },
    { name: 'ogg of its magic bytes only', bytes: vorbis.subarray(0, 4), expect: rejected },
    {
      name: 'ogg with a wrong checksum on its first page',
      bytes: patched(opus, 22, [1, 2, 3, 4]),
      expect: rejected,
    },
    {
      name: 'ogg with a wrong checksum on its last page',
      bytes: patched(opus, opusPages.at(-1)! + 22, [1, 2, 3, 4]),
      expect: decodes('ogg', 0.9, 2.05),
    },
    {
      name: 'ogg with a time of 2^63 on its last page',
      bytes: patched(vorbis, lastPage + 6, Buffer.alloc(8, 0x7f)),
      expect: decodes('ogg', 0.9, 2.1),
    },
    {
      name: 'ogg with a page of 255 segments and no data',
      bytes: patched(opus, opusPages.at(-1)! + 26, [255]),
      expect: decodes('ogg', 0.9, 2.05),
    },
    {
      name: 'ogg of Vorbis that claims 255 channels',
      bytes: patched(vorbis, vorbis.indexOf('\x01vorbis') + 11, [255]),
      expect: rejected,
    },
    {
      name: 'ogg of Vorbis that claims 4 GHz',
      bytes: patched(vorbis, vorbis.indexOf('\x01vorbis') + 12, [255, 255, 255, 255]),
      expect: rejected,
    },
    {
      name: 'ogg of an unknown codec',
      bytes: patched(opus, opus.indexOf('OpusHead'), Buffer.from('NopeHead')),
      expect: rejected,
    },
  ];
}
