/**
 * Which network addresses a callback may reach: public unicast ones, and the ports of others that the operator allows.
 * Everything not known to be public is refused, so that a range registered later fails closed.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** From and to, both included. */
type PortRange = readonly [number, number];

interface AllowRule {
  readonly network: Network;
  readonly ports: readonly PortRange[];
}

/** Addresses and ports that may be reached although they are not public. */
export type AllowList = readonly AllowRule[];

/** What a rule without a port opens: a private network's databases and consoles listen elsewhere. */
const webPorts: readonly PortRange[] = [
  [80, 80],
  [443, 443],
];
export const everyPort: readonly PortRange[] = [[1, 65_535]];

/**
 * How an address may be reached. `allowed`: because a rule of the operator's opens it. What answers there is not
 * public, so a customer must not see what it is.
 */
export type Access = 'public' | 'allowed' | 'blocked';

/** Global unicast, the only part of IPv6 that is handed out for public use (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** Documentation, RFC 9637; younger than the range table of the library. */
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20');
/** RFC 6052's well-known NAT64 prefix; the local-use prefix 64:ff9b:1::/48 is not public. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** Public by its number, but inside Azure it is the host's own metadata and agent service. */
const azureHost = '168.63.129.16';

/**
 * Reads `10.0.0.0/8:443, [fd00::/8]:8000-8100, 192.0.2.7:*, fd00::/8`: a range and the port, ports or `*` that it opens;
 * `withoutPort` for entries that name none. Throws with the entry that is wrong.
 */
export function parseAllowList(text: string, withoutPort: readonly PortRange[] = webPorts): AllowList {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((entry) => entry !== '')
    .map((entry) => parseRule(entry, withoutPort));
}

/** The range, in brackets or without; then the port. */
const ruleShape = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\*|\d{1,5}(?:-\d{1,5})?))?$/;

function parseRule(entry: string, withoutPort: readonly PortRange[]): AllowRule {
  const wrong = (): Error =>
    new Error(`"${entry}" is not an address range: write it like 10.0.0.0/8:443 or [fd00::/8]:443`);
  // A bare IPv6 range ends in its prefix length, so that a colon in it never begins a port.
  const bare = isIP(entry.split('/')[0] ?? '') === 6;
  const [, bracketed, plain, port] = bare ? ['', undefined, entry] : (ruleShape.exec(entry) ?? []);
  const range = bracketed ?? plain;
  if (range === undefined) throw wrong();
  const [address = '', bits, ...rest] = range.split('/');
  const family = isIP(address);
  const width = family === 4 ? 32 : 128;
  const length = bits === undefined ? width : Number(bits);
  const lengthIsRight = bits === undefined || (/^\d{1,3}$/.test(bits) && length <= width);
  if (family === 0 || address.includes('%') || rest.length > 0 || !lengthIsRight) throw wrong();
  const ports = port === undefined ? withoutPort : portsOf(port);
  if (ports === null) throw wrong();
  return { network: [ipaddr.parse(address), length], ports };
}

function portsOf(text: string): readonly PortRange[] | null {
  if (text === '*') return everyPort;
  const [from = 0, to = from] = text.split('-').map(Number);
  return from >= 1 && from <= to && to <= 65_535 ? [[from, to]] : null;
}

/**
 * How callbacks may connect to `port` of `address`, which is in the notation of the operating system or of a parsed URL
 * (without brackets). `own` are the addresses of this machine: its services are not the public's, whatever the number.
 */
export function accessOf(
  address: string,
  port: number,
  allow: AllowList,
  own: readonly string[] = [],
): Access {
  // A zone names an interface of this machine, and ipaddr.js would read notations that no socket reports.
  if (isIP(address) === 0 || address.includes('%')) return 'blocked';
  const parsed = ipaddr.parse(address);
  const ownAddresses = own.filter((text) => isIP(text) !== 0).map((text) => canonical(ipaddr.parse(text)));
  if (isPublic(parsed, ownAddresses)) return 'public';
  return isAllowed(parsed, port, allow) ? 'allowed' : 'blocked';
}

function isAllowed(address: Address, port: number, allow: AllowList): boolean {
  const listed = allow.some(
    ({ network: [network, bits], ports }) =>
      network.kind() === address.kind() &&
      address.match(network, bits) &&
      ports.some(([from, to]) => port >= from && port <= to),
  );
  const embedded = address instanceof ipaddr.IPv6 ? embeddedAddress(address) : null;
  return listed || (embedded !== null && isAllowed(embedded, port, allow));
}

function isPublic(address: Address, own: readonly string[]): boolean {
  if (own.includes(canonical(address))) return false;
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && address.toString() !== azureHost;
  }
  const embedded = embeddedAddress(address);
  if (embedded) return isPublic(embedded, own);
  // 6to4 and Teredo fall out here: where such a packet ends is a relay's decision, so no such address is public.
  const isGlobal = address.match(globalUnicast) && !address.match(documentation);
  return isGlobal && address.range() === 'unicast' && !isIsatap(address);
}

/** The IPv4 address that a mapped or NAT64 address leads to. */
function embeddedAddress(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(nat64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : null;
}

/** An interface identifier that tunnels to the IPv4 address in its last 32 bits (RFC 5214). */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , high = 0, low] = address.parts;
  return (high & ~0x0200) === 0 && low === 0x5efe;
}

function canonical(address: Address): string {
  const plain = address instanceof ipaddr.IPv6 ? (embeddedAddress(address) ?? address) : address;
  return plain.toNormalizedString();
}
