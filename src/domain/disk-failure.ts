/** Read-only, as the system makes a disk that fails, broken, or a share that is gone. */
const failures: ReadonlySet<unknown> = new Set(['EROFS', 'EIO', 'ENODEV', 'ENXIO', 'ESTALE']);

/** Whether the system says that a disk cannot be used now for a reason of its own: nothing is wrong with what was asked. */
export function isDiskFailure(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && failures.has(error.code);
}
