/**
 * Meter, beats and first beats of bars among pulses half a beat apart: a hidden Markov model over the position in
 * the bar (Whiteley, Cemgil & Godsill, "Bayesian modelling of temporal structure in musical audio", ISMIR 2006;
 * Peeters & Papadopoulos, IEEE TASLP 2011). A small network estimates what each pulse looks like (metrical-network.ts).
 */
import { placeCount } from './metrical-network.js';

export interface BarGrid {
  readonly meter: 3 | 4;
  /** Indexes of pulses, rising. */
  readonly beats: readonly number[];
  /** Indexes into `beats`, rising. */
  readonly downbeats: readonly number[];
  /** Mean gain in log likelihood a pulse over a guess that knows only how often each kind occurs. */
  readonly gain: number;
}

/** Log likelihood that a count is left. Songs in four often insert or leave out half a bar … */
const halfBarCost = 5;
/** … other beats are rarely missing, … */
const beatCost = 10;
/** … and half a beat is a tracking slip. */
const halfBeatCost = 20;
/** What four must be likelier by, a pulse: half bars may slip in four only, which helps it to explain songs in three. */
const fourHandicap = 0.03;
/** No single pulse decides: what the network holds for impossible is merely unlikely. */
const floor = 0.01;

/** A count in one metre, and by how much another one explains each pulse better (log likelihood; 0 for the best). */
export interface CountedBars extends BarGrid {
  readonly behind: number;
}

/** `places`: pulses × placeCount probabilities. Both metres, the likelier one first. */
export function countedBars(places: Float32Array): readonly [CountedBars, CountedBars] {
  const four = countBars(places, 4);
  const three = countBars(places, 3);
  const ahead = three.gain - (four.gain - fourHandicap);
  return ahead > 0
    ? [
        { ...three, behind: 0 },
        { ...four, behind: ahead },
      ]
    : [
        { ...four, behind: 0 },
        { ...three, behind: -ahead },
      ];
}

/** The likelier metre's count. `places`: pulses × placeCount probabilities. */
export function findBars(places: Float32Array): BarGrid {
  return countedBars(places)[0];
}

function countBars(places: Float32Array, meter: 3 | 4): BarGrid {
  const count = places.length / placeCount;
  const positions = meter * 2;
  const back = new Uint8Array(count * positions);
  const costs = slipCosts(meter);
  // Divided by how often each kind occurs: what remains is the evidence.
  const shares = [0.5, 0.5 - 0.5 / meter, 0.5 / meter];
  const evidence = new Float64Array(placeCount);
  let before = new Float64Array(positions);
  let now = new Float64Array(positions);
  for (let pulse = 0; pulse < count; pulse++) {
    for (let kind = 0; kind < placeCount; kind++)
      evidence[kind] = Math.log((places[pulse * placeCount + kind]! + floor) / shares[kind]!);
    for (let position = 0; position < positions; position++) {
      let from = (position + positions - 1) % positions;
      let best = before[from]!;
      for (let previous = 0; pulse > 0 && previous < positions; previous++) {
        const value = before[previous]! - costs[(position - previous - 1 + 2 * positions) % positions]!;
        if (value > best) {
          best = value;
          from = previous;
        }
      }
      back[pulse * positions + position] = from;
      now[position] = best + evidence[kindOf(position)]!;
    }
    [before, now] = [now, before];
  }
  const score = count > 0 ? Math.max(...before) : 0;
  let position = before.indexOf(score);
  const beats: number[] = [];
  const firsts: number[] = [];
  for (let pulse = count - 1; pulse >= 0; pulse--) {
    if (position % 2 === 0) {
      beats.push(pulse);
      if (position === 0) firsts.push(pulse);
    }
    position = back[pulse * positions + position]!;
  }
  beats.reverse();
  firsts.reverse();
  const index = new Map(beats.map((pulse, beat) => [pulse, beat]));
  return {
    meter,
    beats,
    downbeats: firsts.map((pulse) => index.get(pulse)!),
    gain: score / Math.max(1, count),
  };
}

/** Offbeat, beat or first beat: the columns of `places`. */
function kindOf(position: number): number {
  if (position === 0) return 2;
  return position % 2 === 0 ? 1 : 0;
}

/** By how many pulses the position is ahead of where the count goes on. */
function slipCosts(meter: 3 | 4): Float64Array {
  return Float64Array.from({ length: meter * 2 }, (_, ahead) => {
    if (ahead === 0) return 0;
    if (ahead % 2 === 1) return halfBeatCost;
    return meter === 4 && ahead === 4 ? halfBarCost : beatCost;
  });
}
