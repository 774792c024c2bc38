/** The parts of the PFFFT WebAssembly module that `fft.ts` uses; the package ships no types. */
declare module '@echogarden/pffft-wasm/simd' {
  export interface PffftModule {
    readonly HEAPF32: Float32Array;
    _pffft_new_setup(size: number, transform: 0 | 1): number;
    _pffft_destroy_setup(setup: number): void;
    _pffft_aligned_malloc(bytes: number): number;
    _pffft_aligned_free(pointer: number): void;
    _pffft_transform_ordered(
      setup: number,
      input: number,
      output: number,
      work: number,
      direction: 0 | 1,
    ): void;
  }
  export default function createModule(): Promise<PffftModule>;
}
