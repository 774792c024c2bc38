import type { Endpoint } from './ports.js';

/** Only a verified URL that is not disabled receives callbacks. */
export function isDeliverable(endpoint: Endpoint): boolean {
  return endpoint.verifiedAt !== null && endpoint.disabledAt === null;
}
