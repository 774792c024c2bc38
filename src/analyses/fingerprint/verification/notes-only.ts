/**
 * Whether what coincides could be the notes alone. Another rendition of the same notes at the same times coincides on
 * the semitones of its tuning, and as often too early as too late; a room delays sound and never advances it, and
 * leaves coinciding voices, slides and drums where they lie between the semitones.
 */

import { verification } from '../parameters.js';
import type { PeakList } from '../peaks/peak-list.js';
import type { Line } from './coincidence.js';

export interface NotesOnly {
  /** Of the peaks that nearly coincide (± 4 frames), the share that the query has more than 1.5 frames too early. */
  readonly early: number;
  /** How closely the coinciding peaks below 1.6 kHz lie on a grid of semitones: 0 anywhere, 1 all on it. */
  readonly onGrid: number;
}

const halfWidthFrames = 4;
const nearCents = 30;
/** A peak that the query has too early counts only where it is surely the same partial. */
const sameCents = 10;
/** Higher partials lie off the semitones by themselves. */
const gridTopCents = 3600;
/** Fewer coincidences cannot show that they avoid the grid. */
const minGridPeaks = 20;

/** Of the query's peaks between two frames of the query. */
export function notesOnly(
  query: PeakList,
  song: PeakList,
  line: Line,
  fromFrame: number,
  toFrame: number,
): NotesOnly {
  const grid = new GridCounter(song);
  let near = 0;
  let early = 0;
  let from = 0;
  for (let i = 0; i < query.count && query.times[i]! < toFrame; i++) {
    if (query.times[i]! < fromFrame) continue;
    const at = line.start + line.scale * query.times[i]!;
    const cents = query.cents[i]! - line.cents;
    while (from < song.count && song.times[from]! < at - halfWidthFrames) from++;
    let nearest = Infinity;
    let best = -1;
    for (let j = from; j < song.count && song.times[j]! <= at + halfWidthFrames; j++) {
      const apart = cents - song.cents[j]!;
      if (Math.abs(apart) > nearCents) continue;
      const distance = (song.times[j]! - at) ** 2 + (apart / sameCents) ** 2;
      if (distance >= nearest) continue;
      nearest = distance;
      best = j;
    }
    if (best < 0) continue;
    const delay = song.times[best]! - at;
    const apart = Math.abs(cents - song.cents[best]!);
    if (apart <= sameCents) {
      near++;
      if (delay > verification.timeFrames) early++;
    }
    if (Math.abs(delay) <= verification.timeFrames && apart <= verification.pitchCents) grid.add(best);
  }
  return { early: early / Math.max(1, near), onGrid: grid.concentration() };
}

/** The length of the mean of the pitches as angles, a semitone the full circle. */
class GridCounter {
  private readonly counted = new Set<number>();
  private x = 0;
  private y = 0;

  constructor(private readonly song: PeakList) {}

  add(peak: number): void {
    const cents = this.song.cents[peak]!;
    if (cents > gridTopCents || this.counted.has(peak)) return;
    this.counted.add(peak);
    this.x += Math.cos((2 * Math.PI * cents) / 100);
    this.y += Math.sin((2 * Math.PI * cents) / 100);
  }

  concentration(): number {
    const { size } = this.counted;
    return size < minGridPeaks ? 1 : Math.hypot(this.x, this.y) / size;
  }
}
