import { randomBytes } from 'node:crypto';

/** A fresh secret in the form that storage issues. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
