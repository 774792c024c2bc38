/** Two MIDI files of one performance, one of them moved to a grid: where in it a second of the other one lies. */
import type { MidiFile } from '../../../src/music/symbolic/midi-reader.js';
import { tempoMap } from '../../../src/music/symbolic/tempo-map.js';

/** A run of this many pitches that is found once in each file is the same notes. */
const runLength = 5;

/** Ticks of `file` at the `seconds` of `original` that lie between notes which both files have; the others are left out. */
export function ticksOf(seconds: readonly number[], original: MidiFile, file: MidiFile): number[] {
  const { secondsAt } = tempoMap(original);
  const runs = singleRuns(file);
  const anchors: { second: number; tick: number }[] = [];
  for (const [run, startTick] of singleRuns(original)) {
    const tick = runs.get(run);
    if (tick !== undefined && tick > (anchors.at(-1)?.tick ?? -1))
      anchors.push({ second: secondsAt(startTick), tick });
  }
  return seconds.flatMap((second) => {
    const next = anchors.findIndex((anchor) => anchor.second > second);
    const [before, after] = [anchors[next - 1], anchors[next]];
    if (before === undefined || after === undefined) return [];
    const part = (second - before.second) / (after.second - before.second);
    return [before.tick + part * (after.tick - before.tick)];
  });
}

/** By pitches: the tick at which the run begins; in the order of the notes. */
function singleRuns({ notes }: MidiFile): Map<string, number> {
  const sorted = [...notes].sort((a, b) => a.startTick - b.startTick || a.pitch - b.pitch);
  const ticks = new Map<string, number>();
  const twice = new Set<string>();
  for (let at = 0; at + runLength <= sorted.length; at++) {
    const run = sorted
      .slice(at, at + runLength)
      .map(({ pitch }) => pitch)
      .join();
    if (ticks.has(run)) twice.add(run);
    else ticks.set(run, sorted[at]!.startTick);
  }
  for (const run of twice) ticks.delete(run);
  return ticks;
}
