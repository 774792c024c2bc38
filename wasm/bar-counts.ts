/**
 * The frames of a bar pointer, the places of a bar side by side: src/music/rhythm/bar-pointer.ts says what is counted, and
 * bar-counter.ts lays out the memory.
 */

/** The places of a bar are the lanes of a vector, of which those behind the last place hold what nothing reads. */
const laneBytes: usize = 16;

/** The largest lane in every lane. */
function largest(values: v128): v128 {
  const pairs = f32x4.max(values, v128.shuffle<f32>(values, values, 1, 0, 3, 2));
  return f32x4.max(pairs, v128.shuffle<f32>(pairs, pairs, 2, 3, 0, 1));
}

/**
 * `rules`: for each place what a bar that ends with it costs, then for each of the `count` intervals, which rise, its frames (i32), what
 * it costs a beat, and what the step from the interval before costs (f32). `beat`, `downbeat`: evidence of the `frames` frames from `first` on,
 * of `total` in all. `leaving`: rows for a ring of frames, `ring` in all, of `count` vectors: the scores of the beats from which an interval
 * leads to that frame. `row`: room for `count` pairs of vectors. `changes`: for each frame and interval the interval, by place, with which the beat
 * leads on. `arrivals`: for each frame and interval the last place of the bar before a first beat; none
 * where the count begins. `best`: score, frame, interval and
 * place of the best last beat so far, and room for a vector.
 */
export function count(
  rules: usize,
  count: u32,
  places: u32,
  beat: usize,
  downbeat: usize,
  first: u32,
  frames: u32,
  total: u32,
  leaving: usize,
  ring: u32,
  row: usize,
  changes: usize,
  arrivals: usize,
  best: usize,
): void {
  const ends = v128.load(rules);
  const intervals = rules + laneBytes;
  const rowBytes = <usize>count * laneBytes;
  for (let n: u32 = 0; n < frames; n++) {
    const frame = first + n;
    const evidence = f32x4.replace_lane(f32x4.splat(load<f32>(beat)), 0, load<f32>(downbeat));
    const from = leaving + <usize>(frame % ring) * rowBytes;
    let before = f32x4.splat(-1e9);
    let changed = i32x4.splat(0);
    for (let i: u32 = 0; i < count; i++) {
      const rule = intervals + <usize>i * 12;
      const interval = load<u32>(rule);
      let score = f32x4.splat(0);
      // Within its first interval a count begins.
      if (frame >= interval) {
        const states = v128.load(from + <usize>i * laneBytes);
        const over = f32x4.sub(states, ends);
        const most = largest(over);
        store<u8>(arrivals + i, <u8>ctz(i32x4.bitmask(f32x4.eq(over, most))));
        score = v128.shuffle<f32>(most, states, 0, 4, 5, 6);
      }
      let value = f32x4.sub(f32x4.add(score, evidence), f32x4.splat(load<f32>(rule, 4)));
      if (frame + interval >= total) keepBest(value, places, frame, i, best);
      const other = f32x4.sub(before, f32x4.splat(load<f32>(rule, 8)));
      const isOther = f32x4.gt(other, value);
      value = v128.bitselect(other, value, isOther);
      changed = v128.bitselect(changed, i32x4.splat(i), isOther);
      const kept = row + <usize>i * 2 * laneBytes;
      v128.store(kept, value);
      v128.store(kept, changed, laneBytes);
      before = value;
    }
    // Behind the last interval lies none: what it would cost to come from there is never paid.
    before = f32x4.splat(-1e9);
    let cost = f32x4.splat(0);
    for (let i: u32 = count; i-- > 0; ) {
      const rule = intervals + <usize>i * 12;
      const kept = row + <usize>i * 2 * laneBytes;
      let value = v128.load(kept);
      const other = f32x4.sub(before, cost);
      const isOther = f32x4.gt(other, value);
      value = v128.bitselect(other, value, isOther);
      changed = v128.bitselect(changed, v128.load(kept, laneBytes), isOther);
      const to = (frame + load<u32>(rule)) % ring;
      v128.store(leaving + <usize>to * rowBytes + <usize>i * laneBytes, value);
      const bytes = i8x16.shuffle(changed, changed, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12);
      v128.store32_lane(changes + <usize>i * 4, bytes, 0);
      before = value;
      cost = f32x4.splat(load<f32>(rule, 8));
    }
    beat += 4;
    downbeat += 4;
    changes += <usize>count * 4;
    arrivals += count;
  }
}

function keepBest(values: v128, places: u32, frame: u32, interval: u32, best: usize): void {
  v128.store(best, values, laneBytes);
  for (let place: u32 = 0; place < places; place++) {
    const value = load<f32>(best + laneBytes + <usize>place * 4);
    if (value <= load<f32>(best)) continue;
    store<f32>(best, value);
    store<u32>(best, frame, 4);
    store<u32>(best, interval, 8);
    store<u32>(best, place, 12);
  }
}
