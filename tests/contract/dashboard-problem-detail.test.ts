/** What the dashboard says of one wrong field: the service's own documents, as its interface answers them. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { type ProblemBody, problemDetail } from '../../dashboard/src/api/problem-detail.js';
import { DashboardProblem, parse } from '../../src/http/dashboard/problem.js';

const schema = z.object({
  song_title: z.string().min(1).max(500),
  email: z.email('this is not an e-mail address'),
});
const right = { song_title: 'A title', email: 'ada@example.com' };

function said(body: unknown): string | undefined {
  try {
    parse(schema, body);
  } catch (error) {
    if (!(error instanceof DashboardProblem)) throw error;
    return problemDetail({ code: error.code, detail: error.message, ...error.extra } as ProblemBody);
  }
  return undefined;
}

it.each([
  [
    'by its name where the sentence does not name it',
    { song_title: '' },
    'song_title: Must be text of 1 to 500',
  ],
  ['by its name where it is missing', { song_title: undefined }, 'song_title: This field is required'],
  ['by the sentence alone where that names it', { email: 'ada' }, 'This is not an e-mail address.'],
])('a wrong field is shown %s', (_how, wrong, expected) => {
  expect(said({ ...right, ...wrong })).toMatch(new RegExp(`^${expected}`));
});

it('of several wrong fields the first is shown by its name', () => {
  expect(said({ song_title: '', email: 'ada' })).toMatch(/^song_title: Must be/);
});
