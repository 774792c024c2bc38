/**
 * Lays the notes of a line upon another line that sounds, at many places and in all twelve transpositions at once, one a lane: without branches,
 * because what unrelated lines share is a coin toss. src/music/melody/laying/laying-scores.ts lays out the memory. Scores are unsigned 16-bit numbers that stay
 * within their range.
 */

/** A note: its first cell, the address of its table of what sounds, that of its lanes, what it earns and costs, and what it costs in silence. */
const noteBytes: usize = 24;
const startOf: usize = 0;
const tableOf: usize = 4;
const lanesOf: usize = 8;
const earnedOf: usize = 12;
const costOf: usize = 16;
const costInSilenceOf: usize = 20;

/** A row of lanes: all ones in the transposition in which a note and what sounds agree. */
const laneShift: usize = 5;
const silence: i32 = -1;
const lanes: usize = 12;

/**
 * `notes` … `end`: records, their cells rising. `cells`: of the line that sounds, of which each table has a byte for each cell. Notes are laid at every
 * `step`th cell from `place` on, before `cells`. `best`: of each lane the best score so far (u16, 16 of them), which are raised; `places`: where it was had
 * (i32).
 */
export function lay(
  notes: usize,
  end: usize,
  cells: i32,
  place: i32,
  step: i32,
  best: usize,
  places: usize,
): void {
  let first = end;
  for (; place < cells; place += step) {
    while (first > notes && load<i32>(first - noteBytes, startOf) + place >= 0) first -= noteBytes;
    let run = i16x8.splat(0);
    let otherRun = i16x8.splat(0);
    let top = i16x8.splat(0);
    let otherTop = i16x8.splat(0);
    for (let note = first; note < end; note += noteBytes) {
      const cell = load<i32>(note, startOf) + place;
      if (cell >= cells) break;
      const sounds = <i32>load<i8>(load<u32>(note, tableOf) + <usize>cell);
      const agrees = load<u32>(note, lanesOf) + <usize>(sounds << laneShift);
      const cost = i16x8.splat(
        <i16>select(load<i32>(note, costInSilenceOf), load<i32>(note, costOf), sounds === silence),
      );
      const earned = i16x8.splat(<i16>load<i32>(note, earnedOf));
      const here = v128.load(agrees);
      const otherHere = v128.load(agrees, 16);
      run = i16x8.add_sat_u(i16x8.sub_sat_u(run, v128.andnot(cost, here)), v128.and(earned, here));
      otherRun = i16x8.add_sat_u(
        i16x8.sub_sat_u(otherRun, v128.andnot(cost, otherHere)),
        v128.and(earned, otherHere),
      );
      top = i16x8.max_u(top, run);
      otherTop = i16x8.max_u(otherTop, otherRun);
    }
    const raised = i16x8.gt_u(top, v128.load(best));
    const otherRaised = i16x8.gt_u(otherTop, v128.load(best, 16));
    if (!v128.any_true(v128.or(raised, otherRaised))) continue;
    const isRaised = i16x8.bitmask(raised) | (i16x8.bitmask(otherRaised) << 8);
    for (let lane: usize = 0; lane < lanes; lane++)
      if ((isRaised >> <i32>lane) & 1) store<i32>(places + 4 * lane, place);
    v128.store(best, i16x8.max_u(top, v128.load(best)));
    v128.store(best, i16x8.max_u(otherTop, v128.load(best, 16)), 16);
  }
}
