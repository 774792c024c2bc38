/** Whether the system says that a disk, or an owner's share of it, is full. */
export function isDiskFull(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
