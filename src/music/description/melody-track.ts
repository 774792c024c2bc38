/**
 * One line through a landscape of salience: at every step the line is at one pitch or silent, and Viterbi's
 * algorithm finds the path that collects most while it leaps and breaks little (Ryynänen & Klapuri, "Automatic
 * transcription of melody, bass line, and chords in polyphonic music", Computer Music Journal 2008).
 */

export interface Landscape {
  readonly frames: number;
  /** Pitches a frame, neighbouring bins one semitone apart. */
  readonly width: number;
  /** frames × width: what a line collects there. */
  readonly values: Float32Array;
}

export interface LineCosts {
  /** Cost a semitone of movement, up to `leapLimit` semitones. */
  readonly perSemitone: number;
  readonly leapLimit: number;
  /** Cost of any change of pitch. */
  readonly change: number;
  /** Cost of beginning or ending. */
  readonly voicing: number;
  /** The score of a silent frame: salience below this is better left out. */
  readonly silence: number;
}

/** The bin of each frame, −1 where silent. */
export function trackLine(landscape: Landscape, costs: LineCosts): Int16Array {
  return bestLine(landscape, costs, new Float64Array(landscape.width)).path;
}

/**
 * As trackLine, where a frame at bin `i` costs `dislike[i]` (width); and what the path collects. The best bin to come from
 * is found in two sweeps over the bins, as a leap costs the same for every semitone up to its limit (Felzenszwalb &
 * Huttenlocher, "Distance transforms of sampled functions", Theory of Computing 2012).
 */
export function bestLine(
  { frames, width, values }: Landscape,
  costs: LineCosts,
  dislike: Float64Array,
): { path: Int16Array; collected: number } {
  const path = new Int16Array(frames).fill(-1);
  if (frames === 0) return { path, collected: 0 };
  const silent = width;
  const states = width + 1;
  const back = new Uint8Array(frames * states);
  let before = new Float64Array(states);
  let now = new Float64Array(states);
  const fromBelow = new Float64Array(width);
  const whichBelow = new Uint8Array(width);
  const { perSemitone, change, voicing, silence } = costs;
  const farthest = change + perSemitone * costs.leapLimit;
  for (let frame = 0; frame < frames; frame++) {
    let best = 0;
    for (let state = 1; state < width; state++) if (before[state]! > before[best]!) best = state;
    const ended = before[best]! - voicing;
    back[frame * states + silent] = before[silent]! >= ended ? silent : best;
    now[silent] = Math.max(before[silent]!, ended) + silence;
    const begun = before[silent]! - voicing;
    const leapt = before[best]! - farthest;
    let reached = Number.NEGATIVE_INFINITY;
    let which = 0;
    for (let state = 0; state < width; state++) {
      reached -= perSemitone;
      if (before[state]! > reached) {
        reached = before[state]!;
        which = state;
      }
      fromBelow[state] = reached - change;
      whichBelow[state] = which;
    }
    reached = Number.NEGATIVE_INFINITY;
    for (let state = width - 1; state >= 0; state--) {
      reached -= perSemitone;
      if (before[state]! > reached) {
        reached = before[state]!;
        which = state;
      }
      // Staying costs nothing, and is looked at before any leap.
      let value = before[state]!;
      let from = state;
      if (begun > value) {
        value = begun;
        from = silent;
      }
      if (leapt > value) {
        value = leapt;
        from = best;
      }
      if (fromBelow[state]! > value) {
        value = fromBelow[state]!;
        from = whichBelow[state]!;
      }
      if (reached - change > value) {
        value = reached - change;
        from = which;
      }
      back[frame * states + state] = from;
      now[state] = value + values[frame * width + state]! - dislike[state]!;
    }
    [before, now] = [now, before];
  }
  let state = 0;
  for (let other = 1; other < states; other++) if (before[other]! > before[state]!) state = other;
  const collected = before[state]!;
  for (let frame = frames - 1; frame >= 0; frame--) {
    path[frame] = state === silent ? -1 : state;
    state = back[frame * states + state]!;
  }
  return { path, collected };
}
