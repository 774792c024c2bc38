/**
 * Guessing a password is slow, and nobody can lock another person out. The hard limit is for one network and one
 * e-mail address together. Guesses at one e-mail address from everywhere have a larger limit, beyond which each network
 * may still try a few times an hour: its own attempts alone use those up, so the owner gets in from where no one attacks.
 */
import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { RateLimitStore } from '../ports.js';
import { DashboardProblem } from './problem.js';

interface Limit {
  readonly attempts: number;
  readonly seconds: number;
}

/** Sign-in, setup and invitations of one network, whoever they name. */
const byNetwork: Limit = { attempts: 30, seconds: 180 };
const byPair: Limit = { attempts: 10, seconds: 300 };
const byEmail: Limit = { attempts: 100, seconds: 3600 };
/** Of one network at an e-mail address that is being attacked. */
const underAttack: Limit = { attempts: 5, seconds: 3600 };
/** Links to set up and links in e-mails that one network opens: apart, so that a click and a reload keep nobody from signing in. */
const linksByNetwork: Limit = { attempts: 30, seconds: 180 };
/** Of one signed-in person at their own password. */
const bySession: Limit = { attempts: 10, seconds: 300 };

export interface LoginLimit {
  /** Throws the 429 for too many attempts of a network. */
  visit(address: string): Promise<void>;
  /** The same for links that are opened. */
  openLink(address: string): Promise<void>;
  /** Throws the 429 for too many attempts to sign in. */
  signIn(address: string, email: string): Promise<void>;
  /** Throws the 429 for too many attempts at the password of a signed-in person. Strangers cannot use these up. */
  password(userId: string): Promise<void>;
}

export function loginLimit(rateLimits: RateLimitStore): LoginLimit {
  /** Seconds until the next attempt is allowed; 0 where this one is. */
  async function wait(bucket: string, { attempts, seconds }: Limit): Promise<number> {
    const verdict = await rateLimits.take(bucket, attempts, seconds);
    return verdict.allowed ? 0 : verdict.retryAfterSeconds;
  }

  async function visit(address: string): Promise<void> {
    refuse(await wait(`login:${networkOf(address)}`, byNetwork));
  }

  return {
    visit,
    async openLink(address) {
      refuse(await wait(`link:${networkOf(address)}`, linksByNetwork));
    },
    async signIn(address, email) {
      await visit(address);
      const [network, person] = [networkOf(address), personOf(email)];
      refuse(await wait(`login:${network}:${person}`, byPair));
      if ((await wait(`login:${person}`, byEmail)) === 0) return;
      refuse(await wait(`login-attacked:${network}:${person}`, underAttack));
    },
    async password(userId) {
      refuse(await wait(`password:${userId}`, bySession));
    },
  };
}

function refuse(waitSeconds: number): void {
  if (waitSeconds === 0) return;
  const seconds = Math.ceil(waitSeconds);
  throw new DashboardProblem(
    429,
    'too_many_attempts',
    `Too many attempts. Try again in ${seconds} s.`,
    {},
    { 'retry-after': String(seconds) },
  );
}

/** Whom an address belongs to: an IPv4 address, or the /64 network within which a host chooses its IPv6 addresses. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** The table of buckets names nobody. */
function personOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32);
}
