/** Hashes of an anchor's triplets (hashes.ts), by a WebAssembly SIMD kernel (wasm/triplet-hashes.ts). */
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { pageBytes, wasm } from '../../../signal/wasm/wasm.js';
import { framesPerUnit, type triplets } from '../parameters.js';

export type TripletOptions = { readonly [Name in keyof typeof triplets]: number };

/** The fields of a triplet: of the anchor; of a partner as the earlier one and as the later one; the ratio of times; the span. */
const fieldCount = 5;
/** Cells −cellsBelow … cellsBelow − 1 hold all values that peaks within the bands and spans can have. */
const cellsBelow = 0x400;
const cellsOfField = 2 * cellsBelow;

/** A field's contribution: mixed by itself, so that contributions can be exchanged one by one. */
const contributions = Int32Array.from({ length: fieldCount * cellsOfField }, (_, at) =>
  mix(Math.imul(at % cellsOfField, 0x9e3779b1) + Math.imul(Math.floor(at / cellsOfField) + 1, 0x7feb352d)),
);

/** A 32-bit mixer: every input bit reaches every output bit. */
function mix(value: number): number {
  let x = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return x ^ (x >>> 15);
}

const maxPartners = 64;
/** Of the kernel's records: a partner's delay, its log2 and the interval; a partner's fields; a hash and its time. */
const partnerNumbers = 3;
const fieldsBytes = 16 * fieldCount;
const hashBytes = 8;

const tableAt = 0;
const rulesAt = contributions.byteLength;
const orderAt = rulesAt + 32;
const partnersAt = orderAt + 64;
const fieldsAt = partnersAt + 8 * partnerNumbers * maxPartners;
const hashesAt = fieldsAt + fieldsBytes * maxPartners;

/** One memory for all hashers of the process: each is through before another begins. */
const memory = new wasm.Memory({ initial: 4 });
const kernel = instantiateKernel('triplet-hashes', memory);
new Int32Array(memory.buffer, tableAt, contributions.length).set(contributions);
kernel.begin(tableAt, rulesAt, partnersAt, fieldsAt, orderAt);

/** Collects the sampled hashes of anchors, in their order; valid until another is made. */
export class TripletHasher {
  private partners = new Float64Array(memory.buffer, partnersAt, partnerNumbers * maxPartners);
  private next = hashesAt;
  /** Bytes that an anchor's hashes take at most. */
  private readonly maxBytes: number;
  /** A hash is sampled when it lies in the first part of the range: samples of different rates nest. */
  private readonly sampledBits: number;

  /** Of each triplet, some of the `flips` most uncertain fields are in their neighbouring cells too: 0, 2 or 3 of them. */
  constructor(
    options: TripletOptions,
    partners: number,
    private readonly flips: number,
  ) {
    if (partners > maxPartners) throw new RangeError(`${partners} partners are more than ${maxPartners}`);
    if (flips !== 0 && flips !== 2 && flips !== 3) throw new RangeError(`${flips} flips are not 0, 2 or 3`);
    const { anchorCents, intervalCents, ratioSteps, spanOctaves, samplingBits } = options;
    new Float64Array(memory.buffer, rulesAt).set([anchorCents, intervalCents, ratioSteps, spanOctaves]);
    this.sampledBits = 32 - samplingBits;
    this.maxBytes = ((hashBytes * partners * (partners - 1)) / 2) * 2 ** flips;
  }

  /** Adds the hashes of all pairs of `count` partners of an anchor. */
  add(times: Float32Array, cents: Float32Array, anchor: number, partners: Int32Array, count: number): void {
    if (count < 2) return;
    const missing = this.next + this.maxBytes - memory.buffer.byteLength;
    if (missing > 0) {
      memory.grow(Math.ceil(missing / pageBytes) + memory.buffer.byteLength / pageBytes);
      this.partners = new Float64Array(memory.buffer, partnersAt, partnerNumbers * maxPartners);
    }
    const [time, pitch] = [times[anchor]!, cents[anchor]!];
    for (let i = 0, at = 0; i < count; i++, at += partnerNumbers) {
      const delay = times[partners[i]!]! - time;
      this.partners[at] = delay;
      this.partners[at + 1] = Math.log2(delay);
      this.partners[at + 2] = cents[partners[i]!]! - pitch;
    }
    kernel.measure(count, pitch);
    const unit = Math.floor(time / framesPerUnit);
    this.next = kernel.triplets(count, this.flips, this.sampledBits, unit, this.next);
  }

  /** Hash and time (units) in turn. */
  found(): Uint32Array {
    return new Uint32Array(memory.buffer, hashesAt, (this.next - hashesAt) / 4).slice();
  }
}
