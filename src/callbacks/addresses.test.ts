import { describe, expect, it } from 'vitest';
import { accessOf, parseAllowList } from './addresses.js';

const none = parseAllowList('');

const refused: readonly [string, string][] = [
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback, far end', '127.255.255.254'],
  ['private 10/8', '10.0.0.1'],
  ['private 172.16/12', '172.31.255.255'],
  ['private 192.168/16', '192.168.1.1'],
  ['CGNAT', '100.64.0.1'],
  ['metadata, Alibaba', '100.100.100.200'],
  ['link-local', '169.254.0.1'],
  ['metadata', '169.254.169.254'],
  ['metadata, Oracle', '192.0.0.192'],
  ['metadata, Azure', '168.63.129.16'],
  ['documentation 1', '192.0.2.1'],
  ['documentation 2', '198.51.100.1'],
  ['documentation 3', '203.0.113.1'],
  ['6to4 relay', '192.88.99.1'],
  ['benchmarking', '198.19.255.255'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 unspecified', '::'],
  ['IPv6 loopback', '::1'],
  ['IPv4-compatible', '::7f00:1'],
  ['IPv4-mapped', '::ffff:127.0.0.1'],
  ['IPv4-mapped in hex', '::ffff:a9fe:a9fe'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64 to metadata', '64:ff9b::169.254.169.254'],
  ['NAT64 to private', '64:ff9b::a00:1'],
  ['NAT64 local use', '64:ff9b:1::808:808'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4 of a public address', '2002:808:808::'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['link-local', 'fe80::1'],
  ['zone id', 'fe80::1%eth0'],
  ['zone id on a public address', '2606:4700::1111%lo'],
  ['site-local', 'fec0::1'],
  ['ULA', 'fd12:3456::1'],
  ['metadata over IPv6', 'fd00:ec2::254'],
  ['multicast', 'ff02::1'],
  ['discard', '100::1'],
  ['documentation', '2001:db8::1'],
  ['documentation of 2024', '3fff::1'],
  ['benchmarking', '2001:2::1'],
  ['ORCHID', '2001:20::1'],
  ['segment routing', '5f00::1'],
  ['not yet handed out', '4000::1'],
  ['ISATAP', '2606:4700::5efe:a00:1'],
  ['a name', 'localhost'],
  ['octal', '0177.0.0.1'],
  ['decimal', '2130706433'],
  ['empty', ''],
];

describe('addresses', () => {
  it.each(refused)('%s %s is refused', (_name, address) => {
    expect(accessOf(address, 443, none)).toBe('blocked');
  });

  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
    'public %s is reached',
    (address) => {
      expect(accessOf(address, 443, none)).toBe('public');
    },
  );

  it('of this very machine are refused although public, in every notation', () => {
    for (const address of ['8.8.8.8', '::ffff:8.8.8.8', '64:ff9b::808:808', '2606:4700::1']) {
      expect(accessOf(address, 443, none, ['8.8.8.8', '2606:4700:0::1'])).toBe('blocked');
    }
    expect(accessOf('8.8.4.4', 443, none, ['8.8.8.8'])).toBe('public');
  });
});

describe('the allow-list', () => {
  const allow = parseAllowList(' 10.1.0.0/16,fd00::/8 , 127.0.0.2,::1');

  it('opens exactly its ranges, also as embedded addresses', () => {
    for (const address of ['10.1.2.3', 'fd12::1', '127.0.0.2', '::1', '::ffff:10.1.2.3']) {
      expect(accessOf(address, 443, allow)).toBe('allowed');
    }
    for (const address of ['10.2.0.0', 'fc00::1', '127.0.0.1', '127.0.0.3', '::2', '::ffff:10.2.0.0']) {
      expect(accessOf(address, 443, allow)).toBe('blocked');
    }
  });

  it('opens exactly the ports of a rule: without one 80 and 443, a port, a range of ports, or every port', () => {
    const reachable = (rule: string, address: string): number[] =>
      [1, 22, 80, 443, 5432, 8000, 8050, 8101, 65_535].filter(
        (port) => accessOf(address, port, parseAllowList(rule)) === 'allowed',
      );
    expect(reachable('10.0.0.0/8', '10.1.2.3')).toEqual([80, 443]);
    expect(reachable('10.0.0.0/8:5432', '10.1.2.3')).toEqual([5432]);
    expect(reachable('10.0.0.0/8:8000-8100', '10.1.2.3')).toEqual([8000, 8050]);
    expect(reachable('10.0.0.0/8:443,10.1.0.0/16:22', '10.1.2.3')).toEqual([22, 443]);
    expect(reachable('10.1.2.3:*', '10.1.2.3')).toHaveLength(9);
    expect(reachable('fd00::/8', 'fd12::1')).toEqual([80, 443]);
    expect(reachable('[fd00::/8]', 'fd12::1')).toEqual([80, 443]);
    expect(reachable('[fd00::/8]:443', 'fd12::1')).toEqual([443]);
    expect(reachable('[::1]:*', '::1')).toHaveLength(9);
    expect(reachable('10.0.0.0/8:22', '::ffff:10.1.2.3')).toEqual([22]);
  });

  it('calls an address that is public anyhow public, so that what it answers is shown', () => {
    const allow = parseAllowList('0.0.0.0/0:*');
    expect(accessOf('8.8.8.8', 443, allow)).toBe('public');
    expect(accessOf('8.8.8.8', 443, allow, ['8.8.8.8'])).toBe('allowed');
  });

  it.each([
    '10.0.0.0/8:0',
    '10.0.0.0/8:65536',
    '10.0.0.0/8:90-80',
    '10.0.0.0/8:',
    '10.0.0.0/8:http',
    '[10.0.0.0/8',
    '[fd00::/8]443',
    'fd00::/8:443',
    '10.0.0.0/33',
    'fd00::/129',
    'intranet',
    '10.0.0/8',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    'fe80::1%lo',
  ])('names the entry %s as wrong', (entry) => {
    expect(() => parseAllowList(`127.0.0.1, ${entry}`)).toThrow(`"${entry}" is not an address range`);
  });
});
