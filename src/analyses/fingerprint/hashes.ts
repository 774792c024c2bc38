/**
 * Hashes of peak triplets. Three peaks give an anchor pitch, two intervals (cents), a ratio of times and a span:
 * ratios survive a change of tempo, intervals one of pitch, both one of speed (Panako's and the quads' idea:
 * Six and Leman 2014; Sonnleitner and Widmer 2016). Coarse anchor pitch and span stay in the hash to make it
 * selective; a query tries the neighbouring cell of its most uncertain fields.
 */
import { countBelow } from '../../numbers/rising.js';
import { framesPerUnit, triplets } from './parameters.js';
import type { PeakList } from './peak-list.js';

/** Hashes of a song or query, by rising key. `times` are in units of framesPerUnit frames. */
export interface HashList {
  readonly keys: Uint32Array;
  readonly times: Uint32Array;
}

export type TripletOptions = { readonly [Name in keyof typeof triplets]: number };

/** The hashes under which a song is stored. */
export function songHashes(peaks: PeakList, options: TripletOptions = triplets): HashList {
  const found = new HashCollector(options.samplingBits);
  const fields = new Fields(options);
  forEachTriplet(peaks, options.indexPartners, options, (a, b, c) => {
    fields.measure(peaks, a, b, c);
    found.add(fields.hash(), peaks.times[a]!);
  });
  return found.sorted(options);
}

/**
 * The hashes to look for: a nested sample of at most `maxKeys`, each thinner one half of the one before. A whole song
 * needs no more of them than its catalogue can afford.
 */
export function queryHashes(peaks: PeakList, maxKeys: number, options: TripletOptions = triplets): HashList {
  const found = new HashCollector(options.samplingBits);
  const fields = new Fields(options);
  forEachTriplet(peaks, options.queryPartners, options, (a, b, c) => {
    fields.measure(peaks, a, b, c);
    fields.addFlipped(options.queryFlips, found, peaks.times[a]!);
  });
  const { keys, times } = found.sorted(options);
  // A sample holds the hashes that lie lowest, so that a thinner one is the beginning of a denser one.
  let count = keys.length;
  for (let below = 2 ** (options.keyBits - 1); count > maxKeys; below /= 2) {
    count = countBelow(keys, below, count);
  }
  return { keys: keys.slice(0, count), times: times.slice(0, count) };
}

const fieldCount = 5;

/** The quantised fields of one triplet. */
class Fields {
  /** What each field, and its neighbouring cell, adds to the hash. */
  private readonly parts = new Int32Array(fieldCount);
  private readonly neighbours = new Int32Array(fieldCount);
  /** Distance to the neighbouring cell, in expected errors. */
  private readonly certainty = new Float64Array(fieldCount);
  private readonly order = new Int32Array(fieldCount);
  private readonly sums = new Int32Array(1 << fieldCount);

  constructor(private readonly options: TripletOptions) {}

  measure(peaks: PeakList, a: number, b: number, c: number): void {
    const { times, cents } = peaks;
    const { options } = this;
    const span = times[c]! - times[a]!;
    // Expected errors: 5 cents and half a frame a peak; a pitch or tempo change moves anchor and span as a whole.
    this.set(0, cents[a]! / options.anchorCents, 100 / options.anchorCents);
    this.set(1, (cents[b]! - cents[a]!) / options.intervalCents, 7 / options.intervalCents);
    this.set(2, (cents[c]! - cents[a]!) / options.intervalCents, 7 / options.intervalCents);
    this.set(3, ((times[b]! - times[a]!) / span) * options.ratioSteps, (0.7 / span) * options.ratioSteps);
    this.set(4, Math.log2(span) / options.spanOctaves, (0.04 + 1 / span) / options.spanOctaves);
  }

  private orderByUncertainty(): void {
    const { order, certainty } = this;
    for (let i = 0; i < fieldCount; i++) {
      let j = i - 1;
      for (; j >= 0 && certainty[order[j]!]! > certainty[i]!; j--) order[j + 1] = order[j]!;
      order[j + 1] = i;
    }
  }

  hash(): number {
    return mix(this.sum());
  }

  private sum(): number {
    let sum = 0;
    for (let field = 0; field < fieldCount; field++) sum ^= this.parts[field]!;
    return sum;
  }

  /** Adds the hash of every combination in which some of the `flips` most uncertain fields are in their neighbouring cells. */
  addFlipped(flips: number, found: HashCollector, time: number): void {
    this.orderByUncertainty();
    const { sums, order, parts, neighbours } = this;
    sums[0] = this.sum();
    let count = 1;
    for (let i = 0; i < flips; i++, count *= 2) {
      const exchange = parts[order[i]!]! ^ neighbours[order[i]!]!;
      for (let at = 0; at < count; at++) sums[count + at] = sums[at]! ^ exchange;
    }
    for (let at = 0; at < count; at++) found.add(mix(sums[at]!), time);
  }

