/** A kernel's memory; `grow` by pages of 64 KiB, after which `buffer` is another one. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The part of WebAssembly that is used: the compiler's library for Node does not declare it. */
interface WebAssemblyApi {
  Memory: new (options: { initial: number }) => KernelMemory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> };
}
// Node has it; see above why the compiler does not know.
export const wasm = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;

/** Of WebAssembly's memories. */
export const pageBytes = 65_536;

/** Lets a kernel's memory have this many bytes at least. True where it grew, and `buffer` is another one. */
export function reserveBytes(memory: KernelMemory, bytes: number): boolean {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
  return missing > 0;
}
