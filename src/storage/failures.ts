/** Which errors of a database are the moment's and not the statement's, on either engine. */
import { StorageUnavailableError, type UnavailableReason } from '../domain/storage-unavailable.js';

/** SQLSTATE, PostgreSQL manual, appendix A. */
const diskFull = '53100';
const busy: ReadonlySet<string> = new Set([
  '55P03', // lock_not_available: lock_timeout
  '57014', // query_canceled: statement_timeout
  '40P01', // deadlock_detected
  '25P03', // idle_in_transaction_session_timeout
]);
/** A standby after a failover: the next connection may reach the new primary. */
const readOnly = '25006';
/** Connection exception, insufficient resources, operator intervention, system error (also I/O). */
const awayClasses: ReadonlySet<string> = new Set(['08', '53', '57', '58']);

/**
 * StorageUnavailableError where the database went away, has no room or no time; else the error itself. Without a
 * SQLSTATE the connection itself broke.
 */
export function storageFailure(error: unknown): unknown {
  if (error instanceof StorageUnavailableError) return error;
  const reason = hasSqlState(error) ? reasonOf(error.code) : 'away';
  return reason === null ? error : new StorageUnavailableError(error, reason);
}

/** Whether the database itself answered so. */
export function hasSqlState(error: unknown): error is { readonly code: string } {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
}

function reasonOf(code: string): UnavailableReason | null {
  if (code === diskFull) return 'disk-full';
  if (busy.has(code)) return 'busy';
  return code === readOnly || awayClasses.has(code.slice(0, 2)) ? 'away' : null;
}
