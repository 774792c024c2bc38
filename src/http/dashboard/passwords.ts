/** Passwords: argon2id, and no more than a few hashings at a time, for each takes 19 MiB and a core. */
import { hash, verify } from '@node-rs/argon2';
import { z } from 'zod';

const atOnce = 2;
const maxWaiting = 50;

/** Length is what makes a password strong; the upper bound only keeps the work bounded. */
export const newPassword = z
  .string()
  .min(10, 'Use at least 10 characters')
  .max(200, 'Use at most 200 characters');

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for an unknown user (null) as for a known one. */
  matches(passwordHash: string | null, password: string): Promise<boolean>;
}

class TooBusyError extends Error {
  readonly statusCode = 429;
  readonly code = 'too_busy';
  constructor() {
    super('Too many people are signing in at the moment. Try again in a few seconds.');
    this.name = 'TooBusyError';
  }
}

export function passwords(): Passwords {
  let running = 0;
  const waiting: Array<() => void> = [];
  let decoy: string | null = null;

  async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw new TooBusyError();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  return {
    // The library's default is argon2id with 19 MiB, two passes and one lane: OWASP's recommendation.
    hash: (password) => limited(() => hash(password)),
    matches: (passwordHash, password) =>
      limited(async () => {
        decoy ??= await hash('nobody has this password');
        const right = await verify(passwordHash ?? decoy, password);
        return right && passwordHash !== null;
      }),
  };
}