  private set(field: number, value: number, error: number): void {
    const cell = Math.floor(value);
    const above = value - cell;
    this.parts[field] = fieldPart(field, cell);
    this.neighbours[field] = fieldPart(field, above < 0.5 ? cell - 1 : cell + 1);
    this.certainty[field] = Math.min(above, 1 - above) / error;
  }
}

/** Cells −cellsBelow … cellsBelow − 1 hold all values that peaks within the bands and spans can have. */
const cellsBelow = 0x400;
const cellsOfField = 2 * cellsBelow;

/** A field's contribution: mixed by itself, so that contributions can be exchanged one by one. */
const fieldParts = Int32Array.from({ length: fieldCount * cellsOfField }, (_, at) =>
  mix(Math.imul(at % cellsOfField, 0x9e3779b1) + Math.imul(Math.floor(at / cellsOfField) + 1, 0x7feb352d)),
);

function fieldPart(field: number, cell: number): number {
  return fieldParts[field * cellsOfField + cell + cellsBelow]!;
}

/** A 32-bit mixer: every input bit reaches every output bit. */
function mix(value: number): number {
  let x = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

class HashCollector {
  private readonly below: number;
  private hashes = new Uint32Array(4096);
  private times = new Uint32Array(4096);
  private count = 0;

  constructor(samplingBits: number) {
    this.below = 2 ** (32 - samplingBits);
  }

  /** A hash is sampled when it lies in the first part of the range: samples of different rates nest. */
  add(hash: number, frame: number): void {
    if (hash >= this.below) return;
    if (this.count === this.hashes.length) {
      this.hashes = doubled(this.hashes);
      this.times = doubled(this.times);
    }
    this.hashes[this.count] = hash;
    this.times[this.count++] = Math.floor(frame / framesPerUnit);
  }

  /** By key, then time; each pair once. */
  sorted(options: TripletOptions): HashList {
    const shift = 2 ** (32 - options.samplingBits - options.keyBits);
    // 26 key bits and 26 time bits fit a double exactly, and numbers sort fastest in a Float64Array.
    const timeRange = 2 ** 26;
    const packed = new Float64Array(this.count);
    for (let i = 0; i < packed.length; i++) {
      packed[i] = Math.floor(this.hashes[i]! / shift) * timeRange + this.times[i]!;
    }
    packed.sort();
    const keys = new Uint32Array(packed.length);
    const times = new Uint32Array(packed.length);
    let count = 0;
    for (let i = 0; i < packed.length; i++) {
      if (i > 0 && packed[i] === packed[i - 1]) continue;
      keys[count] = Math.floor(packed[i]! / timeRange);
      times[count++] = packed[i]! % timeRange;
    }
    return { keys: keys.slice(0, count), times: times.slice(0, count) };
  }
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/**
 * By what partners are chosen: salience says what stands out of its own band, level what noise will leave. Of the
 * quarter of a song's peaks that is highest by this sum 0.84 survive noise at 0 dB (median), by salience alone 0.77.
 */
function prominences({ saliences, levels }: PeakList): Float32Array {
  return saliences.map((salience, i) => salience + levels[i]!);
}

/** Calls back each anchor with all pairs of its most prominent partners, the earlier partner first. */
function forEachTriplet(
  peaks: PeakList,
  partners: number,
  options: TripletOptions,
  onTriplet: (a: number, b: number, c: number) => void,
): void {
  const { count, times, cents } = peaks;
  const ranks = prominences(peaks);
  const chosen = new Int32Array(partners);
  for (let a = 0; a < count; a++) {
    const last = times[a]! + options.maxSpanFrames;
    let size = 0;
    for (let b = a + 1; b < count && times[b]! <= last; b++) {
      if (times[b]! - times[a]! < options.minSpanFrames) continue;
      const interval = Math.abs(cents[b]! - cents[a]!);
      if (interval < options.minIntervalCents || interval > options.maxIntervalCents) continue;
      let at = size < partners ? size++ : partners;
      // Insertion into the list of the most prominent so far, most prominent first.
      for (; at > 0 && ranks[chosen[at - 1]!]! < ranks[b]!; at--) {
        if (at < partners) chosen[at] = chosen[at - 1]!;
      }
      if (at < partners) chosen[at] = b;
    }
    sortFirst(chosen, size);
    for (let i = 0; i < size; i++) {
      for (let j = i + 1; j < size; j++) onTriplet(a, chosen[i]!, chosen[j]!);
    }
  }
}

/** A handful of numbers: cheaper than a call of sort. */
function sortFirst(values: Int32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const value = values[i]!;
    let j = i - 1;
    for (; j >= 0 && values[j]! > value; j--) values[j + 1] = values[j]!;
    values[j + 1] = value;
  }
}
