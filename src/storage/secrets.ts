/** Makes the secrets that accounts hold, and the hashes by which keys are found again. */
import { createHash, randomBytes } from 'node:crypto';
import { randomBase36 } from '../domain/ids.js';

/** `cf_` and 37 of [0-9a-z]: about 191 random bits, so that a fast hash protects it. */
export function newApiKey(): string {
  return `cf_${randomBase36(37)}`;
}

/** SHA-256 in hex: what the database keeps of an API key or a session token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A signing secret as the Standard Webhooks specification writes it: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
