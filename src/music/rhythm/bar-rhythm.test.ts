import { describe, expect, it } from 'vitest';
import type { HeardBars } from './bar-activations.js';
import type { BarModel } from './bar-model.js';
import { rhythmFromBars } from './bar-rhythm.js';
import { measurementNames } from './beat-measurements.js';
import type { BeatRows } from './beat-repetition.js';
import type { CountModel } from './count-model.js';
import type { FirstBeatOdds } from './halves-model.js';
import { medianInterval } from './median-interval.js';
import type { Rhythm } from './rhythm.js';
import { barFramesPerSecond as framesPerSecond, heardBarsOf } from './test-support/heard-bars.js';

const model: BarModel = {
  beatOffset: 0,
  downbeatOffset: 0,
  lowest: -5,
  highest: 6,
  costs: { tempoChange: 25, halfBar: 6, slip: 10, unusualTempo: 0, usualBpm: 90 },
  metre: 0.5,
  metreBias: 0,
  leadFrames: 8,
};
const meanOf = ({ columns, values }: BeatRows, name: string): number => {
  const column = measurementNames.indexOf(name);
  return (
    values.reduce((sum, value, at) => sum + (at % columns === column ? value : 0), 0) /
    (values.length / columns)
  );
};
/** The metre by the bars alone; the tempo by what the bar network answers at the beats and halfway between them. */
const choice: CountModel = {
  metre: [1, 0, 0],
  count: [1, 1],
  hear: (rows) => ({
    rightOdds: 4 * meanOf(rows, 'answer-0') + 4 * meanOf(rows, 'answer-1') - 2 * meanOf(rows, 'answer-3'),
    threeOdds: 0,
  }),
};
/** Bars stay as they are counted. */
const halves: FirstBeatOdds = ({ columns, values }) => new Float32Array(values.length / columns);

/** Beats every `period` seconds from half a second on, each `bar`th of them the first of a bar; `strength`: of first beats over others. */
const activations = (seconds: number, period: number, bar: number, strength = 4): HeardBars =>
  heardBarsOf({
    beats: Array.from({ length: Math.ceil((seconds - 0.8) / period) }, (_, at) => 0.5 + at * period),
    isFirst: (beat) => beat % bar === 0,
    durationSeconds: seconds,
    strength,
  });

/** Every other beat weaker by so much. */
function withWeakerHalf(bars: HeardBars, period: number, weaker: number): HeardBars {
  for (const curve of [bars.beat, bars.downbeat])
    for (const [frame, value] of curve.entries()) {
      const beat = Math.round((frame / framesPerSecond - 0.5) / period);
      if (beat % 2 === 1 && value > -5) curve[frame] = value - weaker;
    }
  return bars;
}

const found = (bars: HeardBars): Rhythm =>
  rhythmFromBars(
    bars,
    { first: framesPerSecond, last: 2 * bars.frames - framesPerSecond },
    model,
    choice,
    halves,
  )!;

describe('the rhythm from the answers of the bar network', () => {
  it.each([3, 4] as const)('has bars of %i where this many beats make up what looks like a bar', (bar) => {
    const { meter, downbeats, beatFrames, otherMetre } = found(activations(40, 0.6, bar));
    expect(meter).toBe(bar);
    expect(otherMetre).toBeNull();
    expect(downbeats.every((beat) => beat % bar === downbeats[0]! % bar)).toBe(true);
    for (const frame of beatFrames) {
      const beats = (frame / (2 * framesPerSecond) - 0.5) / 0.6;
      expect(Math.abs(beats - Math.round(beats)) * 0.6).toBeLessThan(0.02);
    }
  });

  it('counts bars of two in pairs, as bars of four', () => {
    const { meter, downbeats, beatFrames } = found(activations(40, 0.5, 2));
    expect(meter).toBe(4);
    const lengths = downbeats.slice(1).map((beat, bar) => beat - downbeats[bar]!);
    expect(lengths.every((length) => length === 4)).toBe(true);
    expect(beatFrames.length).toBeGreaterThan(70);
  });

  it('keeps the other metre where first beats look like all others', () => {
    const { otherMetre } = found(activations(40, 0.5, 4, 0));
    expect(otherMetre!.probability).toBeGreaterThan(0.1);
    expect(otherMetre!.probability).toBeLessThanOrEqual(0.5);
    expect(otherMetre!.beatFrames.length).toBeGreaterThan(20);
  });

  it('counts at half the tempo where every other beat is far weaker, in whole bars', () => {
    const bars = withWeakerHalf(activations(60, 0.35, 8), 0.35, 4);
    const { beatFrames, downbeats, meter, hypotheses } = found(bars);
    expect(medianInterval(beatFrames) / (2 * framesPerSecond)).toBeCloseTo(0.7, 1);
    expect(meter).toBe(4);
    expect(downbeats.slice(1).every((beat, bar) => beat - downbeats[bar]! === 4)).toBe(true);
    expect(hypotheses.every(({ ratio }) => ratio === 2)).toBe(true);
  });

  it('begins bars of four in their middle where that is likelier', () => {
    const bars = activations(40, 0.5, 4);
    const held = { first: framesPerSecond, last: 2 * bars.frames - framesPerSecond };
    const first = found(bars).downbeats[0]!;
    const later: FirstBeatOdds = (rows) =>
      halves(rows).map((_, beat) => Number((beat - first + 6) % 4 === 0));
    const { beatFrames, downbeats } = rhythmFromBars(bars, held, model, choice, later)!;
    const counted = found(bars);
    expect(beatFrames).toEqual(counted.beatFrames);
    expect(downbeats.slice(0, 3).map((beat) => (beat - counted.downbeats[0]! + 8) % 4)).toEqual([2, 2, 2]);
  });

  it('has half time as a hypothesis where every other beat is somewhat weaker, and none where all are as strong', () => {
    expect(found(activations(40, 0.5, 8)).hypotheses).toEqual([]);
    const weaker = found(withWeakerHalf(activations(40, 0.5, 8), 0.5, 2.4));
    expect(weaker.hypotheses.map(({ ratio }) => ratio)).toEqual([0.5]);
  });

  it('lets what the beats sound like decide the tempo', () => {
    const slower: CountModel = {
      ...choice,
      hear: (rows) => ({ rightOdds: -20 * meanOf(rows, 'tempo'), threeOdds: 0 }),
    };
    const bars = activations(40, 0.5, 4);
    const held = { first: framesPerSecond, last: 2 * bars.frames - framesPerSecond };
    const { beatFrames, hypotheses } = rhythmFromBars(bars, held, model, slower, halves)!;
    expect(medianInterval(beatFrames) / (2 * framesPerSecond)).toBeCloseTo(1, 1);
    expect(hypotheses.every(({ ratio }) => ratio === 2)).toBe(true);
  });

  it('is a beat or two, where music is shorter than an interval', () => {
    const short = activations(0.9, 0.5, 4);
    const rhythm = rhythmFromBars(short, { first: 30, last: 50 }, model, choice, halves)!;
    expect(rhythm.beatFrames.length).toBeLessThan(4);
    expect(rhythm.hypotheses).toEqual([]);
  });

  it('is nothing where there is nothing to count', () => {
    const none = {
      framesPerSecond,
      frames: 0,
      features: new Float32Array(0),
      beat: new Float32Array(0),
      downbeat: new Float32Array(0),
    };
    expect(rhythmFromBars(none, { first: 0, last: 0 }, model, choice, halves)).toBeNull();
  });
});
