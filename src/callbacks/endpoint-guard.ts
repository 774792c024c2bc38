/** The egress guard of one service that the operator names by its URL. */
import { isIP } from 'node:net';
import { type AllowList, accessOf } from './addresses.js';
import { createEgressGuard, type EgressGuard } from './egress-guard.js';
import { systemResolve } from './resolve.js';

export interface EndpointGuardOptions {
  /** What callbacks may reach too. */
  readonly allow: AllowList;
  /** What this endpoint alone may reach, also over plain http. */
  readonly own: AllowList;
  /** Whether plain http is open to everything. */
  readonly allowHttp: boolean;
  /** How names become addresses; the system's way where absent. */
  readonly resolve?: typeof systemResolve;
}

/** The guard of callbacks with the operator's own exception; customers' callbacks gain nothing by it. */
export function createEndpointGuard(
  url: string,
  { allow, own, allowHttp, resolve = systemResolve }: EndpointGuardOptions,
): EgressGuard {
  // What the address list does not name counts as this machine's own, and is refused.
  const isListed = (address: string): boolean => accessOf(address, 443, own, [address]) !== 'blocked';
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const isPlain = url.startsWith('http:') && !allowHttp;
  return createEgressGuard({
    allow: [...allow, ...own],
    allowHttp: allowHttp || (own.length > 0 && (isIP(host) === 0 || isListed(host))),
    async resolve(name, signal) {
      const found = await resolve(name, signal);
      return isPlain && !found.every(isListed) ? [] : found;
    },
  });
}
