/** What a request is answered while the database cannot be used: the same for the interface and the dashboard. */
import { Problem } from '../domain/problems.js';
import type { StorageUnavailableError, UnavailableReason } from '../domain/storage-unavailable.js';

const answers: Readonly<
  Record<UnavailableReason, { readonly detail?: string; readonly retryAfter: number }>
> = {
  away: { detail: 'The database cannot be reached now. Repeat the request in a few seconds.', retryAfter: 5 },
  busy: { detail: 'The database did not answer in time. Repeat the request.', retryAfter: 5 },
  'disk-full': {
    detail:
      'The disk of the database is full: nothing can be saved now. Inform the operator of this service.',
    retryAfter: 30,
  },
};

export function storageProblem({ reason }: StorageUnavailableError): Problem {
  const { detail, retryAfter } = answers[reason];
  return new Problem('unavailable', detail, { headers: { 'retry-after': String(retryAfter) } });
}

/** Of files: the disk of uploads, or that of temporary files. */
export function noRoomProblem(): Problem {
  return new Problem(
    'storage_full',
    'The disk of the service is full: nothing was kept. Inform its operator; repeat this when there is room.',
  );
}
