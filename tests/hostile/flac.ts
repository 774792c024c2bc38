/** A small FLAC writer: constant subframes only, so that a few bytes stand for 65,535 samples (RFC 9639). */

function crc(bytes: Buffer, polynomial: number, bits: 8 | 16): number {
  const top = 1 << (bits - 1);
  const mask = (1 << bits) - 1;
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit += 1)
      value = ((value & top) !== 0 ? (value << 1) ^ polynomial : value << 1) & mask;
  }
  return value;
}

/** The frame number as FLAC codes it: UTF-8 extended to 36 bits (§9.1.5). */
function codedNumber(value: number): number[] {
  if (value < 0x80) return [value];
  const tail: number[] = [];
  let rest = value;
  let lead = 0x3f;
  let mark = 0x80;
  do {
    tail.unshift(0x80 | (rest & 0x3f));
    rest = Math.floor(rest / 64);
    mark = 0x80 | (mark >> 1);
    lead >>= 1;
  } while (rest > lead);
  return [mark | rest, ...tail];
}

const blockSamples = 65_535;

export interface FlacOptions {
  readonly frames: number;
  readonly sampleRateHz: number;
  readonly channels: number;
  /** What STREAMINFO claims; the truth where absent. */
  readonly totalSamples?: number;
}

/** The metadata block every FLAC file begins with (§8.2). */
export function streamInfo({ frames, sampleRateHz, channels, totalSamples }: FlacOptions): Buffer {
  const block = Buffer.alloc(34);
  block.writeUInt16BE(blockSamples, 0);
  block.writeUInt16BE(blockSamples, 2);
  const total = BigInt(totalSamples ?? frames * blockSamples);
  const packed = (BigInt(sampleRateHz) << 44n) | (BigInt(channels - 1) << 41n) | (15n << 36n) | total;
  block.writeBigUInt64BE(BigInt.asUintN(64, packed), 10);
  return block;
}

export const metadataBlock = (
  type: number,
  body: Buffer,
  isLast: boolean,
  claimedBytes = body.length,
): Buffer =>
  Buffer.concat([
    Buffer.from([
      (isLast ? 0x80 : 0) | type,
      (claimedBytes >> 16) & 255,
      (claimedBytes >> 8) & 255,
      claimedBytes & 255,
    ]),
    body,
  ]);

/** A valid FLAC file of 16-bit silence: `frames` × 65,535 samples in about 14 bytes a frame. */
export function constantFlac(options: FlacOptions): Buffer {
  const parts = [Buffer.from('fLaC'), metadataBlock(0, streamInfo(options), true)];
  // Constant subframe: its type byte and one 16-bit value.
  const subframes = Buffer.from(Array(options.channels).fill([0, 0, 0]).flat());
  for (let frame = 0; frame < options.frames; frame += 1) {
    // Sync and fixed blocking; block size in 16 bits at the end, rate from STREAMINFO; channels; 16 bits a sample.
    const header = [0xff, 0xf8, 0x70, ((options.channels - 1) << 4) | 8, ...codedNumber(frame)];
    const sized = Buffer.from([...header, (blockSamples - 1) >> 8, (blockSamples - 1) & 255]);
    const body = Buffer.concat([sized, Buffer.from([crc(sized, 0x07, 8)]), subframes]);
    const check = crc(body, 0x8005, 16);
    parts.push(body, Buffer.from([check >> 8, check & 255]));
  }
  return Buffer.concat(parts);
}
