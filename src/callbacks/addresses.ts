/**
 * Which network addresses a callback may reach: public unicast ones, and what the operator allows besides.
 * Everything not known to be public is refused, so that a range registered later fails closed.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Parsed CIDRs that callbacks may reach although they are not public. */
export type AllowList = readonly Network[];

/** Global unicast, the only part of IPv6 that is handed out for public use (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** Documentation, RFC 9637; younger than the range table of the library. */
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20');
/** RFC 6052's well-known NAT64 prefix; the local-use prefix 64:ff9b:1::/48 is not public. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** Public by its number, but inside Azure it is the host's own metadata and agent service. */
const azureHost = '168.63.129.16';

/** Reads `10.0.0.0/8, fd00::/8, 192.0.2.7`. Throws with the entry that is wrong. */
export function parseAllowList(text: string): AllowList {
  const networks: Network[] = [];
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [address = '', bits, ...rest] = entry.split('/');
    const family = isIP(address);
    const width = family === 4 ? 32 : 128;
    const length = bits === undefined ? width : Number(bits);
    const lengthIsRight = bits === undefined || (/^\d{1,3}$/.test(bits) && length <= width);
    if (family === 0 || address.includes('%') || rest.length > 0 || !lengthIsRight) {
      throw new Error(`"${entry}" is not an address range: write it like 10.0.0.0/8 or fd00::/8`);
    }
    networks.push([ipaddr.parse(address), length]);
  }
  return networks;
}

/**
 * Whether callbacks may connect to `address`, an address in the notation of the operating system or of a parsed URL
 * (without brackets). `own` are the addresses of this machine: its services are not the public's, whatever the number.
 */
export function mayReach(address: string, allow: AllowList, own: readonly string[] = []): boolean {
  // A zone names an interface of this machine, and ipaddr.js would read notations that no socket reports.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  const ownAddresses = own.filter((text) => isIP(text) !== 0).map((text) => canonical(ipaddr.parse(text)));
  return judge(parsed, allow, ownAddresses);
}

function judge(address: Address, allow: AllowList, own: readonly string[]): boolean {
  if (allow.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))) {
    return true;
  }
  if (own.includes(canonical(address))) return false;
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && address.toString() !== azureHost;
  }
  const embedded = embeddedAddress(address);
  if (embedded) return judge(embedded, allow, own);
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
