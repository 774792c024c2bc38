/**
 * The evidence for an alignment: how many of the query's peaks coincide with the song's against how many would by
 * chance, how exactly they do, and whether what stands out in the query is in the song at all.
 */

import type { FineStructure } from '../fine-structure/sustained-levels.js';
import { framesPerSecond, framing, verification } from '../parameters.js';
import type { PeakList } from '../peaks/peak-list.js';
import type { Coherence } from '../waveform/coherence.js';
import { chanceLevel, type Line, minChance, Pairs } from './coincidence.js';
import { notesOnly } from './notes-only.js';
import { bestSpan } from './spans.js';

/** How the query lies in the song: songTime = startFrames + scale · queryTime. */
export interface Alignment {
  readonly startFrames: number;
  readonly scale: number;
  /** The query's pitch above the song's. */
  readonly pitchCents: number;
  /** Whether it was found by assuming that the query was changed (changes.ts): a higher z is needed then. */
  readonly isChangeAssumed: boolean;
  /** Query peaks within the matched span, how many coincide, and the fraction that would by chance. */
  readonly peaks: number;
  readonly coincident: number;
  readonly chance: number;
  /** Coincidences, each counted by its closeness, over those of chance, in standard deviations of chance. */
  readonly z: number;
  /** m/n − p0 over the matched span. */
  readonly excess: number;
  /**
   * How exactly the coincident peaks coincide in time, 0 … 1, less what coincides by chance. Copies of one
   * recording keep every peak's time, the salient ones also under noise; another rendition, even of the same
   * notes at the same times, has other attacks.
   */
  readonly sharpness: number;
  /**
   * Share of the query's peaks that stand out which the song has too, in the band of pitch where it is least. Noise
   * leaves what still stands out; a rendition that shares one instrument's samples differs in the others' bands.
   */
  readonly agreement: number;
  /** Whether the coincidences could be those of the notes alone (notes-only.ts). */
  readonly early: number;
  readonly onGrid: number;
  /** Of the sound itself, where it was compared (sound.ts); null where it was not. */
  readonly coherence: Coherence | null;
  /** The same where pitch or tempo alone is changed, so that the waveform is a stretcher's own (fine-structure.ts). */
  readonly fineStructure: FineStructure | null;
  /** Share of the 2 s blocks of the matched span that support the match. */
  readonly coverage: number;
  /** What a sweep found the place by (sweep.ts); absent where it was found otherwise. */
  readonly sweptScore?: number;
  /** The matched span in the query. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** Supported share of all of the query's blocks that hold peaks. */
  readonly queryCoverage: number;
}

/** The evidence for `line`; null where nothing much coincides. */
export function measure(query: PeakList, song: PeakList, line: Line): Alignment | null {
  const pairs = new Pairs(query.count);
  if (pairs.find(query, song, line, 0) < 3 || countZ(pairs) < verification.minZ) return null;
  const chance = chanceLevel(query, song, line);
  const lastTime = query.times[query.count - 1]!;
  const blockFrames = verification.blockSeconds * framesPerSecond;
  const total = new Int32Array(Math.floor(lastTime / blockFrames) + 1);
  const coincident = new Int32Array(total.length);
  for (let i = 0; i < query.count; i++) {
    const block = Math.floor(query.times[i]! / blockFrames);
    total[block]!++;
    if (pairs.closeness[i]! > 0) coincident[block]!++;
  }
  const supported = Uint8Array.from(total, (n, block) =>
    isSupported(n, coincident[block]!, chance.share) ? 1 : 0,
  );
  const span = bestSpan(total, supported);
  if (!span) return null;
  const [fromFrame, toFrame] = [span.first * blockFrames, (span.last + 1) * blockFrames];
  const sums = sumOver(query, pairs, fromFrame, toFrame);
  const surplus = sums.coincidentSalience - sums.salience * chance.salience;
  const exact = sums.exactSalience - sums.salience * chance.exact;
  return {
    startFrames: line.start,
    scale: line.scale,
    pitchCents: line.cents,
    isChangeAssumed: false,
    peaks: sums.peaks,
    coincident: sums.coincident,
    chance: chance.share,
    z: (sums.closeness - sums.peaks * chance.closeness) / Math.sqrt(sums.peaks * chance.variance + 0.5),
    excess: sums.coincident / sums.peaks - chance.share,
    sharpness: surplus > 0 ? Math.max(0, Math.min(1, exact / surplus)) : 0,
    agreement: worstAgreement(sums),
    ...notesOnly(query, song, line, fromFrame, toFrame),
    coherence: null,
    fineStructure: null,
    coverage: span.coverage,
    fromSeconds: span.first * verification.blockSeconds,
    toSeconds: Math.min((span.last + 1) * verification.blockSeconds, lastTime / framesPerSecond),
    queryCoverage: span.ofAll,
  };
}

interface Sums {
  peaks: number;
  coincident: number;
  closeness: number;
  /** Of all peaks; of those that coincide; and the latter times their exactness. */
  salience: number;
  coincidentSalience: number;
  exactSalience: number;
  /** Peaks that stand out, and those of them that coincide, by band of pitch. */
  readonly standing: Int32Array;
  readonly standingCoincident: Int32Array;
}

const topCents = 1200 * Math.log2(framing.maxHz / framing.minHz);

function sumOver(query: PeakList, pairs: Pairs, fromFrame: number, toFrame: number): Sums {
  const { agreementBands, standingOut } = verification;
  const sums: Sums = {
    peaks: 0,
    coincident: 0,
    closeness: 0,
    salience: 0,
    coincidentSalience: 0,
    exactSalience: 0,
    standing: new Int32Array(agreementBands),
    standingCoincident: new Int32Array(agreementBands),
  };
  for (let i = 0; i < query.count && query.times[i]! < toFrame; i++) {
    if (query.times[i]! < fromFrame) continue;
    const salience = query.saliences[i]!;
    const closeness = pairs.closeness[i]!;
    sums.peaks++;
    sums.salience += salience;
    if (closeness > 0) {
      sums.coincident++;
      sums.closeness += closeness;
      sums.coincidentSalience += salience;
      sums.exactSalience += salience * pairs.exactness[i]!;
    }
    if (salience <= standingOut) continue;
    const band = Math.min(agreementBands - 1, Math.floor((query.cents[i]! / topCents) * agreementBands));
    sums.standing[band]!++;
    if (closeness > 0) sums.standingCoincident[band]!++;
  }
  return sums;
}

/** Of all bands together where none has enough peaks to decide. Small counts are drawn towards a half. */
function worstAgreement({ standing, standingCoincident }: Sums): number {
  const drawn = (coincident: number, count: number): number => (coincident + 1.5) / (count + 3);
  let worst = Infinity;
  standing.forEach((count, band) => {
    if (count < verification.minStandingOut) return;
    worst = Math.min(worst, drawn(standingCoincident[band]!, count));
  });
  const sum = (counts: Int32Array): number => counts.reduce((total, count) => total + count, 0);
  return worst === Infinity ? drawn(sum(standingCoincident), sum(standing)) : worst;
}

function countZ({ count, closeness }: Pairs): number {
  return (count - closeness.length * minChance) / Math.sqrt(closeness.length * minChance + 1);
}

function isSupported(n: number, m: number, chance: number): boolean {
  return m >= 3 && m > n * chance + 3 * Math.sqrt(n * chance + 0.2);
}
