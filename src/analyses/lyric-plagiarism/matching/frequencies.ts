/** Inverse frequencies of the features of all lines that are searched. */
import type { OpenSegment } from '../index/segment-reader.js';
import { inverseFrequencies } from './line-similarity.js';

type Counted = Pick<OpenSegment, 'featureCounts'> & { readonly header: Pick<OpenSegment['header'], 'lines'> };

interface Known {
  /** All segments of the sum, in order; null once one of them is no longer in memory. */
  readonly segments: readonly WeakRef<Counted>[];
  readonly frequencies: Float32Array;
}

/** By the last segment: the newest, which differs between most sets. */
const cache = new WeakMap<Counted, Known>();

/** Summing the counts of many segments takes time; the last sum is kept while exactly the same segments are searched. */
export function frequenciesOf(segments: readonly Counted[]): Float32Array {
  const last = segments.at(-1);
  const known = last && cache.get(last);
  if (known && isSame(known.segments, segments)) return known.frequencies;
  const frequencies = inverseFrequencies(
    segments.map((segment) => segment.featureCounts),
    segments.reduce((sum, segment) => sum + segment.header.lines, 0),
  );
  if (last) cache.set(last, { segments: segments.map((segment) => new WeakRef(segment)), frequencies });
  return frequencies;
}

function isSame(known: readonly WeakRef<Counted>[], segments: readonly Counted[]): boolean {
  return known.length === segments.length && known.every((one, index) => one.deref() === segments[index]);
}
