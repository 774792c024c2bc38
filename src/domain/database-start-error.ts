/** The database cannot be used at the start of a process. The message is for the operator: what to do, and no secret. */
export class DatabaseStartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseStartError';
  }
}
