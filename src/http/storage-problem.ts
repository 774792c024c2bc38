/** What a request is answered while the database cannot be used: the same for the interface and the dashboard. */
import { Problem } from '../domain/problems.js';
import type { StorageUnavailableError, UnavailableReason } from '../domain/storage-unavailable.js';

const answers: Readonly<
  Record<UnavailableReason, { readonly detail?: string; readonly retryAfter: number }>
> = {
  away: { retryAfter: 5 },
  busy: { detail: 'The database did not answer in time. Repeat the request.', retryAfter: 5 },
  'disk-full': { detail: 'The disk of the database is full: nothing can be saved now.', retryAfter: 30 },
};

export function storageProblem({ reason }: StorageUnavailableError): Problem {
  const { detail, retryAfter } = answers[reason];
  return new Problem('unavailable', detail, { headers: { 'retry-after': String(retryAfter) } });
}
