/** Where a fingerprint match lies, from the task's detail. */
import { fields, list, number } from './fields.js';

export interface MatchPlace {
  /** Where the recording's beginning lies in the registered song; negative where it begins before it. */
  offsetSeconds: number;
  /** How much faster the recording plays than the registered song; null where it is not known. */
  speed: number | null;
}

export function matchPlace(detail: unknown): MatchPlace | null {
  const all = fields(detail);
  const match = fields(all.match ?? list(all.matches)[0] ?? all);
  const offsetSeconds = number(match.offset_seconds);
  return offsetSeconds === null ? null : { offsetSeconds, speed: number(match.speed) };
}
