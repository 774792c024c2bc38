import type { Endpoint } from './ports.js';

/** Only a verified URL that has not been given up receives callbacks. */
export function isDeliverable(endpoint: Endpoint): boolean {
  return endpoint.verifiedAt !== null && endpoint.disabledAt === null;
}
