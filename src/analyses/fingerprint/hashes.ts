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
  const fields = new Fields(options, options.indexPartners);
  forEachAnchor(peaks, options.indexPartners, options, (a, partners, count) => {
    fields.measure(peaks, a, partners, count);
    fields.addTriplets(0, found, peaks.times[a]!);
  });
  return found.sorted(options);
}

/**
 * The hashes to look for: a nested sample of at most `maxKeys`, each thinner one half of the one before. A whole song
 * needs no more of them than its catalogue can afford.
 */
export function queryHashes(peaks: PeakList, maxKeys: number, options: TripletOptions = triplets): HashList {
  const found = new HashCollector(options.samplingBits);
  const fields = new Fields(options, options.queryPartners);
  forEachAnchor(peaks, options.queryPartners, options, (a, partners, count) => {
    fields.measure(peaks, a, partners, count);
    fields.addTriplets(options.queryFlips, found, peaks.times[a]!);
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
/** Fields of the anchor; of a partner as the earlier one and as the later one; of the triplet; of its later partner. */
const [anchorField, earlyField, lateField, ratioField, spanField] = [0, 1, 2, 3, 4] as const;

/** The quantised fields of an anchor's triplets. What does not depend on the third peak is measured once for all of them. */
class Fields {
  /** What each field of each partner adds to the hash, and what it adds in the neighbouring cell instead. */
  private readonly parts: Int32Array;
  private readonly exchanges: Int32Array;
  /** Distance to the neighbouring cell, in expected errors. */
  private readonly certainty: Float64Array;
  private readonly delays: Float64Array;
  private count = 0;
  /** Of one triplet: its fields' exchanges from the least certain on. */
  private readonly order = new Int32Array(fieldCount);
  private readonly sorted = new Float64Array(fieldCount);
  private readonly sums = new Int32Array(1 << fieldCount);

  constructor(
    private readonly options: TripletOptions,
    partners: number,
  ) {
    this.parts = new Int32Array(partners * fieldCount);
    this.exchanges = new Int32Array(partners * fieldCount);
    this.certainty = new Float64Array(partners * fieldCount);
    this.delays = new Float64Array(partners);
  }

  measure(peaks: PeakList, a: number, partners: Int32Array, count: number): void {
    const { times, cents } = peaks;
    const { options } = this;
    this.count = count;
    for (let i = 0; i < count; i++) {
      const interval = (cents[partners[i]!]! - cents[a]!) / options.intervalCents;
      const delay = times[partners[i]!]! - times[a]!;
      this.delays[i] = delay;
      // Expected errors: 5 cents and half a frame a peak; a pitch or tempo change moves anchor and span as a whole.
      this.set(i, anchorField, cents[a]! / options.anchorCents, 100 / options.anchorCents);
      this.set(i, earlyField, interval, 7 / options.intervalCents);
      this.set(i, lateField, interval, 7 / options.intervalCents);
      const spanError = (0.04 + 1 / delay) / options.spanOctaves;
      this.set(i, spanField, Math.log2(delay) / options.spanOctaves, spanError);
    }
  }

  /**
   * Adds the hashes of all pairs of partners: of each, every combination in which some of the `flips` most uncertain
   * fields are in their neighbouring cells.
   */
  addTriplets(flips: number, found: HashCollector, time: number): void {
    const { count, delays, parts, sums, order } = this;
    const { ratioSteps } = this.options;
    for (let i = 0; i < count; i++) {
      const early = i * fieldCount;
      const ofAnchorAndEarly = parts[early + anchorField]! ^ parts[early + earlyField]!;
      for (let j = i + 1; j < count; j++) {
        const late = j * fieldCount;
        const span = delays[j]!;
        this.set(j, ratioField, (delays[i]! / span) * ratioSteps, (0.7 / span) * ratioSteps);
        sums[0] =
          ofAnchorAndEarly ^ parts[late + lateField]! ^ parts[late + ratioField]! ^ parts[late + spanField]!;
        if (flips > 0) this.orderByUncertainty(early, late);
        let size = 1;
        for (let flip = 0; flip < flips; flip++, size *= 2) {
          for (let at = 0; at < size; at++) sums[size + at] = sums[at]! ^ order[flip]!;
        }
        for (let at = 0; at < size; at++) found.add(mix(sums[at]!), time);
      }
    }
  }

  private orderByUncertainty(early: number, late: number): void {
    const { order, sorted, certainty, exchanges } = this;
    for (let field = 0; field < fieldCount; field++) {
      const from = (field === earlyField ? early : late) + field;
      const own = certainty[from]!;
      let at = field;
      for (; at > 0 && sorted[at - 1]! > own; at--) {
        sorted[at] = sorted[at - 1]!;
        order[at] = order[at - 1]!;
      }
      sorted[at] = own;
      order[at] = exchanges[from]!;
    }
  }

  private set(partner: number, field: number, value: number, error: number): void {
    const at = partner * fieldCount + field;
    const cell = Math.floor(value);
    const above = value - cell;
    const part = fieldPart(field, cell);
    this.parts[at] = part;
    this.exchanges[at] = part ^ fieldPart(field, above < 0.5 ? cell - 1 : cell + 1);
    this.certainty[at] = Math.min(above, 1 - above) / error;
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

  /** By key, then time; each pair once. Anchors come in order of time, so that a stable sort by key is all it takes. */
  sorted({ samplingBits, keyBits }: TripletOptions): HashList {
    const shift = 32 - samplingBits - keyBits;
    let keys = this.hashes.slice(0, this.count).map((hash) => hash >>> shift);
    let times = this.times.slice(0, this.count);
    let [otherKeys, otherTimes] = [new Uint32Array(this.count), new Uint32Array(this.count)];
    for (let bit = 0; bit < keyBits; bit += digitBits) {
      sortByDigit(keys, times, bit, otherKeys, otherTimes);
      [keys, otherKeys] = [otherKeys, keys];
      [times, otherTimes] = [otherTimes, times];
    }
    let count = 0;
    for (let i = 0; i < keys.length; i++) {
      if (count > 0 && keys[i] === keys[count - 1] && times[i] === times[count - 1]) continue;
      keys[count] = keys[i]!;
      times[count++] = times[i]!;
    }
    return { keys: keys.slice(0, count), times: times.slice(0, count) };
  }
}

/** A radix sort's step: a key has two such digits. */
const digitBits = 13;

function sortByDigit(
  keys: Uint32Array,
  times: Uint32Array,
  bit: number,
  sortedKeys: Uint32Array,
  sortedTimes: Uint32Array,
): void {
  const mask = 2 ** digitBits - 1;
  const next = new Uint32Array(mask + 2);
  for (const key of keys) next[((key >>> bit) & mask) + 1]!++;
  for (let digit = 1; digit <= mask; digit++) next[digit]! += next[digit - 1]!;
  for (let i = 0; i < keys.length; i++) {
    const at = next[(keys[i]! >>> bit) & mask]!++;
    sortedKeys[at] = keys[i]!;
    sortedTimes[at] = times[i]!;
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

/** Calls back each anchor with its most prominent partners, in order of time. */
function forEachAnchor(
  peaks: PeakList,
  partners: number,
  options: TripletOptions,
  onAnchor: (a: number, partners: Int32Array, count: number) => void,
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
    onAnchor(a, chosen, size);
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
