/** Times as people write them in ISO 8601. */
import { CliError } from './cli-error.js';
import { exitCodes } from './exit-codes.js';

const pattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** The same moment as `YYYY-MM-DDTHH:MM:SS.sssZ`. A date alone and a time without a zone are UTC. */
export function isoTime(text: string): string {
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  const moment = new Date(text.length > 10 && !hasZone ? `${text}Z` : text);
  if (!pattern.test(text) || Number.isNaN(moment.getTime()) || !isDay(text.slice(0, 10))) {
    throw new CliError(
      `'${text}' is not a time in ISO 8601, such as 2027-01-31T00:00:00Z or 2027-01-31.`,
      exitCodes.usage,
    );
  }
  return moment.toISOString();
}

/** JavaScript takes 31 February for 3 March. */
function isDay(day: string): boolean {
  const read = new Date(day);
  return !Number.isNaN(read.getTime()) && read.toISOString().slice(0, 10) === day;
}
