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
  return lineAmong(landscape, costs, [new Float64Array(landscape.width)], 0);
}

/**
 * As trackLine, in one of several registers at a time: in register `r` a frame at bin `i` costs `dislikes[r][i]` (width), and
 * while the line is silent it can go to another register for `registerChange`. The best bin to come from is found in two sweeps
 * over the bins, as a leap costs the same for every semitone up to its limit (Felzenszwalb & Huttenlocher, "Distance transforms
 * of sampled functions", Theory of Computing 2012). O(frames × width × registers).
 */
export function lineAmong(
  { frames, width, values }: Landscape,
  costs: LineCosts,
  dislikes: readonly Float64Array[],
  registerChange: number,
): Int16Array {
  const path = new Int16Array(frames).fill(-1);
  if (frames === 0) return path;
  const silent = width;
  const states = width + 1;
  const registers = dislikes.length;
  const all = states * registers;
  const back = new Uint8Array(frames * all);
  /** Of each frame and register, the register that a silent line has just come from: its own mostly. */
  const cameFrom = new Uint8Array(frames * registers);
  let before = new Float64Array(all);
  let now = new Float64Array(all);
  const sweeps = { fromBelow: new Float64Array(width), whichBelow: new Uint8Array(width) };
  for (let frame = 0; frame < frames; frame++) {
    const here = values.subarray(frame * width, (frame + 1) * width);
    let quiet = 0;
    for (const [register, dislike] of dislikes.entries()) {
      const from = register * states;
      const until = from + states;
      const came = back.subarray(frame * all + from, frame * all + until);
      step(here, costs, dislike, before.subarray(from, until), now.subarray(from, until), came, sweeps);
      if (now[from + silent]! > now[quiet * states + silent]!) quiet = register;
    }
    const changed = now[quiet * states + silent]! - registerChange;
    for (let register = 0; register < registers; register++) {
      const at = register * states + silent;
      const isChanged = changed > now[at]!;
      if (isChanged) now[at] = changed;
      cameFrom[frame * registers + register] = isChanged ? quiet : register;
    }
    [before, now] = [now, before];
  }
  let last = 0;
  for (let other = 1; other < all; other++) if (before[other]! > before[last]!) last = other;
  let register = Math.floor(last / states);
  let state = last % states;
  for (let frame = frames - 1; frame >= 0; frame--) {
    if (state === silent) register = cameFrom[frame * registers + register]!;
    else path[frame] = state;
    state = back[frame * all + register * states + state]!;
  }
  return path;
}

/** One frame in one register: what each state has collected, and the state that it came from. */
function step(
  values: Float32Array,
  { perSemitone, change, voicing, silence, leapLimit }: LineCosts,
  dislike: Float64Array,
  before: Float64Array,
  now: Float64Array,
  back: Uint8Array,
  { fromBelow, whichBelow }: { readonly fromBelow: Float64Array; readonly whichBelow: Uint8Array },
): void {
  const width = values.length;
  const silent = width;
  let best = 0;
  for (let state = 1; state < width; state++) if (before[state]! > before[best]!) best = state;
  const ended = before[best]! - voicing;
  back[silent] = before[silent]! >= ended ? silent : best;
  now[silent] = Math.max(before[silent]!, ended) + silence;
  const begun = before[silent]! - voicing;
  const leapt = before[best]! - change - perSemitone * leapLimit;
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
    back[state] = from;
    now[state] = value + values[state]! - dislike[state]!;
  }
}
