import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import type { LatticeCandidate } from '../lattice/lattice.js';
import { findExact, searchScale, searchUnconstrained } from '../lattice/lattice-search.js';
import type { LineContrast } from '../lattice/line-contrast.js';
import { binCount, binHz } from '../listen/mean-spectrum.js';
import type { Surroundings } from './explanation.js';
import { type ExplanationName, explanationNames } from './names.js';
import { explanationsOf, explanationTable } from './table.js';

/** Lines of each spacing from `fromHz` up, lifted out of contrasts without structure. */
function recording(
  spacingsHz: readonly number[],
  changes: Partial<Surroundings> = {},
  fromHz = 1000,
): Surroundings {
  const random = seededRandom(11);
  const values = Float32Array.from({ length: binCount }, () => Math.sqrt(12) * (random() - 0.5));
  for (const spacing of spacingsHz) {
    for (let k = Math.ceil(fromHz / spacing); k * spacing < 16_000; k++) {
      values[Math.round((k * spacing) / binHz)] = 3;
    }
  }
  const contrast: LineContrast = { values, highestHz: 16_000, bandwidthHz: 18_000 };
  return {
    contrast,
    logPower: new Float32Array(binCount),
    rhythm: { logPower: new Float32Array(1025), frames: 5 },
    onsets: new Float64Array(0),
    ...changes,
  };
}

/** A loudness that beats `rateHz` times a second. */
function beatingAt(rateHz: number): Surroundings['rhythm'] {
  const logPower = new Float32Array(1025);
  for (let multiple = 1; multiple * rateHz < 160; multiple++)
    logPower[Math.round((multiple * rateHz) / (44_100 / 128 / 2048))] = 6;
  return { logPower, frames: 5 };
}

/** Tones of 20 dB at the multiples of `hz` up to 1200 Hz. */
function tonesAt(hz: number): Float32Array {
  const logPower = new Float32Array(binCount);
  for (let k = 1; k * hz < 1300; k++) logPower[Math.round((k * hz) / binHz)] = 4.6;
  return logPower;
}

const exact = (one: Surroundings, id: string): LatticeCandidate =>
  findExact(one.contrast).find(({ familyId }) => familyId === id)!;
const searched = (one: Surroundings, id: string): LatticeCandidate =>
  searchScale(one.contrast).find(({ familyId }) => familyId === id)!;

/** For each explanation: a case that it explains, and one that it must not. */
const cases: Readonly<
  Record<
    ExplanationName,
    { with: [Surroundings, LatticeCandidate]; without: [Surroundings, LatticeCandidate]; least: number }
  >
> = (() => {
  const plain = recording([200]);
  const decoder: [Surroundings, LatticeCandidate] = [plain, exact(plain, 'fifty')];
  const of = (
    one: Surroundings,
    pick: (one: Surroundings) => LatticeCandidate,
  ): [Surroundings, LatticeCandidate] => [one, pick(one)];
  const fifty = (one: Surroundings): LatticeCandidate => exact(one, 'fifty');
  const unconstrained = ({ contrast }: Surroundings): LatticeCandidate => searchUnconstrained(contrast);
  const onTicks = Float64Array.from({ length: 60 }, (_, index) => (index * 47 + ((index * 13) % 7)) / 200);
  const random = seededRandom(3);
  const byHand = Float64Array.from({ length: 60 }, (_, index) => index / 4 + 0.05 * random());
  return {
    'held-tones': {
      with: of(recording([200], { logPower: tonesAt(200) }), fifty),
      without: decoder,
      least: 0.4,
    },
    'recurring-note': {
      with: of(recording([131.7], {}, 100), unconstrained),
      without: of(recording([131.7]), unconstrained),
      least: 0.8,
    },
    'slow-grid': { with: of(recording([25 / 3]), fifty), without: decoder, least: 3 },
    'onset-grid': {
      with: of(recording([200], { onsets: onTicks }), fifty),
      without: of(recording([200], { onsets: byHand }), fifty),
      least: 6,
    },
    beating: {
      with: of(recording([22], { rhythm: beatingAt(22) }), (one) => searched(one, 'hop-512')),
      without: decoder,
      least: 3,
    },
    'mains-hum': { with: of(recording([50.013]), unconstrained), without: decoder, least: 4 },
    'codec-bands': {
      with: of(recording([44_100 / 64]), (one) => exact(one, 'hop-512')),
      without: of(recording([44_100 / 512]), (one) => exact(one, 'hop-512')),
      least: 3,
    },
    'codec-frames': {
      with: of(recording([100.05]), (one) => searched(one, 'fifty')),
      without: of(recording([103]), (one) => searched(one, 'fifty')),
      least: 1,
    },
  };
})();

