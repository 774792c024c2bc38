/**
 * One line through a landscape of salience: at every step the line is at one pitch or silent, and Viterbi's
 * algorithm finds the path that collects most while it leaps and breaks little (Ryynänen & Klapuri, "Automatic
 * transcription of melody, bass line, and chords in polyphonic music", Computer Music Journal 2008).
 */

export interface Landscape {
  readonly frames: number;
  /** Pitches a frame, neighbouring bins one semitone apart. */
  readonly width: number;
  /** frames × width, ≥ 0. */
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
export function trackLine({ frames, width, values }: Landscape, costs: LineCosts): Int16Array {
  const path = new Int16Array(frames).fill(-1);
  if (frames === 0) return path;
  const silent = width;
  const states = width + 1;
  const back = new Uint8Array(frames * states);
  let before = new Float32Array(states);
  let now = new Float32Array(states);
  // Staying costs nothing, and is looked at before any leap.
  const leap = Float32Array.from(
    { length: width },
    (_, distance) => costs.change + costs.perSemitone * Math.min(distance, costs.leapLimit),
  );
  for (let frame = 0; frame < frames; frame++) {
    let best = 0;
    for (let state = 1; state < width; state++) if (before[state]! > before[best]!) best = state;
    const ended = before[best]! - costs.voicing;
    back[frame * states + silent] = before[silent]! >= ended ? silent : best;
    now[silent] = Math.max(before[silent]!, ended) + costs.silence;
    const begun = before[silent]! - costs.voicing;
    const farthest = costs.change + costs.perSemitone * costs.leapLimit;
    for (let state = 0; state < width; state++) {
      let value = before[state]!;
      let from = state;
      if (begun > value) {
        value = begun;
        from = silent;
      }
      if (before[best]! - farthest > value) {
        value = before[best]! - farthest;
        from = best;
      }
      const low = Math.max(0, state - costs.leapLimit);
      const high = Math.min(width - 1, state + costs.leapLimit);
      for (let other = low; other <= high; other++) {
        const candidate = before[other]! - leap[Math.abs(other - state)]!;
        if (candidate > value) {
          value = candidate;
          from = other;
        }
      }
      back[frame * states + state] = from;
      now[state] = value + values[frame * width + state]!;
    }
    [before, now] = [now, before];
  }
  let state = before.indexOf(Math.max(...before));
  for (let frame = frames - 1; frame >= 0; frame--) {
    path[frame] = state === silent ? -1 : state;
    state = back[frame * states + state]!;
  }
  return path;
}
