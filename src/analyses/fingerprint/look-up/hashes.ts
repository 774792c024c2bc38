/**
 * Hashes of peak triplets. Three peaks give an anchor pitch, two intervals (cents), a ratio of times and a span:
 * ratios survive a change of tempo, intervals one of pitch, both one of speed (Panako's and the quads' idea:
 * Six and Leman 2014; Sonnleitner and Widmer 2016). Coarse anchor pitch and span stay in the hash to make it
 * selective; a query tries the neighbouring cell of its most uncertain fields.
 */
import { countBelow } from '../../../numbers/rising.js';
import { triplets } from '../parameters.js';
import type { PeakList } from '../peaks/peak-list.js';
import { TripletHasher, type TripletOptions } from './triplet-hasher.js';

/** Hashes of a song or query, by rising key. `times` are in units of framesPerUnit frames. */
export interface HashList {
  readonly keys: Uint32Array;
  readonly times: Uint32Array;
}

/** The hashes under which a song is stored. */
export function songHashes(peaks: PeakList, options: TripletOptions = triplets): HashList {
  return tripletHashes(peaks, { partners: options.indexPartners, flips: 0 }, options);
}

/**
 * The hashes to look for: a nested sample of at most `maxKeys`, each thinner one half of the one before. A whole song
 * needs no more of them than its catalogue can afford.
 */
export function queryHashes(peaks: PeakList, maxKeys: number, options: TripletOptions = triplets): HashList {
  const ofQuery = { partners: options.queryPartners, flips: options.queryFlips };
  const { keys, times } = tripletHashes(peaks, ofQuery, options);
  // A sample holds the hashes that lie lowest, so that a thinner one is the beginning of a denser one.
  let count = keys.length;
  for (let below = 2 ** (options.keyBits - 1); count > maxKeys; below /= 2) {
    count = countBelow(keys, below, count);
  }
  return { keys: keys.slice(0, count), times: times.slice(0, count) };
}

interface TripletCounts {
  readonly partners: number;
  readonly flips: number;
}

/** The sampled hashes of all anchors' triplets, by rising key, then time; each pair once. */
function tripletHashes(
  peaks: PeakList,
  { partners: most, flips }: TripletCounts,
  options: TripletOptions,
): HashList {
  const { times, cents } = peaks;
  const hasher = new TripletHasher(options, most, flips);
  forEachAnchor(peaks, most, options, (a, partners, count) => {
    hasher.add(times, cents, a, partners, count);
  });
  return sortedHashes(hasher.found(), options);
}

/** Of pairs of a hash and a time. Anchors come in order of time, so that a stable sort by key is all it takes. */
function sortedHashes(found: Uint32Array, { samplingBits, keyBits }: TripletOptions): HashList {
  const shift = 32 - samplingBits - keyBits;
  const total = found.length / 2;
  let [keys, otherKeys, times, otherTimes] = [0, 1, 2, 3].map(() => new Uint32Array(total)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  for (let i = 0; i < total; i++) {
    keys[i] = found[2 * i]! >>> shift;
    times[i] = found[2 * i + 1]!;
  }
  for (let bit = 0; bit < keyBits; bit += digitBits) {
    sortByDigit(keys, times, bit, otherKeys, otherTimes);
    [keys, otherKeys] = [otherKeys, keys];
    [times, otherTimes] = [otherTimes, times];
  }
  let count = 0;
  for (let i = 0; i < total; i++) {
    if (count > 0 && keys[i] === keys[count - 1] && times[i] === times[count - 1]) continue;
    keys[count] = keys[i]!;
    times[count++] = times[i]!;
  }
  return { keys: keys.slice(0, count), times: times.slice(0, count) };
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
  const { minSpanFrames, maxSpanFrames, minIntervalCents, maxIntervalCents } = options;
  const ranks = prominences(peaks);
  const chosen = new Int32Array(partners);
  for (let a = 0; a < count; a++) {
    const [time, pitch] = [times[a]!, cents[a]!];
    const last = time + maxSpanFrames;
    let size = 0;
    /** What a partner must exceed: once as many as wanted are chosen, the least prominent of them. */
    let least = -Infinity;
    for (let b = a + 1; b < count && times[b]! <= last; b++) {
      // First, as most are less prominent than all that were chosen.
      if (ranks[b]! <= least) continue;
      if (times[b]! - time < minSpanFrames) continue;
      const interval = Math.abs(cents[b]! - pitch);
      if (interval < minIntervalCents || interval > maxIntervalCents) continue;
      let at = size < partners ? size++ : partners;
      // Insertion into the list of the most prominent so far, most prominent first.
      for (; at > 0 && ranks[chosen[at - 1]!]! < ranks[b]!; at--) {
        if (at < partners) chosen[at] = chosen[at - 1]!;
      }
      if (at < partners) chosen[at] = b;
      if (size === partners) least = ranks[chosen[size - 1]!]!;
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
