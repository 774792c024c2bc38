import { describe, expect, it } from 'vitest';
import { joinedPresence } from './joined-presence.js';

describe('joinedPresence', () => {
  const by = (presence: number) => ({ id: 'yamnet', presence });

  it('lies between the two and is even where they are', () => {
    expect(joinedPresence(0.5, by(0.5))).toBeCloseTo(0.5);
    expect(joinedPresence(0.3, by(0.8))).toBeGreaterThan(0.3);
    expect(joinedPresence(0.3, by(0.8))).toBeLessThan(0.8);
  });

  it('is tipped by the classifier where the detector doubts, and not where it is sure', () => {
    expect(joinedPresence(0.9, by(0.45))).toBeGreaterThan(0.5);
    expect(joinedPresence(0.1, by(0.55))).toBeLessThan(0.5);
    expect(joinedPresence(1, by(0.02))).toBeLessThan(0.2);
    expect(joinedPresence(0, by(0.98))).toBeGreaterThan(0.8);
  });
});
