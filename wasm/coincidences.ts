/** Which peaks of a query coincide with a song's along a line: src/analyses/fingerprint/verification/coincidence.ts. */

/** Of the rules, in bytes: 64-bit floats. */
const startOfLine: usize = 0;
const scaleOfLine: usize = 8;
const centsOfLine: usize = 16;
const timeFramesAt: usize = 24;
const pitchCentsAt: usize = 32;
const closeFramesAt: usize = 40;
const closeCentsAt: usize = 48;

/** A query peak that coincides: its number, as a float, the squared distance of the nearest peak and the frames of the soonest. */
const foundBytes: usize = 24;

/**
 * `query`, `song`: their peaks' times, rising, and behind them the pitches. Writes to `found` each of the query's peaks that
 * coincides with one of the song's, shifted by `shift` frames. Returns how many do.
 */
export function find(
  query: usize,
  queryCount: i32,
  song: usize,
  songCount: i32,
  rules: usize,
  shift: f64,
  found: usize,
): i32 {
  const start = load<f64>(rules, startOfLine);
  const scale = load<f64>(rules, scaleOfLine);
  const higher = load<f64>(rules, centsOfLine);
  const timeFrames = load<f64>(rules, timeFramesAt);
  const pitchCents = load<f64>(rules, pitchCentsAt);
  const closeFrames = load<f64>(rules, closeFramesAt);
  const closeCents = load<f64>(rules, closeCentsAt);
  const queryPitches = (<usize>queryCount) << 2;
  const songPitches = (<usize>songCount) << 2;
  const songEnd = song + songPitches;
  let from = song;
  let next = found;
  for (let i = 0; i < queryCount; i++) {
    const peak = query + ((<usize>i) << 2);
    const at = start + scale * <f64>load<f32>(peak) + shift;
    const cents = <f64>load<f32>(peak + queryPitches) - higher;
    const first = at - timeFrames;
    const last = at + timeFrames;
    while (from < songEnd && <f64>load<f32>(from) < first) from += 4;
    let nearest = Infinity;
    let soonest = Infinity;
    for (let other = from; other < songEnd; other += 4) {
      const time = <f64>load<f32>(other);
      if (time > last) break;
      const apart = abs(<f64>load<f32>(other + songPitches) - cents);
      if (apart > pitchCents) continue;
      const frames = abs(time - at);
      const late = frames / closeFrames;
      const high = apart / closeCents;
      nearest = min(nearest, late * late + high * high);
      soonest = min(soonest, frames);
    }
    if (nearest === Infinity) continue;
    store<f64>(next, <f64>i);
    store<f64>(next, nearest, 8);
    store<f64>(next, soonest, 16);
    next += foundBytes;
  }
  return <i32>((next - found) / foundBytes);
}
