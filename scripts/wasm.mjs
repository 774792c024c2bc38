// `npm run wasm`: compiles the kernels of wasm/ (AssemblyScript) to src/signal/wasm/, with their hashes.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import asc from 'assemblyscript/asc';

const root = resolve(import.meta.dirname, '..');
const target = join(root, 'src', 'signal', 'wasm');
const kernels = [
  'bar-counts',
  'binary-scan',
  'centre-weights',
  'chroma-alignment',
  'coincidences',
  'cross-spectrum',
  'crowded-hits',
  'delay-lines',
  'dot-products',
  'half-band',
  'harmonic-bands',
  'level-contrast',
  'level-sums',
  'local-alignment',
  'log-bands',
  'near-pairs',
  'note-layings',
  'resampling',
  'sketch-sums',
  'song-scan',
  'spectral-peaks',
  'triplet-hashes',
  'unsteady-levels',
  'wanted-postings',
  'word-alignment',
];

/** The module's bytes; throws Error with the compiler's messages. */
async function compile(name) {
  let bytes = null;
  const { error, stderr } = await asc.main(
    [
      ...[`${name}.ts`, '--outFile', 'out.wasm', '-O3', '--noAssert', '--enable', 'simd'],
      // No heap of its own: the caller brings the memory and writes to it.
      ...['--runtime', 'stub', '--importMemory', '--initialMemory', '1'],
    ],
    {
      readFile: (file) => (file === `${name}.ts` ? readFileSync(join(root, 'wasm', file), 'utf8') : null),
      writeFile: (_file, contents) => {
        bytes = contents;
      },
      listFiles: () => [],
    },
  );
  if (error !== null || bytes === null) throw new Error(`wasm/${name}.ts does not compile.\n${stderr}`);
  return bytes;
}

/** `[name, bytes]` of each kernel, in order. */
async function compileKernels() {
  const compiled = [];
  for (const name of kernels) compiled.push([name, await compile(name)]);
  return compiled;
}

const compiled = await compileKernels();
const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex');
const isCheck = process.argv.includes('--check');
if (isCheck) {
  const stale = compiled.filter(([name, bytes]) => !readFileSync(join(target, `${name}.wasm`)).equals(bytes));
  for (const [name] of stale)
    console.error(`src/signal/wasm/${name}.wasm is not what wasm/${name}.ts compiles to: npm run wasm`);
  if (stale.length > 0) process.exitCode = 1;
} else {
  for (const [name, bytes] of compiled) writeFileSync(join(target, `${name}.wasm`), bytes);
  const hashes = Object.fromEntries(compiled.map(([name, bytes]) => [name, hashOf(bytes)]));
  writeFileSync(join(target, 'kernels.json'), `${JSON.stringify(hashes, null, 2)}\n`);
  for (const [name, bytes] of compiled)
    console.log(`${name}.wasm: ${bytes.length} bytes, SHA-256 ${hashes[name]}`);
}
