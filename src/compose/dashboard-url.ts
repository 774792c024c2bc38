/** Where people reach the dashboard, as far as the settings show. */
import { isIPv6 } from 'node:net';
import type { Config } from '../config.js';

/** What listens on every address: no address that anyone could open. */
const wildcardHosts = new Set(['0.0.0.0', '[::]', '[::ffff:0:0]']);

/** Null where nobody can know it: the port is the system's choice, or the host is every address of the machine. */
export function dashboardUrl({
  publicUrl,
  host,
  port,
}: Pick<Config, 'publicUrl' | 'host' | 'port'>): string | null {
  if (publicUrl !== null) return publicUrl;
  if (port === 0) return null;
  const url = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  if (!URL.canParse(url) || wildcardHosts.has(new URL(url).hostname)) return null;
  return url;
}
