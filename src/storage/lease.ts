/** When a lease in the database is over. */
import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the lease that ends at `expiresAt` (a column) is over, for leases of `seconds`. A lease that ends further
 * ahead than two of them was taken before the clock was set back, and counts as over.
 *
 * By the clock at the moment of the comparison: `now()` is the start of the transaction and `statement_timestamp()`
 * that of the statement, both of which may have waited. Then a lease that another process took a moment ago seems
 * to end too far ahead.
 */
export function hasLapsed(
  expiresAt: RawBuilder<unknown>,
  seconds: number,
  clock: RawBuilder<Date> = sql<Date>`clock_timestamp()`,
): RawBuilder<boolean> {
  return sql<boolean>`(${expiresAt} is null or ${expiresAt} <= ${clock}
    or ${expiresAt} > ${clock} + make_interval(secs => ${2 * seconds}))`;
}
