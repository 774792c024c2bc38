/** The cases in the order of the report's table: what is hardest first. */
import { type QueryCase, queryCases } from './cases.js';
import { roomCases, shortCases, wideCases, wideTreatedCases } from './cases-wide.js';

export const allCases: readonly QueryCase[] = [
  ...wideCases,
  ...wideTreatedCases,
  ...roomCases,
  ...shortCases,
  ...queryCases,
];
