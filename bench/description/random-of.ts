import { seededRandom } from '../../src/signal/seeded-random.js';

/** Neighbouring seeds are far apart. */
export const randomOf = (seed: number): (() => number) => seededRandom(seed * 0x9e3779b1 + 1);
