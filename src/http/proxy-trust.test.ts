import fastify from 'fastify';
import { expect, it } from 'vitest';
import { type ProxyTrust, parseProxyTrust, trustProxyOption } from './proxy-trust.js';

async function seen(
  trust: ProxyTrust,
  peer: string,
  forwardedFor: string,
): Promise<{ ip: string; protocol: string }> {
  const app = fastify({ trustProxy: trustProxyOption(trust) });
  app.get('/', async ({ ip, protocol }) => ({ ip, protocol }));
  const headers = { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': 'https' };
  const answer = await app.inject({ url: '/', remoteAddress: peer, headers });
  await app.close();
  return answer.json();
}

it('believes what the given number of proxies added, and never what the client wrote before it', async () => {
  const header = '6.6.6.6, 203.0.113.9, 10.0.0.2';
  expect(await seen(0, '10.0.0.1', header)).toEqual({ ip: '10.0.0.1', protocol: 'http' });
  expect(await seen(1, '10.0.0.1', header)).toEqual({ ip: '10.0.0.2', protocol: 'https' });
  expect(await seen(2, '10.0.0.1', header)).toMatchObject({ ip: '203.0.113.9' });
});

it('believes proxies of the given networks, and nobody else', async () => {
  const networks = ['10.0.0.0/8', '::1'];
  expect(await seen(networks, '10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2')).toMatchObject({
    ip: '203.0.113.9',
    protocol: 'https',
  });
  expect(await seen(networks, '198.51.100.7', '6.6.6.6')).toEqual({ ip: '198.51.100.7', protocol: 'http' });
});

it('reads false, true as one proxy, a number and networks, and nothing else', () => {
  expect(['false', 'true', '0', '2'].map(parseProxyTrust)).toEqual([0, 1, 0, 2]);
  expect(parseProxyTrust('10.0.0.0/8, ::1')).toEqual(['10.0.0.0/8', '::1']);
  for (const wrong of ['yes', '-1', '10.0.0.0/99', '10.0.0.0/8,', 'proxy.example']) {
    expect(parseProxyTrust(wrong)).toBeNull();
  }
});
