import { expect, it } from 'vitest';
import { problems } from './problems.js';

const all = Object.entries(problems);

it.each(all)('%s has a status that HTTP has for refusals', (_, { status }) => {
  // RFC 9110, RFC 6585: those that clients and proxies know.
  expect([
    400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 411, 412, 413, 414, 415, 422, 428, 429, 431, 500, 502,
    503, 504, 507,
  ]).toContain(status);
});

it.each(all)('%s says when it happens and what to do, in sentences', (code, { title, meaning, remedy }) => {
  expect(code).toMatch(/^[a-z]+(_[a-z0-9]+)*$/);
  expect(title).not.toMatch(/\.$/);
  for (const text of [meaning, remedy]) expect(text).toMatch(/^[A-Z`].*\.$/s);
});

it.each([
  ['bad_request', 400],
  ['missing_authorization', 401],
  ['storage_quota', 403],
  ['internal_error', 500],
] as const)('%s is answered with %i', (code, status) => {
  expect(problems[code].status).toBe(status);
});
