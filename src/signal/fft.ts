/**
 * Real fast Fourier transform: PFFFT compiled to WebAssembly with SIMD, behind views on its memory, so that
 * frames are written and spectra read without a copy.
 */
import createModule, { type PffftModule } from '@echogarden/pffft-wasm/simd';

let modulePromise: Promise<PffftModule> | undefined;

/** The tables of powers of two up to here are kept: making them costs as much as dozens of transforms. */
const maxKept = 16_384;
const keptSetups = new Map<number, number>();

const isKept = (size: number): boolean => size <= maxKept && (size & (size - 1)) === 0;

/** The tables of a size, which transforms only read. */
function setupOf(module: PffftModule, size: number): number {
  const kept = keptSetups.get(size);
  if (kept) return kept;
  const setup = module._pffft_new_setup(size, 0);
  if (setup && isKept(size)) keptSetups.set(size, setup);
  return setup;
}

/**
 * A real FFT of one size. Write `size` samples into `input`, call `forward()`, read `spectrum`.
 *
 * `spectrum` holds interleaved re, im of bins 0 … size/2 − 1; the imaginary place of bin 0 carries the (real)
 * Nyquist bin. Transforms are not scaled: `forward` then `inverse` multiplies by `size`.
 * Views move when another instance makes the module's memory grow: take them anew for every frame.
 */
export class RealFft {
  private memory: ArrayBufferLike | undefined;
  private inputView: Float32Array = new Float32Array(0);
  private spectrumView: Float32Array = new Float32Array(0);

  private constructor(
    private readonly module: PffftModule,
    readonly size: number,
    private readonly setup: number,
    private readonly inputPointer: number,
    private readonly spectrumPointer: number,
    private readonly workPointer: number,
  ) {}

  /** `size` is 2^a·3^b·5^c with a ≥ 5, and a multiple of 32. Throws RangeError for any other. */
  static async create(size: number): Promise<RealFft> {
    if (!isTransformSize(size)) {
      throw new RangeError(`FFT size ${size} is not 2^a·3^b·5^c with a ≥ 5`);
    }
    modulePromise ??= createModule();
    const module = await modulePromise;
    const setup = setupOf(module, size);
    const [input, spectrum, work] = [0, 1, 2].map(() => module._pffft_aligned_malloc(size * 4));
    if (!setup || !input || !spectrum || !work) throw new Error('Out of memory for the FFT');
    return new RealFft(module, size, setup, input, spectrum, work);
  }

  /** Where the next frame's samples go. */
  get input(): Float32Array {
    this.renewViews();
    return this.inputView;
  }

  /** Interleaved complex bins of the last forward transform. */
  get spectrum(): Float32Array {
    this.renewViews();
    return this.spectrumView;
  }

  /** Transforms `input` into `spectrum`. */
  forward(): void {
    this.module._pffft_transform_ordered(
      this.setup,
      this.inputPointer,
      this.spectrumPointer,
      this.workPointer,
      0,
    );
  }

  /** Transforms `spectrum` back into `input`, times `size`. */
  inverse(): void {
    this.module._pffft_transform_ordered(
      this.setup,
      this.spectrumPointer,
      this.inputPointer,
      this.workPointer,
      1,
    );
  }

  /** Frees the module's memory; the instance must not be used afterwards. */
  dispose(): void {
    if (!isKept(this.size)) this.module._pffft_destroy_setup(this.setup);
    for (const pointer of [this.inputPointer, this.spectrumPointer, this.workPointer]) {
      this.module._pffft_aligned_free(pointer);
    }
  }

  /** The module's memory is another buffer once it has grown. */
  private renewViews(): void {
    const { buffer } = this.module.HEAPF32;
    if (buffer === this.memory) return;
    this.memory = buffer;
    this.inputView = new Float32Array(buffer, this.inputPointer, this.size);
    this.spectrumView = new Float32Array(buffer, this.spectrumPointer, this.size);
  }
}

/** Whether PFFFT can transform `size` real samples. */
export function isTransformSize(size: number): boolean {
  if (!Number.isInteger(size) || size < 32 || size % 32 !== 0) return false;
  let rest = size;
  for (const factor of [2, 3, 5]) while (rest % factor === 0) rest /= factor;
  return rest === 1;
}

/**
 * Power |X|² of the first `power.length` bins of an interleaved spectrum (see RealFft). Give size/2 places, or
 * size/2 + 1 to include the Nyquist bin.
 */
export function powerSpectrum(spectrum: Float32Array, power: Float32Array): void {
  const half = spectrum.length >> 1;
  const bins = Math.min(half, power.length);
  power[0] = spectrum[0]! * spectrum[0]!;
  for (let bin = 1; bin < bins; bin++) {
    const re = spectrum[2 * bin]!;
    const im = spectrum[2 * bin + 1]!;
    power[bin] = re * re + im * im;
  }
  if (power.length > half) power[half] = spectrum[1]! * spectrum[1]!;
}
