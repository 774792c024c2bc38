/** A port for a program that must be told one, and cannot pick it itself. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below what systems hand out by themselves (from 32,768 on Linux): there, a connection of anybody could take the port
 * between now and the program's start, and a client that calls it meanwhile could even be connected with itself.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = randomInt(15_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error('no port between 15,000 and 32,000 is free');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
