/**
 * The database or its connections cannot be had at the moment: nothing is wrong with what was asked, and the same may
 * succeed in a few seconds. Whether a commit that was under way took effect is not known.
 */
export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached at the moment.', { cause });
    this.name = 'StorageUnavailableError';
  }
}
