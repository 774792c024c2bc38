/**
 * `CONTRAFACT_DATABASE_URL`, read as libpq reads it. The driver alone would take `sslmode=require` for `verify-full`,
 * and would show the URL with its password where it cannot be parsed.
 */
import { readFileSync } from 'node:fs';

export type TlsMode = 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';

export interface DatabaseUrl {
  readonly host: string;
  readonly port: string;
  readonly user: string;
  readonly database: string;
  readonly tls: TlsMode;
  /** The operator's own settings of the session. */
  readonly hasOptions: boolean;
  /** What no message may contain: the password as it stands in the URL and as the server gets it. */
  readonly secrets: readonly string[];
  /** The URL for the driver: TLS of this mode, and `options` for the server's session. */
  connectionString(tls: TlsMode, options: string): string;
}

const tlsModes: Readonly<Record<string, TlsMode>> = {
  disable: 'disable',
  allow: 'prefer',
  prefer: 'prefer',
  require: 'require',
  'no-verify': 'require',
  'verify-ca': 'verify-ca',
  'verify-full': 'verify-full',
};

const escaping =
  'special characters of user and password must be percent-encoded: ' +
  '@ as %40, : as %3A, / as %2F, ? as %3F, # as %23, % as %25, a space as %20';

/** What is wrong with the URL, without showing any of it; null where it can be used. */
export function databaseUrlProblem(text: string): string | null {
  try {
    readDatabaseUrl(text);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Throws an error whose message says what to write instead, and shows no part of the URL but names of parameters. */
export function readDatabaseUrl(text: string): DatabaseUrl {
  if (!/^postgres(ql)?:\/\//.test(text)) {
    throw new Error('must begin with postgres:// (leave it out for the embedded database)');
  }
  const url = parse(text);
  const query = url.searchParams;
  // A character that ends the password too early leaves the rest of it where paths and fragments are.
  if (url.hash !== '' || url.pathname.includes('@') || [...query.keys()].some((key) => key.includes('@'))) {
    throw new Error(`cannot be read as a URL: ${escaping}`);
  }
  const [user, password] = [decode(url.username), decode(url.password)];
  const database = decode(url.pathname.slice(1));
  if (database === '' && user === '') {
    throw new Error('names no database: postgres://user:password@host:5432/database');
  }
  const tls = tlsMode(query);
  const base = text.split('?', 1)[0]!;
  return {
    host: query.get('host') || url.hostname.replace(emptyHost, '') || 'localhost',
    port: query.get('port') || url.port || '5432',
    user,
    database: database || user,
    tls,
    hasOptions: query.has('options'),
    secrets: [url.password, password, query.get('password') ?? ''].filter((secret) => secret !== ''),
    connectionString(mode, options) {
      const parameters = new URLSearchParams(query);
      for (const name of ['ssl', 'sslmode', 'uselibpqcompat']) parameters.delete(name);
      parameters.set('sslmode', mode);
      if (mode === 'disable') for (const name of fileParameters) parameters.delete(name);
      // The trusted roots of this program instead of a file, as libpq has it.
      if (parameters.get('sslrootcert') === 'system') parameters.delete('sslrootcert');
      parameters.set('uselibpqcompat', 'true');
      const given = parameters.get('options') ?? '';
      // The operator's own come last: the server lets the last one win.
      if (options !== '' || given !== '') parameters.set('options', `${options} ${given}`.trim());
      return `${base}?${parameters}`;
    },
  };
}

const emptyHost = '___no_host___';
const fileParameters = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/** Also `postgres://user@/database?host=/run/postgresql`, which a URL cannot be. */
function parse(text: string): URL {
  for (const attempt of [text, text.replace('@/', `@${emptyHost}/`)]) {
    if (URL.canParse(attempt)) return new URL(attempt);
  }
  throw new Error(`cannot be read as a URL: ${escaping}`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(`has a % that begins no percent-encoded character: ${escaping}`);
  }
}

function tlsMode(query: URLSearchParams): TlsMode {
  for (const name of fileParameters) {
    const path = query.get(name);
    if (path) requireReadable(name, path);
  }
  const given = query.get('sslmode');
  // The driver's own words for TLS that verifies, and for none.
  const ssl = query.get('ssl');
  const named = given ?? (ssl === 'true' || ssl === '1' ? 'verify-full' : null);
  if (named === null) return fileParameters.some((name) => query.has(name)) ? 'verify-full' : 'disable';
  const mode = tlsModes[named];
  if (!mode) throw new Error(`sslmode must be disable, prefer, require, verify-ca or verify-full`);
  const hasRoot = query.has('sslrootcert');
  if (mode === 'verify-ca' && (!hasRoot || query.get('sslrootcert') === 'system')) {
    throw new Error('sslmode=verify-ca needs sslrootcert=FILE with the certificate of your own authority');
  }
  // As libpq: an authority that is given is meant to be used.
  return mode === 'require' && hasRoot ? 'verify-ca' : mode;
}

function requireReadable(name: string, path: string): void {
  if (name === 'sslrootcert' && path === 'system') return;
  try {
    readFileSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new Error(`${name}: the file ${path} cannot be read (${code})`);
  }
}
