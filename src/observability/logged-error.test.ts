import { pino } from 'pino';
import { expect, it } from 'vitest';
import { loggedError } from './logged-error.js';

it('an error in the log says what and where, and nothing of what it carries, causes included', () => {
  const cause = Object.assign(new Error('constraint'), {
    code: '23505',
    detail: 'Key (email)=(secret@example.org) already exists.',
    where: 'JSON data, line 1: secret lyrics',
  });
  const error = Object.assign(new Error('outside', { cause }), { body: '<Key>secret</Key>', status: 403 });
  const lines: string[] = [];
  pino({ serializers: { err: loggedError } }, { write: (line: string) => void lines.push(line) }).error(
    { err: error },
    'x',
  );
  expect(lines[0]).not.toContain('secret');
  expect(JSON.parse(lines[0]!).err).toMatchObject({
    message: 'outside',
    status: 403,
    stack: expect.stringContaining('logged-error.test'),
    cause: { message: 'constraint', code: '23505' },
  });
});
