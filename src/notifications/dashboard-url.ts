/** Where people reach the dashboard, as far as the settings show. */
import { isIPv6 } from 'node:net';

/** What listens on every address: no address that anyone could open. */
const wildcardHosts = new Set(['0.0.0.0', '[::]', '[::ffff:0:0]']);

/** As the settings of those names. */
export interface ListeningSettings {
  readonly publicUrl: string | null;
  readonly host: string;
  readonly port: number;
}

/** Null where nobody can know it: the port is the system's choice, or the host is every address of the machine. */
export function dashboardUrl({ publicUrl, host, port }: ListeningSettings): string | null {
  if (publicUrl !== null) return publicUrl;
  if (port === 0) return null;
  const url = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  if (!URL.canParse(url) || wildcardHosts.has(new URL(url).hostname)) return null;
  return url;
}
