import { ComputeError } from './compute.js';
import { StorageUnavailableError } from './storage-unavailable.js';

/** Whether the system says that a disk, or an owner's share of it, is full. */
export function isDiskFull(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/**
 * Whether work failed for want of room alone, be it the database's, a cache's or a compute process's. That is nobody's
 * fault who asked for it, and lasts until an operator makes room: work in the background waits, and counts no failure.
 */
export function lacksRoom(error: unknown): boolean {
  if (isDiskFull(error)) return true;
  if (error instanceof StorageUnavailableError) return error.reason === 'disk-full' || lacksRoom(error.cause);
  if (error instanceof ComputeError) return error.failure === 'disk-full';
  return error instanceof Error && error.cause !== undefined && lacksRoom(error.cause);
}
