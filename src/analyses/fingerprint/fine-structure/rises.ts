/** Lays one recording's levels on another's by where they rise: to a tenth of a frame, and to a tenth of a per mille of speed. */
import type { BandLevels } from './band-levels.js';

/** Bands that are added: rises of a third of an octave. */
const bandsTogether = 4;

/** Rises of level from each frame to the next, in wider bands, less their mean. */
export function risesOf({ frames, bands, values }: BandLevels): BandLevels {
  const wide = Math.ceil(bands / bandsTogether);
  const rises = new Float32Array(Math.max(0, frames - 1) * wide);
  const means = new Float64Array(wide);
  for (let frame = 0; frame + 1 < frames; frame++) {
    for (let band = 0; band < bands; band++) {
      const at = frame * bands + band;
      const group = Math.floor(band / bandsTogether);
      const rise = Math.max(0, values[at + bands]! - values[at]!);
      rises[frame * wide + group]! += rise;
      means[group]! += rise / (frames - 1);
    }
  }
  for (let at = 0; at < rises.length; at++) rises[at]! -= means[at % wide]!;
  return { frames: Math.max(0, frames - 1), bands: wide, values: rises };
}

export interface RiseAlignment {
  /** Frames of the song's levels, counted at the query's pace, that the query's beginning lies later than expected, seen from its middle. */
  readonly lateFrames: number;
  /** By how much faster the song runs than expected. */
  readonly faster: number;
}

/** Halves that lie farther apart show no speed. */
const maxApartFrames = 4;

/** `song` has `margin` frames more on either side. */
export function alignRises(query: BandLevels, song: BandLevels, margin: number): RiseAlignment {
  const half = query.frames >> 1;
  const lateFrames = strongestDelay(query, song, { from: 0, to: query.frames, margin });
  const first = strongestDelay(query, song, { from: 0, to: half, margin });
  const second = strongestDelay(query, song, { from: half, to: query.frames, margin });
  const apart = second - first;
  return { lateFrames, faster: Math.abs(apart) <= maxApartFrames ? apart / half : 0 };
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly margin: number;
}

/** Between the whole frames by a parabola. */
function strongestDelay(query: BandLevels, song: BandLevels, { from, to, margin }: Stretch): number {
  const { bands } = query;
  const sums = Array.from({ length: 2 * margin + 1 }, (_, shift) => {
    let sum = 0;
    const apart = shift * bands;
    for (let at = from * bands; at < to * bands; at++) sum += query.values[at]! * song.values[at + apart]!;
    return sum;
  });
  const best = sums.indexOf(Math.max(...sums));
  const [before, at, after] = [sums[best - 1], sums[best]!, sums[best + 1]];
  if (before === undefined || after === undefined) return best - margin;
  const curvature = before - 2 * at + after;
  return best - margin + (curvature < 0 ? (0.5 * (before - after)) / curvature : 0);
}
