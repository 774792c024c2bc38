/** `away`: it cannot be reached; `busy`: a lock or a statement took too long; `disk-full`: it has no room to write. */
export type UnavailableReason = 'away' | 'busy' | 'disk-full';

const messages: Readonly<Record<UnavailableReason, string>> = {
  away: 'The database cannot be reached at the moment.',
  busy: 'The database is too busy at the moment.',
  'disk-full': 'The disk of the database is full.',
};

/**
 * The database or its connections cannot be had at the moment: nothing is wrong with what was asked, and the same may
 * succeed in a few seconds. Whether a commit that was under way took effect is not known.
 */
export class StorageUnavailableError extends Error {
  constructor(
    cause: unknown,
    readonly reason: UnavailableReason = 'away',
  ) {
    super(messages[reason], { cause });
    this.name = 'StorageUnavailableError';
  }
}
