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

/** IPv6 addresses also as URLs write them, in brackets. */
export const listeningHost = z
  .string()
  .transform((host) => /^\[(.*)\]$/.exec(host)?.[1] ?? host)
  .refine(
    (host) => isIP(host) !== 0 || /^[\w.-]+$/.test(host),
    'must be an address or a name of this machine, such as 0.0.0.0 or ::, without a port',
  );
