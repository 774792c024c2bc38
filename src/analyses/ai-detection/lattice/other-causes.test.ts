import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { binCount, binHz } from '../listen/mean-spectrum.js';
import { findExact, searchBlind, searchScale } from './lattice-search.js';
import type { LineContrast } from './line-contrast.js';
import { causeInWords, type Surroundings } from './other-causes.js';

/** Lines of each spacing from `fromHz` up, lifted out of contrasts without structure. */
function surroundings(
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
function beating(rateHz: number): Surroundings['rhythm'] {
  const logPower = new Float32Array(1025);
  logPower[Math.round(rateHz / (44_100 / 128 / 2048))] = 6;
  return { logPower, frames: 5 };
}

const familyIn = (one: Surroundings, id: string) => findExact(one).find(({ familyId }) => familyId === id)!;

describe('what else draws even lines', () => {
  it('onsets on ticks 200 times a second: drums at 125 BPM and 96 ticks a beat', () => {
    const onsets = Float64Array.from({ length: 60 }, (_, index) => (index * 47 + ((index * 13) % 7)) / 200);
    expect(familyIn(surroundings([200]), 'fifty').evidence).toBeGreaterThan(2.5);
    const explained = familyIn(surroundings([200], { onsets }), 'fifty');
    expect(explained.trust).toBe(0);
    expect(causeInWords(explained.otherCauses)).toMatch(/sequencer/);
  });

  it('the 32 bands of an old codec, unless the lines between the band edges bear the lattice out', () => {
    const bands = familyIn(surroundings([44_100 / 64]), 'hop-512');
    expect(bands.againstChance).toBeGreaterThan(2.5);
    expect(bands.evidence).toBeLessThan(2.5);
    expect(causeInWords(bands.otherCauses)).toMatch(/codec/);
    expect(familyIn(surroundings([44_100 / 512]), 'hop-512').trust).toBeGreaterThan(0.8);
  });

  it('mains hum: near its own frequency for a searched lattice, with its clicks in the loudness for an exact one', () => {
    const hum = searchBlind(surroundings([50.013]));
    expect(hum.otherCauses.mains).toBe(true);
    expect(hum.trust).toBe(0);
    const [searched] = searchScale(surroundings([100.03, 50.015])).filter(
      ({ familyId }) => familyId === 'fifty',
    );
    expect(searched!.trust).toBe(0);
    const decoder = familyIn(surroundings([100]), 'fifty');
    const dimmer = familyIn(surroundings([100], { rhythm: beating(100) }), 'fifty');
    expect(decoder.trust).toBeGreaterThan(0.8);
    expect(dimmer.trust).toBe(0);
    expect(causeInWords(dimmer.otherCauses)).toMatch(/mains/);
  });

  it('a note that comes again and again: its partials stand out below 1 kHz as well', () => {
    expect(searchBlind(surroundings([131.7])).evidence).toBeGreaterThan(2.5);
    const note = searchBlind(surroundings([131.7], {}, 100));
    expect(note.trust).toBe(0);
    expect(causeInWords(note.otherCauses)).toMatch(/tones/);
  });
});
