/**
 * Beats by dynamic programming over an onset curve (Ellis, "Beat tracking by dynamic programming", JNMR 2007), with
 * a cost that grows linearly with the distance from the expected place: a square, as in the paper, lets a path drift
 * to the offbeat in many small steps that cost next to nothing.
 */

export interface BeatTrack {
  /** Frames (fractional), rising. */
  readonly frames: readonly number[];
  /** Mean onset strength at the beats, in deviations. */
  readonly strength: number;
}

/** What a whole period of deviation costs, in deviations of the onset curve. */
const tightness = 60;
/** A beat on the frame nearest to its place costs nothing. */
const roundingFrames = 0.5;

/**
 * The path of beats that meets strong onsets at distances near the local period. `periods[i]` holds for the
 * frames from i · periodHopFrames.
 */
export function trackBeats(onset: Float32Array, periods: Float32Array, periodHopFrames: number): BeatTrack {
  const count = onset.length;
  const score = new Float32Array(count);
  const back = new Int32Array(count).fill(-1);
  // Where a beat at this frame was due, to a fraction of a frame: roundings must not add up.
  const due = new Float32Array(count);
  const periodAt = (frame: number): number =>
    periods[Math.min(periods.length - 1, Math.floor(frame / periodHopFrames))]!;
  for (let frame = 0; frame < count; frame++) {
    const period = periodAt(frame);
    const first = Math.max(0, Math.round(frame - 2 * period));
    const last = Math.round(frame - period / 2);
    let best = 0;
    let from = -1;
    for (let previous = first; previous <= last; previous++) {
      // Being off costs nothing at least.
      if (score[previous]! <= best) continue;
      const off = Math.max(0, Math.abs(frame - due[previous]! - period) - roundingFrames);
      const value = score[previous]! - (tightness * off) / period;
      if (value > best) {
        best = value;
        from = previous;
      }
    }
    score[frame] = onset[frame]! + best;
    back[frame] = from;
    const expected = from < 0 ? frame : due[from]! + period;
    due[frame] = Math.min(frame + roundingFrames, Math.max(frame - roundingFrames, expected));
  }
  const lastPeriod = Math.ceil(periodAt(count - 1));
  let end = count - 1;
  for (let frame = Math.max(0, count - lastPeriod); frame < count; frame++) {
    if (score[frame]! > score[end]!) end = frame;
  }
  const frames: number[] = [];
  for (let frame = end; frame >= 0; frame = back[frame]!) frames.push(frame);
  frames.reverse();
  let sum = 0;
  for (const frame of frames) sum += onset[frame]!;
  return {
    frames: frames.map((frame) => peakNear(onset, frame)),
    strength: frames.length ? sum / frames.length : 0,
  };
}

/** The frame's onset peak to a fraction of a frame, when it is one. */
function peakNear(onset: Float32Array, frame: number): number {
  const [below, at, above] = [onset[frame - 1], onset[frame], onset[frame + 1]];
  if (below === undefined || at === undefined || above === undefined || at < below || at < above)
    return frame;
  const curvature = below - 2 * at + above;
  return curvature < 0 ? frame + (0.5 * (below - above)) / curvature : frame;
}