describe('an alternative explanation', () => {
  it.each(explanationNames)('%s is measured where it draws the lines', (name) => {
    const [surroundings, candidate] = cases[name].with;
    expect(explanationTable[name].measure(candidate, surroundings)).toBeGreaterThanOrEqual(cases[name].least);
  });

  it.each(explanationNames)('%s is not measured where a decoder draws them', (name) => {
    const [surroundings, candidate] = cases[name].without;
    expect(explanationTable[name].measure(candidate, surroundings)).toBeLessThan(0.9 * cases[name].least);
  });

  it('measures hum for an exact place only where the loudness clicks with the mains', () => {
    const quiet = recording([100]);
    const dimmer = recording([100], { rhythm: beatingAt(100) });
    const { 'mains-hum': mains } = explanationTable;
    expect(mains.measure(exact(quiet, 'fifty'), quiet)).toBeLessThan(2);
    expect(mains.measure(exact(dimmer, 'fifty'), dimmer)).toBeGreaterThan(4);
  });

  it('takes half-way lines for a decoder’s at a common speed, and for a grid of time at any other', () => {
    const share = (speed: number): number => {
      const one = recording([(44_100 / 4096) * speed]);
      const candidate = searched(one, 'hop-512');
      expect(candidate.scale).toBeCloseTo(speed, 3);
      return explanationTable['slow-grid'].measure(candidate, one);
    };
    expect(share(1.03)).toBeLessThan(0.5 * share(1.0327));
  });

  it.each([
    ['layer II at 48 kHz', 48_000 / 64, 'rate-48k'],
    ['layer II at 32 kHz', 32_000 / 64, 'fifty'],
  ])('takes the band edges of %s off, all that stands there', (_, bandHz, familyId) => {
    const one = recording([bandHz]);
    const candidate = exact(one, familyId);
    const lost = explanationTable['codec-bands'].measure(candidate, one);
    const left = candidate.score - lost * candidate.ownNull.decay * Math.LN10;
    expect(lost).toBeGreaterThan(3);
    expect(Math.abs(left)).toBeLessThan(2.5);
  });

  it.each([
    ['searched', 1.0008, 1],
    ['searched', 0.9992, 1],
    ['searched', 1.001, 0],
    ['searched', 0.999, 0],
    ['exact', 1, 0],
  ] as const)('takes a lattice %s at %d of its speed for a codec’s frames: %d', (way, scale, value) => {
    const one = recording([200]);
    const candidate = { ...exact(one, 'fifty'), way, scale };
    expect(explanationTable['codec-frames'].measure(candidate, one)).toBe(value);
  });

  it.each([
    [50.19, 10],
    [50.3, 0],
    [99.7, 10],
    [120.4, 10],
    [301, 10],
    [359, 10],
    [362, 0],
    [150, 0],
  ])('takes a searched spacing of %d Hz for the mains: %d', (spacingHz, value) => {
    const one = recording([200]);
    const candidate = { ...searchUnconstrained(one.contrast), spacingsHz: [spacingHz] };
    expect(explanationTable['mains-hum'].measure(candidate, one)).toBe(value);
  });

  it('compares exact places up to four clicks of the mains with the loudness, and no others', () => {
    const dimmer = recording([100], { rhythm: beatingAt(100) });
    const at = (...spacingsHz: number[]): number =>
      explanationTable['mains-hum'].measure({ ...exact(dimmer, 'fifty'), spacingsHz }, dimmer);
    expect(at(400)).toBeGreaterThan(4);
    expect(at(150, 400)).toBe(at(400));
    expect(at(500)).toBe(0);
    expect(at(150)).toBe(0);
  });

  it('takes a family for a note where fewer than three of its spacings have lines in the band', () => {
    const wide = recording([80], {}, 100);
    const narrow = { ...wide, contrast: { ...wide.contrast, highestHz: 5900 } };
    const note = (one: Surroundings): number =>
      explanationTable['recurring-note'].measure(searched(one, 'eighty'), one);
    expect(note(wide)).toBe(0);
    expect(note(narrow)).toBeGreaterThan(0.8);
  });

  it('is in the table once, and never below 0', () => {
    const one = recording([86.13, 50]);
    for (const candidate of [
      ...findExact(one.contrast),
      ...searchScale(one.contrast),
      searchUnconstrained(one.contrast),
    ]) {
      const measured = explanationsOf(candidate, one);
      expect(Object.keys(measured)).toEqual([...explanationNames]);
      for (const value of Object.values(measured)) expect(value).toBeGreaterThanOrEqual(0);
    }
  });
});
