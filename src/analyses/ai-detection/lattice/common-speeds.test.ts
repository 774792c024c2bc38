import { describe, expect, it } from 'vitest';
import {
  candidatesOnPlaces,
  commonPlacesHz,
  commonSpeedCandidates,
  commonSpeeds,
  isCommonSpeed,
} from './common-speeds.js';
import { latticeFamilies } from './lattices.js';

describe('common speeds', () => {
  it('are whole per cents, a semitone either way, and film at 25 frames, each once', () => {
    expect(new Set(commonSpeeds).size).toBe(14);
    for (const speed of [1.01, 1.06, 0.95, 2 ** (1 / 12), 2 ** (-1 / 12), 25 / 24, 24 / 25])
      expect(isCommonSpeed(speed)).toBe(true);
  });

  it('leave out the own speed and all that a search meets between them', () => {
    for (const speed of [1, 1.001, 1.0275, 0.985, 1.0303]) expect(isCommonSpeed(speed)).toBe(false);
  });

  it('are met by a search that is one step off, and not by one that is five steps off', () => {
    expect(isCommonSpeed(1.03 * Math.exp(8e-5))).toBe(true);
    expect(isCommonSpeed(1.03 * Math.exp(-2e-4))).toBe(false);
  });

  it('count every family at every speed, and the named places as a question beside the search', () => {
    expect(commonSpeedCandidates).toBe(2 * latticeFamilies.length * commonSpeeds.length);
    const places = commonPlacesHz({ from: 45, to: 450 });
    expect(candidatesOnPlaces(86.1328125 * 2 ** (1 / 12), places)).toBe(2 * places.length);
    expect(candidatesOnPlaces(131.7, places)).toBeNull();
  });

  it('give places within the limits, rising, none twice', () => {
    const places = commonPlacesHz({ from: 45, to: 450 });
    expect(places[0]).toBeGreaterThanOrEqual(45);
    expect(places.at(-1)).toBeLessThanOrEqual(450);
    for (let index = 1; index < places.length; index++)
      expect(places[index]! / places[index - 1]! - 1).toBeGreaterThan(1e-4);
  });
});
