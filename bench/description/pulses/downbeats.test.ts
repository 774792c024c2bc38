import { describe, expect, it } from 'vitest';
import { countedBars, findBars } from './downbeats.js';
import { metricalFeatureCount } from './metrical-features.js';
import { placeCount, placeProbabilities } from './metrical-network.js';

/** `o` offbeat, `b` beat, `D` first beat of a bar: what each pulse looks like, fairly clearly. */
function looks(text: string): Float32Array {
  const places = new Float32Array(text.length * placeCount).fill(0.15);
  for (const [pulse, letter] of [...text].entries()) places[pulse * placeCount + 'obD'.indexOf(letter)] = 0.7;
  return places;
}

const downbeatPulses = (text: string): number[] => {
  const { beats, downbeats } = findBars(looks(text));
  return downbeats.map((beat) => beats[beat]!);
};

const four = 'Dobobobo';
const three = 'Dobobo';

describe('bars', () => {
  it('are counted in four and in three', () => {
    expect(findBars(looks(four.repeat(8))).meter).toBe(4);
    expect(findBars(looks(three.repeat(8))).meter).toBe(3);
    expect(downbeatPulses(three.repeat(4))).toEqual([0, 6, 12, 18]);
  });

  it('are counted in the other metre too, which is further behind the clearer the bars are', () => {
    const [clear, other] = countedBars(looks(three.repeat(8)));
    expect([clear.meter, clear.behind, other.meter]).toEqual([3, 0, 4]);
    expect(other.behind).toBeGreaterThan(0.1);
    // Without any first beat nothing speaks for a metre but that four is the rarer to be right by chance.
    const [, unclear] = countedBars(looks('bo'.repeat(24)));
    expect(unclear.behind).toBeLessThan(other.behind / 2);
  });

  it('begin before the first downbeat where a song begins with an upbeat', () => {
    expect(downbeatPulses(`bo${four.repeat(5)}`)).toEqual([2, 10, 18, 26, 34]);
  });

  it('go on from half a bar that was put in between', () => {
    const text = `${four.repeat(6)}Dobo${four.repeat(6)}`;
    expect(downbeatPulses(text).slice(-6)).toEqual([52, 60, 68, 76, 84, 92]);
  });

  it('are not moved by one bar that looks otherwise', () => {
    const text = `${four.repeat(4)}obDobobo${four.repeat(4)}`;
    expect(downbeatPulses(text)).toEqual([0, 8, 16, 24, 32, 40, 48, 56, 64]);
  });

  it('are none without pulses', () => {
    expect(findBars(new Float32Array(0))).toMatchObject({ beats: [], downbeats: [] });
  });
});

describe('the metrical network', () => {
  it('gives probabilities for every pulse, those at the ends too', () => {
    const pulses = 5;
    const features = Float32Array.from({ length: pulses * metricalFeatureCount }, (_, i) => Math.sin(i));
    const places = placeProbabilities(features);
    expect(places).toHaveLength(pulses * placeCount);
    for (let pulse = 0; pulse < pulses; pulse++) {
      const row = [...places.subarray(pulse * placeCount, (pulse + 1) * placeCount)];
      expect(row.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 5);
      expect(Math.min(...row)).toBeGreaterThanOrEqual(0);
    }
  });

  it('takes a pulse with bass, accent and a new chord for a beat rather than an offbeat', () => {
    const pulses = 16;
    const features = new Float32Array(pulses * metricalFeatureCount);
    for (let pulse = 0; pulse < pulses; pulse++)
      features.fill(
        pulse % 8 === 0 ? 1.5 : pulse % 2 === 0 ? 0 : -0.7,
        pulse * metricalFeatureCount,
        (pulse + 1) * metricalFeatureCount,
      );
    const places = placeProbabilities(features);
    const [offbeat, , first] = places.subarray(8 * placeCount, 9 * placeCount);
    expect(first!).toBeGreaterThan(offbeat!);
    expect(places[9 * placeCount]!).toBeGreaterThan(places[9 * placeCount + 2]!);
  });
});
