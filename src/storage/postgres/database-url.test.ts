import { expect, it } from 'vitest';
import { databaseUrlProblem, readDatabaseUrl } from './database-url.js';

it('a password with an unescaped character is found, and shown by no message', () => {
  for (const character of ['#', '/', '?', '%', '@/']) {
    const problem = databaseUrlProblem(`postgres://user:se${character}cret@db.example:5432/name`);
    expect([character, problem]).toEqual([character, expect.stringMatching(/percent-encoded/)]);
    expect(problem).not.toMatch(/se.{0,2}cret/);
  }
  expect(databaseUrlProblem('postgres://user:se%23cret@db.example:5432/name')).toBeNull();
});

it('whatever the driver takes is taken: sockets, IPv6, no password, spaces', () => {
  for (const url of [
    'postgres://user@/name?host=/run/postgresql',
    'postgresql://user:secret@[::1]:5433/name',
    'postgres://db.example/name',
    'postgres://user:two words@db.example/name',
    'postgres://user:a@b@db.example/name',
  ]) {
    expect([url, databaseUrlProblem(url)]).toEqual([url, null]);
  }
  expect(readDatabaseUrl('postgres://user@/name?host=/run/postgresql')).toMatchObject({
    host: '/run/postgresql',
    database: 'name',
  });
});

it('TLS is read as libpq reads it', () => {
  const mode = (query: string): string => readDatabaseUrl(`postgres://u:p@h/d${query}`).tls;
  expect(mode('')).toBe('disable');
  expect(mode('?sslmode=require')).toBe('require');
  expect(mode('?sslmode=allow')).toBe('prefer');
  expect(mode('?ssl=true')).toBe('verify-full');
  expect(mode(`?sslmode=require&sslrootcert=${import.meta.filename}`)).toBe('verify-ca');
  expect(databaseUrlProblem('postgres://u:p@h/d?sslmode=verify-ca')).toMatch(/needs sslrootcert=FILE/);
  expect(databaseUrlProblem('postgres://u:p@h/d?sslmode=strict')).toMatch(/sslmode must be/);
  expect(databaseUrlProblem('postgres://u:p@h/d?sslrootcert=/no/such.pem')).toMatch(
    /cannot be read \(ENOENT\)/,
  );
});

it('the session’s options are ours first and the operator’s last, who so has the last word', () => {
  const { connectionString } = readDatabaseUrl('postgres://u:p@h/d?options=-c%20lock_timeout%3D9');
  expect(new URL(connectionString('disable', '-c lock_timeout=1')).searchParams.get('options')).toBe(
    '-c lock_timeout=1 -c lock_timeout=9',
  );
});
