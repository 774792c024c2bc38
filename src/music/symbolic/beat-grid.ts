/** The beat grid that a MIDI file writes down: beats in ticks and in seconds, bars, and the meter. */
import type { MeterChange, MidiFile } from './midi-reader.js';
import { lastNotAbove, tempoMap } from './tempo-map.js';

export interface BeatGrid {
  /** Rising; one more than the last beat that a note touches. */
  readonly ticks: Float64Array;
  readonly seconds: Float64Array;
  /** Indexes of the bars' first beats; a pickup before the first bar is none. */
  readonly downbeats: readonly number[];
  readonly meter: 3 | 4;
}

/** Ten hours at 120 BPM; ends of broken files lie beyond. */
const maxBeats = 72_000;

/**
 * Beats are quarters as one counts them: dotted ones in 6/8, 9/8 and 12/8, eighths in 3/8, halves in 3/2 and 4/2. Bars are as written. The
 * meter is the one that most of them have: 3 where their beats go in threes (3/4; 6/4, 9/4 and 12/4 too, whose quarters are compared with those of
 * 3/4), 4 otherwise (2/4 and 6/8 are half bars of it). A first bar with a meter of its own that is shorter than the bars that follow is a pickup, as
 * notation programs write one.
 */
export function beatGrid(file: MidiFile): BeatGrid {
  const { secondsAt } = tempoMap(file);
  const lastTick = file.notes.reduce((end, note) => Math.max(end, note.endTick), 0);
  const meters = withStart(file.meters, { tick: 0, numerator: 4, denominator: 4 });
  const ticks: number[] = [];
  const downbeats: number[] = [];
  let triple = 0;
  let lastBeatTicks = file.ticksPerQuarter;
  for (let index = 0; index < meters.length && ticks.length < maxBeats; index++) {
    const { tick, numerator, denominator } = meters[index]!;
    const end = meters[index + 1]?.tick ?? lastTick + 1;
    const unit = (file.ticksPerQuarter * 4) / denominator;
    const barTicks = unit * numerator;
    const beatTicks = beatOf(numerator, denominator) * unit;
    const beatsInBar = Math.max(1, Math.round(barTicks / beatTicks));
    if (tick <= lastTick) lastBeatTicks = barTicks / beatsInBar;
    if (beatsInBar % 3 === 0) triple += Math.max(0, Math.min(end, lastTick) - tick);
    for (let bar = tick; bar < end && bar <= lastTick && ticks.length < maxBeats; bar += barTicks) {
      downbeats.push(ticks.length);
      for (let beat = 0; beat < beatsInBar; beat++) {
        const at = bar + (beat * barTicks) / beatsInBar;
        if (beat > 0 && at >= end) break;
        ticks.push(at);
      }
    }
  }
  while (ticks.length < 2 || (ticks.at(-1)! < lastTick && ticks.length < maxBeats))
    ticks.push((ticks.at(-1) ?? -lastBeatTicks) + lastBeatTicks);
  return {
    ticks: Float64Array.from(ticks),
    seconds: Float64Array.from(ticks, secondsAt),
    downbeats: downbeats
      .slice(startsWithPickup(file, meters, lastTick) ? 1 : 0)
      .filter((beat) => beat < ticks.length),
    meter: triple * 2 > lastTick ? 3 : 4,
  };
}

/**
 * Whether the first meter is written (at the start, where a file need not say one), lasts one bar at most, and that is shorter than the
 * bars of the next meter, in which notes sound.
 */
function startsWithPickup(
  { meters: written, ticksPerQuarter }: MidiFile,
  [first, next]: readonly MeterChange[],
  lastTick: number,
): boolean {
  if (!first || !next || written[0]?.tick !== 0 || next.tick > lastTick) return false;
  const ticksOf = ({ numerator, denominator }: MeterChange): number =>
    (numerator * ticksPerQuarter * 4) / denominator;
  return next.tick <= ticksOf(first) && next.tick < ticksOf(next);
}

/** Units of the meter (its denominator) that make a beat; may be a fraction of one. */
function beatOf(numerator: number, denominator: number): number {
  if (denominator === 8 && numerator === 3) return 1;
  if (denominator >= 8 && numerator > 3 && numerator % 3 === 0) return 3;
  // 2/2 is counted in four quarters, more than four quarters in halves.
  const isLong = denominator <= 2 && numerator * 4 > denominator * 4;
  return isLong ? denominator / 2 : denominator / 4;
}

/** Changes at one tick: the last one counts. */
function withStart(changes: readonly MeterChange[], start: MeterChange): MeterChange[] {
  const result: MeterChange[] = [start];
  for (const change of changes) {
    if (result.at(-1)!.tick === change.tick) result.pop();
    result.push(change);
  }
  return result;
}

/** The fractional beat at a tick. Beats are evenly spaced between the grid's ticks. */
export function beatAtTick(grid: Pick<BeatGrid, 'ticks'>, tick: number): number {
  const { ticks } = grid;
  const at = Math.min(lastNotAbove(ticks, tick), ticks.length - 2);
  return at + (tick - ticks[at]!) / (ticks[at + 1]! - ticks[at]!);
}
