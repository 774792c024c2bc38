/**
 * Secrets from files, as container platforms hand them over: NAME_FILE names a file that holds what NAME would. A
 * secret in a file is in no `docker inspect` and in no process's environment.
 */
import { readFileSync } from 'node:fs';

/** Settings that hold a secret. Each can be given as a file by the name with `_FILE`. */
export const secretNames = [
  'CONTRAFACT_DATABASE_URL',
  'CONTRAFACT_SEARCH',
  'CONTRAFACT_S3_ACCESS_KEY_ID',
  'CONTRAFACT_S3_SECRET_ACCESS_KEY',
  'CONTRAFACT_TRANSCRIBE_API_KEY',
  'CONTRAFACT_SMTP_URL',
] as const;

export const secretFileNames: readonly string[] = secretNames.map((name) => `${name}_FILE`);

const maxBytes = 65_536;

export interface SecretsRead {
  /** By the name of the secret, without `_FILE`. */
  readonly values: Readonly<Record<string, string>>;
  /** What is wrong, a line a setting; the content of a file is in none of them. */
  readonly problems: readonly string[];
}

/** Reads the file of every `…_FILE` that `environment` gives. Line breaks at the end are no part of a secret. */
export function readSecretFiles(environment: Readonly<Record<string, string | undefined>>): SecretsRead {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of secretNames) {
    const path = environment[`${name}_FILE`];
    if (!path) continue;
    if (environment[name]) {
      problems.push(`${name}_FILE: leave out ${name}, or this: a secret has one source`);
      continue;
    }
    const read = readSecret(path);
    if ('problem' in read) problems.push(`${name}_FILE: ${read.problem}`);
    else values[name] = read.value;
  }
  return { values, problems };
}

function readSecret(path: string): { readonly value: string } | { readonly problem: string } {
  let text: string;
  try {
    const bytes = readFileSync(path);
    if (bytes.length > maxBytes) return { problem: `${path} is larger than a secret can be (64 KiB)` };
    text = bytes.toString('utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    return { problem: `${path} cannot be read (${code}): name a file that this user may read` };
  }
  const value = text.replace(/[\r\n]+$/, '');
  if (value === '') return { problem: `${path} is empty` };
  return { value };
}
