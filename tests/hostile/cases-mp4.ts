import { type CaseDraft, decodes, either, patched, randomBytes, rejected } from './case.js';
import type { BaseName } from './encode.js';

/** A box; `claimedBytes` may lie about its whole length. */
function box(type: string, body: Buffer, claimedBytes = body.length + 8): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(claimedBytes >>> 0, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

function nested(type: string, depth: number): Buffer {
  let body: Buffer = Buffer.alloc(0);
  for (let i = 0; i < depth; i += 1) body = box(type, body);
  return body;
}

const whole = decodes('m4a', 1.95, 2.1);
const tagged = { ...whole, title: 'Tëst Söng', artist: 'The Générators' };

function intactCases(bases: Readonly<Record<BaseName, Buffer>>): CaseDraft[] {
  const low = bases['m4a-aac-22k'];
  // The decoder's configuration of plain AAC at 22,050 Hz, and of AAC with SBR that doubles it (14496-3 §1.6.2).
  const plain = low.indexOf(Buffer.from([0x13, 0x90, 0x56, 0xe5, 0x00]));
  return [
    { name: 'm4a of AAC, index at its end', bytes: bases['m4a-aac'], expect: tagged },
    { name: 'm4a of AAC, index at its start', bytes: bases['m4a-aac-faststart'], expect: tagged },
    { name: 'm4a of AAC in fragments', bytes: bases['m4a-aac-fragmented'], expect: tagged },
    { name: 'm4a of ALAC, 16 bits', bytes: bases['m4a-alac'], expect: tagged },
    { name: 'm4a of ALAC, 24 bits', bytes: bases['m4a-alac-24'], expect: tagged },
    { name: 'mov of AAC', bytes: bases['mov-aac'], expect: tagged },
    { name: 'mov of big-endian PCM', bytes: bases['mov-pcm-big-endian'], expect: whole },
    { name: 'm4a of AAC in 5.1', bytes: bases['m4a-5.1'], expect: whole },
    {
      name: 'm4a of AAC that signals SBR (HE-AAC)',
      bytes: patched(low, plain, [0x2b, 0x92, 0x08, 0x00, 0x00]),
      expect: whole,
    },
    { name: 'm4a of AC-3', bytes: bases['m4a-ac3'], expect: rejected },
  ];
}

/** MP4: intact in all its arrangements, and with boxes that lie. */
export function mp4Cases(bases: Readonly<Record<BaseName, Buffer>>): CaseDraft[] {
  const m4a = bases['m4a-aac'];
  const fast = bases['m4a-aac-faststart'];
  const fragmented = bases['m4a-aac-fragmented'];
  const head = fast.subarray(0, fast.readUInt32BE(0));
  /** Overwrites numbers of a table in the index: `offset` bytes behind the box's name. */
  const lying = (type: string, offset: number, ...values: number[]): Buffer => {
    const numbers = Buffer.alloc(values.length * 4);
    values.forEach((value, i) => {
      numbers.writeUInt32BE(value >>> 0, i * 4);
    });
    return patched(fast, fast.indexOf(type) + 4 + offset, numbers);
  };
  // Both places that name the codec: the sample entry, and the object type behind tag 4 of the descriptor.
  const descriptor = fast.indexOf(Buffer.from([4, 0x80, 0x80, 0x80]), fast.indexOf('esds'));
  const withoutCodec = patched(
    patched(fast, fast.indexOf('mp4a'), Buffer.from('zzzz')),
    descriptor + 5,
    [0xdd],
  );
  const external = fast.indexOf('url \0\0\0\x01', 0, 'latin1');
  return [
    ...intactCases(bases),
    { name: 'm4a with its index cut off', bytes: m4a.subarray(0, m4a.length / 2), expect: rejected },
    { name: 'm4a cut by one byte', bytes: m4a.subarray(0, -1), expect: whole },
    {
      name: 'm4a with its index first, cut in the middle',
      bytes: fast.subarray(0, fast.length / 2),
      expect: decodes('m4a', 0.6, 1.2),
    },
    {
      name: 'm4a in fragments, cut in the middle',
      bytes: fragmented.subarray(0, fragmented.length / 2),
      expect: decodes('m4a', 0.4, 1.6),
    },
    {
      name: 'm4a with its index first and no data',
      bytes: fast.subarray(0, fast.indexOf('mdat') + 4),
      expect: rejected,
    },
    { name: 'mp4 of its type box only', bytes: head, expect: rejected },
    {
      name: 'mp4 with an empty index',
      bytes: Buffer.concat([head, box('moov', Buffer.alloc(0))]),
      expect: rejected,
    },
    {
      name: 'mp4 with no index and 100 kB of random data',
      bytes: Buffer.concat([head, box('mdat', randomBytes(100_000))]),
      expect: rejected,
    },
    {
      name: 'mp4 with an index of random bytes',
      bytes: Buffer.concat([head, box('moov', randomBytes(100_000))]),
      expect: rejected,
    },
    {
      name: 'mp4 with 5,000 indexes, each within another',
      bytes: Buffer.concat([head, nested('moov', 5_000)]),
      expect: rejected,
    },
    {
      name: 'mp4 with 5,000 tracks, each within another',
      bytes: Buffer.concat([head, box('moov', nested('trak', 5_000))]),
      expect: rejected,
    },
    {
      name: 'mp4 with 10,000 empty tracks',
      bytes: Buffer.concat([
        head,
        box('moov', Buffer.concat(Array(10_000).fill(box('trak', Buffer.alloc(0))))),
      ]),
      expect: rejected,
    },
    {
      name: 'mp4 with a box of size 0 first',
      bytes: Buffer.concat([head, box('free', Buffer.alloc(8), 0), fast.subarray(head.length)]),
      expect: rejected,
    },
    {
      name: 'mp4 with a box smaller than its own header',
      bytes: Buffer.concat([head, box('free', Buffer.alloc(8), 4), fast.subarray(head.length)]),
      expect: rejected,
    },
    {
      name: 'mp4 with a box of 2^63 bytes',
      bytes: Buffer.concat([
        head,
        box('free', Buffer.from('7fffffffffffffff', 'hex'), 1),
        fast.subarray(head.length),
      ]),
      expect: rejected,
    },
    {
      name: 'm4a whose sample sizes number 2 billion',
      bytes: lying('stsz', 4, 0, 0x7fffffff),
      expect: rejected,
    },
    { name: 'm4a whose samples are all of 2 GB', bytes: lying('stsz', 4, 0x7fffffff), expect: rejected },
    {
      name: 'm4a whose samples are all of 0 bytes, 4 billion of them',
      bytes: lying('stsz', 4, 0, 0xffffffff),
      expect: rejected,
    },
    { name: 'm4a whose chunks number 4 billion', bytes: lying('stco', 4, 0xffffffff), expect: whole },
    {
      name: 'm4a whose first chunk lies beyond the end',
      bytes: lying('stco', 8, 0xfffffff0),
      expect: rejected,
    },
    { name: 'm4a whose times number 4 billion', bytes: lying('stts', 4, 0xffffffff), expect: rejected },
    { name: 'm4a with a time scale of 0', bytes: lying('mdhd', 12, 0), expect: either },
    { name: 'm4a with a length of 2^32 in its header', bytes: lying('mdhd', 16, 0xffffffff), expect: whole },
    {
      name: 'm4a with an unknown codec',
      bytes: withoutCodec,
      expect: rejected,
    },
    {
      name: 'm4a with a damaged decoder configuration',
      bytes: patched(fast, fast.indexOf('esds') + 8, randomBytes(30)),
      expect: either,
    },
    // The index then says that the data is in another file. Nobody looks for one: the file's own data is decoded.
    {
      name: 'm4a whose data is in another file',
      bytes: patched(fast, external + 4, [0, 0, 0, 0]),
      expect: whole,
    },
  ];
}
