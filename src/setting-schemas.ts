/** Schemas of settings: numbers and switches as text of the environment, with messages that say what to write. */
import { isIP } from 'node:net';
import { z } from 'zod';

export const integer = (fallback: number, min: number, max: number): z.ZodType<number> =>
  z
    .string()
    .default(String(fallback))
    .refine((text) => /^\d+$/.test(text), 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);

/** No default of its own: another setting decides where it is left out. */
export const optionalInteger = (min: number, max: number): z.ZodType<number | undefined> =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text), 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`)
    .optional();

export const flag = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .default(fallback)
    .transform((text) => text === 'true');

/** Host and port alone: pages and routes are at the root of their host, so that links below a path would lead elsewhere. */
export const publicAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
  .transform((text) => new URL(text))
  .refine(({ username, password }) => username === '' && password === '', {
    error: 'must not hold a user or a password: links with it go to customers',
    abort: true,
  })
  .refine(
    ({ href, origin }) => href === `${origin}/`,
    'must end with the host or its port, as in https://contrafact.example.org: no path, query or fragment, since the service answers at the root of a host',
  )
  .transform(({ origin }) => origin);

/** IPv6 addresses also as URLs write them, in brackets. */
export const listeningHost = z
  .string()
  .transform((host) => /^\[(.*)\]$/.exec(host)?.[1] ?? host)
  .refine(
    (host) => isIP(host) !== 0 || /^[\w.-]+$/.test(host),
    'must be an address or a name of this machine, such as 0.0.0.0 or ::, without a port',
  );
