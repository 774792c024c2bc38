import { randomBase36 } from '../domain/ids.js';

const acceptable = /^[A-Za-z0-9._-]{8,128}$/;

/** The caller's own X-Request-Id where it is harmless to log, so that two logs can be joined; else a new one. */
export function requestId(headers: Readonly<Record<string, string | string[] | undefined>>): string {
  const offered = headers['x-request-id'];
  return typeof offered === 'string' && acceptable.test(offered) ? offered : `req_${randomBase36(20)}`;
}
