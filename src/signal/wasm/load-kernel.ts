/** The WebAssembly kernels (SIMD), compiled from wasm/NAME.ts by `npm run wasm` and checked in beside this file. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WasmKernels } from './kernel-exports.js';
import { type KernelMemory, wasm } from './wasm.js';

const modules = new Map<string, object>();

/**
 * An instance that works on `memory`. The module is read and compiled once a process.
 * @throws Error where the file's SHA-256 is not the one of kernels.json
 */
export function instantiateKernel<Name extends keyof WasmKernels>(
  name: Name,
  memory: KernelMemory,
): WasmKernels[Name] {
  const module = modules.get(name) ?? new wasm.Module(readKernel(name));
  modules.set(name, module);
  // An export is untyped; the module's source, whose hash was checked, gives its type.
  return new wasm.Instance(module, { env: { memory } }).exports as unknown as WasmKernels[Name];
}

/** The checked bytes of a kernel. */
export function readKernel(name: string, folder: string = import.meta.dirname): Uint8Array<ArrayBuffer> {
  const hashes = JSON.parse(readFileSync(join(folder, 'kernels.json'), 'utf8')) as Record<string, string>;
  const bytes = new Uint8Array(readFileSync(join(folder, `${name}.wasm`)));
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== hashes[name])
    throw new Error(`${name}.wasm has SHA-256 ${found}; kernels.json names ${hashes[name]}.`);
  return bytes;
}
