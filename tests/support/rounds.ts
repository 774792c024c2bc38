import { it } from 'vitest';

/**
 * Sweeps over many files, signals or faults: `npm test` takes a short round of them, `npm run test:long` all. A short
 * round is the same in every run. `scripts/test-long.mjs` finds the files that take rounds by their imports.
 * A file that is all of the long run is named `*.long.test.ts`.
 */
export const takesAllRounds = process.env.CONTRAFACT_TEST_ROUNDS === 'all';

/** A test of `npm run test:long` alone, where shorter ones show the same in `npm test`. */
export const itInLongRounds = it.runIf(takesAllRounds);

/** Every `step`-th case, the first and the last among them; all in a long run. */
export function roundOf<Case>(cases: readonly Case[], step: number): Case[] {
  if (takesAllRounds) return [...cases];
  return cases.filter((_, index) => index % step === 0 || index === cases.length - 1);
}
