/**
 * A service whose compute processes are killed while they decode. Argument: a very long file. Prints how many zombies are
 * left among all processes that can be seen, once what was killed has had time to be reaped.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createComputePool } from '../../src/compute/pool.js';

const rounds = 3;
const settleMs = 10_000;
const file = process.argv[2] ?? '';

function zombies(): number {
  const states = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return stat[stat.lastIndexOf(')') + 2];
      } catch {
        return 'gone';
      }
    });
  return states.filter((state) => state === 'Z').length;
}

const pool = createComputePool({
  size: 1,
  modelsDir: '',
  timeoutSeconds: 300,
  memoryMb: 400,
  kernelsUrl: new URL('./kernels.ts', import.meta.url),
});
for (let round = 0; round < rounds; round++) {
  const controller = new AbortController();
  // Reports once its decoder runs; the abort kills it as kill -9 does.
  const onProgress = (): void => controller.abort();
  await pool
    .run('test.decode-and-hang', file, { signal: controller.signal, onProgress })
    .catch(() => undefined);
}
const end = Date.now() + settleMs;
// Decoders end a moment after the process that started them; zombies never do.
do await sleep(250);
while (Date.now() < end && (Date.now() < end - settleMs + 1000 || zombies() > 0));
process.stdout.write(`${zombies()}\n`);
await pool.close();
