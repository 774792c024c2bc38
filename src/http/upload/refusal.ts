/** What the sender of a file is answered where it is refused; an error that is not the file's stays what it is. */
import { DecodeError } from '../../audio/decode-error.js';
import { ComputeError } from '../../domain/compute.js';
import { Problem } from '../../domain/problems.js';
import { noRoomProblem } from '../storage-problem.js';

export function refusal(error: unknown): unknown {
  if (error instanceof DecodeError) return new Problem(error.code, error.message);
  if (error instanceof ComputeError && error.failure === 'busy') {
    return new Problem('too_many_uploads', 'Too many files of this account wait to be inspected.', {
      headers: { 'retry-after': '10' },
    });
  }
  if (error instanceof ComputeError && error.failure === 'disk-full') return noRoomProblem();
  return error;
}
