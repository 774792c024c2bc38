import type { JsonObject } from './task.js';

/** A failure whose message is written for the customer: what happened and what to do. Never retried. */
export class AnalysisError extends Error {
  constructor(
    message: string,
    /** Evidence for the failure, read back with the task as `detail`; a verdict `cannot_tell` where there is one. */
    readonly detail?: JsonObject,
  ) {
    super(message);
    this.name = 'AnalysisError';
  }
}
