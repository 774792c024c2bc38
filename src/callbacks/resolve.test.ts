import { expect, it } from 'vitest';
import { hostsFileAddresses, systemResolve } from './resolve.js';

const hosts =
  '# comment\n127.0.0.1\tlocalhost\n10.1.1.1 Receiver.internal receiver # the lab\n::1 receiver\nbroken\n\n999.1.1.1 receiver';

it('a hosts file gives every address of a name, whatever its case or trailing dot', () => {
  expect(hostsFileAddresses(hosts, 'receiver')).toStrictEqual(['10.1.1.1', '::1']);
  expect(hostsFileAddresses(hosts, 'RECEIVER.INTERNAL.')).toStrictEqual(['10.1.1.1']);
});

it('a hosts file does not answer for comments, parts of names or addresses', () => {
  for (const name of ['the', 'lab', 'internal', '10.1.1.1', 'eceiver', '']) {
    expect(hostsFileAddresses(hosts, name)).toStrictEqual([]);
  }
});

it('a name that cannot exist has no address', async () => {
  const signal = AbortSignal.timeout(20_000);
  expect(await systemResolve('does-not-exist.invalid', signal).catch(() => [])).toStrictEqual([]);
});

it('an aborted look-up asks nobody', async () => {
  await expect(systemResolve('does-not-exist.invalid', AbortSignal.abort())).rejects.toThrow();
});
