/** Which proxies' X-Forwarded-For, -Proto and -Host are believed, as Fastify's `trustProxy`. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * A number of proxies that each add their peer's address at the end, or the networks that proxies are in. What a client
 * itself wrote into the header lies to the left of what they added, and is never believed.
 */
export type ProxyTrust = number | readonly string[];

/** Reads `false` (0), `true` (1), a number of hops, or comma-separated addresses and CIDRs; null where it is none. */
export function parseProxyTrust(text: string): ProxyTrust | null {
  if (text === 'false') return 0;
  if (text === 'true') return 1;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const networks = text.split(',').map((part) => part.trim());
  const areNetworks = networks.every((one) => isIP(one) !== 0 || ipaddr.isValidCIDR(one));
  return areNetworks ? networks : null;
}

/** For Fastify, which takes a number for "nobody": it cannot know how many proxies there are. The setting gives the number. */
export function trustProxyOption(
  trust: ProxyTrust,
): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trust !== 'number') return [...trust];
  return trust === 0 ? false : (_address, hop) => hop < trust;
}
