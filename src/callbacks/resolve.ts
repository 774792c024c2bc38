/** Name look-up for the egress guard. */
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** All addresses of a host name; rejects or answers none where there are none. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/**
 * The machine's hosts file, then DNS. Not `dns.lookup`: that blocks one of four threads which all file access shares,
 * and a customer's slow name server could then hold up the whole process. Search domains are not applied.
 */
export const systemResolve: Resolve = async (hostname, signal) => {
  const fromFile = hostsFileAddresses(await readFile('/etc/hosts', 'utf8').catch(() => ''), hostname);
  return fromFile.length > 0 ? fromFile : dnsAddresses(hostname, signal);
};

/** The addresses that a hosts file gives for `hostname`, in its order. */
export function hostsFileAddresses(text: string, hostname: string): string[] {
  const wanted = hostname.replace(/\.$/, '').toLowerCase();
  const addresses: string[] = [];
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) !== 0 && names.some((name) => name.toLowerCase() === wanted)) addresses.push(address);
  }
  return addresses;
}

async function dnsAddresses(hostname: string, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
