/** What keeps a process from using its PostgreSQL server, in a sentence with what to do about it. */
import { DatabaseStartError } from '../../domain/database-start-error.js';
import { StorageUnavailableError } from '../../domain/storage-unavailable.js';
import type { DatabaseUrl } from './database-url.js';

const setting = 'CONTRAFACT_DATABASE_URL';

type Sentence = (at: Place, message: string) => string;

interface Place {
  /** `host:port`. */
  readonly server: string;
  readonly user: string;
  readonly database: string;
  readonly host: string;
}

/** By SQLSTATE (PostgreSQL manual, appendix A), or by the code of Node's network and TLS errors. */
const byCode: Readonly<Record<string, Sentence>> = {
  '28P01': ({ server, user }) =>
    `PostgreSQL at ${server} refused the password of the user "${user}". Put the right one into ${setting} (percent-encoded), or change it there: alter role "${user}" password '…'.`,
  '28000': ({ server, user, database }, message) =>
    /does not exist|is not permitted to log in/.test(message)
      ? `PostgreSQL at ${server} has no user "${user}" that may log in. Make it: create role "${user}" login password '…'; or correct ${setting}.`
      : /no encryption|SSL off/.test(message)
        ? `PostgreSQL at ${server} does not admit "${user}" to "${database}" from this machine without TLS. Add ?sslmode=verify-full (or require) to ${setting}, or a line for it to the server's pg_hba.conf.`
        : `PostgreSQL at ${server} does not admit "${user}" to "${database}" from this machine. Add a line for it to the server's pg_hba.conf.`,
  '3D000': ({ server, user, database }) =>
    `PostgreSQL at ${server} has no database "${database}". Make it: create database "${database}" owner "${user}"; or correct ${setting}.`,
  '42501': ({ user, database }, message) =>
    `The user "${user}" may not do in the database "${database}" what Contrafact needs (${message}). Make it the owner: alter database "${database}" owner to "${user}"; or grant create on schema public to "${user}".`,
  '53300': ({ server }) =>
    `PostgreSQL at ${server} has no connection left. Raise its max_connections (12 for each process of Contrafact), or lower CONTRAFACT_DATABASE_POOL_SIZE.`,
  '53100': ({ server }) => `The disk of PostgreSQL at ${server} is full. Make room there, then start again.`,
  '57P03': ({ server }, message) =>
    `PostgreSQL at ${server} takes no connections now (${message}). Start again when it has come up.`,
  '25006': ({ server }) =>
    `PostgreSQL at ${server} is read-only: it is a standby, or was set so. Name the primary in ${setting}.`,
  ENOTFOUND: ({ host }) =>
    `There is no machine named "${host}". Correct the host in ${setting}, or the name service of this machine.`,
  EAI_AGAIN: ({ host }) =>
    `The name "${host}" cannot be looked up now. Check the name service of this machine, and the host in ${setting}.`,
  ECONNREFUSED: ({ server }) =>
    `Nothing answers at ${server}. Start PostgreSQL, let it listen there (listen_addresses), or correct host and port in ${setting}.`,
  ETIMEDOUT: ({ server }) =>
    `${server} does not answer. Check the address in ${setting} and the firewalls between.`,
  EHOSTUNREACH: ({ server }) =>
    `There is no way to ${server} from this machine. Check the address in ${setting} and the network.`,
  ENETUNREACH: ({ server }) =>
    `There is no way to ${server} from this machine. Check the address in ${setting} and the network.`,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ server, host }) =>
    `The certificate of PostgreSQL at ${server} is not for the name "${host}". Name the host as the certificate does, or use sslmode=verify-ca with sslrootcert=FILE.`,
  CERT_HAS_EXPIRED: ({ server }) =>
    `The certificate of PostgreSQL at ${server} has expired. Renew it on the server.`,
};

const untrusted: Sentence = ({ server }) =>
  `The certificate of PostgreSQL at ${server} is signed by nobody this machine trusts. Add sslrootcert=FILE with your authority's certificate to ${setting}; sslmode=require encrypts without checking.`;

/** What has no code, by its words. */
const byMessage: ReadonlyArray<readonly [RegExp, Sentence]> = [
  [
    /does not support SSL/i,
    ({ server }) =>
      `PostgreSQL at ${server} offers no TLS. Switch it on there (ssl = on), or write sslmode=disable in ${setting} where the network is your own.`,
  ],
  [
    /password must be a string/,
    ({ server, user }) =>
      `PostgreSQL at ${server} wants a password of the user "${user}", and ${setting} has none.`,
  ],
  [/self-signed|unable to (verify|get)|certificate/i, untrusted],
  [
    /timeout/i,
    ({ server }) => `${server} does not answer. Check the address in ${setting} and the firewalls between.`,
  ],
  [
    /connection terminated|ECONNRESET|socket hang up/i,
    ({ server }) =>
      `${server} closed the connection. See in PostgreSQL's log why, and that ${setting} names a PostgreSQL server.`,
  ],
];

/** The error to stop with. What is not known is shown as the server put it, without the password. */
export function startFailure(error: unknown, url: DatabaseUrl): DatabaseStartError {
  if (error instanceof DatabaseStartError) return error;
  const cause = innermost(error);
  const place = { server: `${url.host}:${url.port}`, user: url.user, database: url.database, host: url.host };
  const message = withoutSecrets(cause.message, url.secrets);
  const sentence = byCode[cause.code] ?? byMessage.find(([words]) => words.test(cause.message))?.[1];
  const text = sentence
    ? sentence(place, message)
    : `PostgreSQL at ${place.server} cannot be used: ${message || 'no reason was given'}${cause.code && ` (${cause.code})`}.`;
  // No cause behind it: what the driver threw may hold the URL.
  return new DatabaseStartError(text);
}

/** Whether the server or the way to it is at fault, and not this program. */
export function isServerFailure(error: unknown): boolean {
  const { code, message } = innermost(error);
  return code in byCode || /^(08|28|53|57|58)/.test(code) || byMessage.some(([words]) => words.test(message));
}

function innermost(error: unknown): { code: string; message: string } {
  if (error instanceof StorageUnavailableError && error.cause !== undefined) return innermost(error.cause);
  // Several addresses of one host were tried: the first shows the reason.
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return { code: typeof code === 'string' ? code : '', message: String(message ?? error) };
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}
