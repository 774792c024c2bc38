import type { Problem } from './types.js';

/** The service answered with an error, or a waited-for analysis did not succeed. */
export class ContrafactError extends Error {
  /** HTTP status; 0 where no answer came (`connection_failed`) or none is at fault (`timeout`, `task_failed`). */
  readonly status: number;
  /** Stable and made to be compared: `rate_limited`, `unknown_music_id` … */
  readonly code: string;
  /** The problem document as received. */
  readonly problem: Problem | null;

  constructor(
    status: number,
    code: string,
    message: string,
    problem: Problem | null = null,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ContrafactError';
    this.status = status;
    this.code = code;
    this.problem = problem;
  }
}

/** The error that an answer with a status of 400 or more means. */
export async function errorFromResponse(response: Response): Promise<ContrafactError> {
  return errorFromText(response.status, await response.text().catch(() => ''));
}

function errorFromText(status: number, text: string): ContrafactError {
  try {
    const problem = JSON.parse(text) as Problem;
    if (typeof problem.code === 'string') {
      return new ContrafactError(status, problem.code, `${problem.title}: ${problem.detail}`, problem);
    }
  } catch {
    // A proxy's page, not a problem document.
  }
  return new ContrafactError(status, 'unexpected_answer', `The service answered with status ${status}.`);
}
