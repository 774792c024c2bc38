/**
 * A service that is about to be killed: it computes without end and decodes a very long file.
 * Argument: that file. Prints one line once both are at work.
 */
import { createComputePool } from '../../src/compute/pool.js';

const file = process.argv[2] ?? '';
const pool = createComputePool({
  size: 2,
  modelsDir: '',
  timeoutSeconds: 300,
  memoryMb: 400,
  kernelsUrl: new URL('./kernels.ts', import.meta.url),
});
const spinning = new Promise<void>((resolve) => {
  pool.run('test.spin', null, { onProgress: () => resolve() }).catch(() => undefined);
});
pool.run('audio.probe', { path: file }).catch(() => undefined);
await spinning;
process.stdout.write('at work\n');
