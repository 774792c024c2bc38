/**
 * The only way from this service to an address that a customer chose. A URL is judged three times: as parsed, by every
 * address its name has, and by the address the connected socket reports. The name is looked up once and the socket goes
 * to the number that was judged, so an answer that changes in between changes nothing.
 */
import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect as tlsConnect } from 'node:tls';
import { type Access, type AllowList, accessOf } from './addresses.js';
import type { SendFailure } from './ports.js';
import { type Resolve, systemResolve } from './resolve.js';
import { untilAborted } from './until-aborted.js';

const longestUrl = 2048;
/** How long one of several addresses may take before the next is tried. */
const addressTimeoutMs = 4000;

/** Why a request did not reach its receiver. `message` is for the operator's log and must not go to customers. */
export class EgressError extends Error {
  constructor(
    readonly failure: SendFailure,
    message: string,
    /** An address of the operator's allow list was dialled: what happened there is not for customers. */
    readonly isInternal = false,
  ) {
    super(message);
    this.name = 'EgressError';
  }
}

export interface EgressOptions {
  readonly allow: AllowList;
  readonly allowHttp: boolean;
  readonly resolve?: Resolve;
  /** Addresses of this machine; read anew for every connection. */
  readonly ownAddresses?: () => string[];
  /** Opens a TCP connection to an address, which is never a name. */
  readonly dial?: (address: string, port: number) => Socket;
  /** PEM of certificate authorities to trust instead of the usual ones. */
  readonly certificateAuthorities?: string;
}

export interface Connection {
  readonly socket: Socket;
  /** The address is not public: the operator's allow list opened it. */
  readonly isInternal: boolean;
}

export interface EgressGuard {
  /** The parsed URL; throws EgressError for one that breaks a rule by its text alone. */
  checkUrl(text: string): URL;
  /** A connected socket, after the TLS handshake for https; rejects with EgressError. */
  connect(url: URL, signal: AbortSignal): Promise<Connection>;
}

/** Builds the guard from the operator's settings. */
export function createEgressGuard(options: EgressOptions): EgressGuard {
  const ownAddresses = options.ownAddresses ?? machineAddresses;
  const dial = options.dial ?? ((host: string, port: number) => tcpConnect({ host, port }));
  const reach = (address: string, port: number): Access =>
    accessOf(address, port, options.allow, ownAddresses());
  const reachable = (address: string, port: number): boolean => reach(address, port) !== 'blocked';

  function checkUrl(text: string): URL {
    if (text.length > longestUrl || !URL.canParse(text)) {
      throw new EgressError('invalid_url', 'not a URL of at most 2048 characters');
    }
    const url = new URL(text);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && options.allowHttp)) {
      throw new EgressError('not_https', `${url.protocol} is not allowed`);
    }
    if (url.username !== '' || url.password !== '') {
      throw new EgressError('credentials_in_url', 'the URL holds a user name or password');
    }
    const host = hostOf(url);
    const numbers = isLocalhost(host) ? ['127.0.0.1', '::1'] : isIP(host) !== 0 ? [host] : [];
    const port = portOf(url);
    if (numbers.length > 0 && !numbers.some((number) => reachable(number, port))) {
      throw new EgressError('blocked_address', `${host}, port ${port}, is not public`);
    }
    return url;
  }

  async function addressesOf(host: string, port: number, signal: AbortSignal): Promise<string[]> {
    if (isIP(host) !== 0) return [host];
    if (isLocalhost(host)) return ['127.0.0.1', '::1'].filter((address) => reachable(address, port));
    const found = await untilAborted((options.resolve ?? systemResolve)(host, signal), signal).catch(
      (error) => {
        if (signal.aborted) throw error;
        return [] as string[];
      },
    );
    // One private address among public ones is refused as a whole: it is how a rebinding name looks. To the customer
    // it is the same failure as a name that does not exist, or the difference would map the private network's names.
    const blocked = found.filter((address) => !reachable(address, port));
    if (found.length === 0 || blocked.length > 0) {
      const what = found.length === 0 ? 'nothing' : `${blocked.join(', ')}, which is not public`;
      throw new EgressError('dns_failure', `${host} resolves to ${what}`);
    }
    return found;
  }

  async function connect(url: URL, signal: AbortSignal): Promise<Connection> {
    const { protocol } = checkUrl(url.href);
    const host = hostOf(url);
    const port = portOf(url);
    const addresses = await addressesOf(host, port, signal);
    // One of several is enough: which of them failed is not for customers either.
    const isInternal = addresses.some((address) => reach(address, port) === 'allowed');
    let failure = new EgressError('connection_failed', `${host} has no address`);
    for (const [index, address] of addresses.entries()) {
      const limit = index < addresses.length - 1 ? AbortSignal.timeout(addressTimeoutMs) : null;
      try {
        const socket = await opened(dial(address, port), limit ? AbortSignal.any([signal, limit]) : signal);
        if (socket.remoteAddress === undefined || !reachable(socket.remoteAddress, port)) {
          socket.destroy();
          throw new EgressError('blocked_address', `${address} led to ${socket.remoteAddress}`, isInternal);
        }
        return {
          socket: protocol === 'https:' ? await secured(socket, host, signal, isInternal) : socket,
          isInternal,
        };
      } catch (error) {
        if (signal.aborted) throw isInternal ? new EgressError('timeout', String(error), true) : error;
        if (error instanceof EgressError && error.failure !== 'connection_failed') throw error;
        failure = new EgressError('connection_failed', `${address}: ${String(error)}`, isInternal);
      }
    }
    throw failure;
  }

  async function secured(
    socket: Socket,
    host: string,
    signal: AbortSignal,
    isInternal: boolean,
  ): Promise<Socket> {
    const secure = tlsConnect({
      socket,
      // A number cannot be a server name; the certificate is then checked against `host` as an address.
      servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
      host,
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ca: options.certificateAuthorities,
    });
    try {
      return await opened(secure, signal, 'secureConnect');
    } catch (error) {
      socket.destroy();
      if (signal.aborted) throw error;
      throw new EgressError('tls_error', `${host}: ${String(error)}`, isInternal);
    }
  }

  return { checkUrl, connect };
}

/** Waits for the socket's `event`; destroys it and rejects on error, early close or abort. */
function opened(socket: Socket, signal: AbortSignal, event = 'connect'): Promise<Socket> {
  // Stays attached: a socket that fails between two owners would end the process.
  socket.on('error', () => {});
  return new Promise((resolve, reject) => {
    const settle = (error: unknown): void => {
      signal.removeEventListener('abort', onAbort);
      socket.off(event, onOpen).off('error', settle).off('close', onClose);
      if (error !== null) socket.destroy();
      if (error === null) resolve(socket);
      else reject(error);
    };
    const onOpen = (): void => settle(null);
    const onClose = (): void => settle(new Error('closed before it was open'));
    const onAbort = (): void => settle(signal.reason);
    socket.once(event, onOpen).once('error', settle).once('close', onClose);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/** The host without the brackets that a URL puts around an IPv6 address. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Names that mean this machine wherever they are looked up (RFC 6761, section 6.3). */
function isLocalhost(host: string): boolean {
  return /(^|\.)localhost\.?$/.test(host);
}

function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}
