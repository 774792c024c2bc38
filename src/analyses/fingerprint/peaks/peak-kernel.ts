/** Local maxima of a log-frequency spectrogram that stand out of their band, by a WebAssembly SIMD kernel (wasm/spectral-peaks.ts). */
import type { WasmKernels } from '../../../signal/wasm/kernel-exports.js';
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { pageBytes, wasm } from '../../../signal/wasm/wasm.js';
import { framesPerSecond, framing, type PeakPicking } from '../parameters.js';
import type { GrowingPeaks } from './peak-list.js';

const lanes = 4;
/** log2 of the power that a sine at the floor's level reaches through a Hann window of this length. */
const floorLevel = ({ floorDecibels }: PeakPicking): number =>
  2 * Math.log2(framing.windowSamples / 4) + (floorDecibels / 10) * Math.log2(10);

/** Bytes of the kernel's records. */
const rulesBytes = 72;
const candidateBytes = 12;
const peakNumbers = 4;

/** One of each picking whose recording has ended: making one costs as much as a second of sound. */
const idle = new WeakMap<PeakPicking, PeakKernel>();

/** Takes one recording's frames of `bandCount` levels each. */
export class PeakKernel {
  private readonly kernel: WasmKernels['spectral-peaks'];
  private readonly energies: Float32Array;
  /** The levels of the last frame: log2 power. */
  readonly levels: Float32Array;
  /** Peaks of the last call: time (frames), cents, salience, level. */
  private readonly found: Float32Array;
  private readonly floor: number;
  private readonly sums: Float32Array;
  private readonly rulesAt: number;

  /**
   * One for a new recording, perhaps one that another recording has ended with.
   * @throws RangeError where `bandCount` is no multiple of 4
   */
  static begin(bandCount: number, picking: PeakPicking): PeakKernel {
    const ended = idle.get(picking);
    idle.delete(picking);
    const kernel = ended?.bandCount === bandCount ? ended : new PeakKernel(bandCount, picking);
    kernel.sums.fill(0);
    kernel.kernel.begin(kernel.rulesAt);
    return kernel;
  }

  private constructor(
    private readonly bandCount: number,
    private readonly picking: PeakPicking,
  ) {
    if (bandCount % lanes !== 0) throw new RangeError(`${bandCount} bands are no multiple of ${lanes}`);
    this.floor = floorLevel(picking);
    // Levels are kept as long as a peak's contrast needs them: ± contrastSeconds around the frame that is judged.
    const contrastFrames = Math.round(picking.contrastSeconds * framesPerSecond);
    const ringFrames = 2 * contrastFrames + 1;
    const besideBands = Math.ceil((picking.halfWidthBands + lanes) / lanes) * lanes;
    const rowNumbers = bandCount + 2 * besideBands;
    const maxOfFrame = bandCount / 2;
    const sizes = {
      rules: rulesBytes / 4,
      energies: bandCount,
      levels: bandCount,
      // Rows of the ring have −∞ on either side.
      levelRows: ringFrames * rowNumbers,
      maximaRows: ringFrames * rowNumbers,
      sums: 2 * bandCount,
      candidates: ringFrames * (1 + (candidateBytes / 4) * maxOfFrame),
      found: (contrastFrames + 1) * maxOfFrame * peakNumbers,
    };
    const total = Object.values(sizes).reduce((sum, size) => sum + size + lanes, 0);
    const memory = new wasm.Memory({ initial: Math.ceil((4 * total) / pageBytes) });
    let next = 0;
    const area = (size: number): Float32Array => {
      const made = new Float32Array(memory.buffer, 4 * next, size);
      // Every area begins where 128 bits do.
      next += Math.ceil(size / lanes) * lanes;
      return made;
    };
    const rules = area(sizes.rules);
    this.energies = area(sizes.energies);
    this.levels = area(sizes.levels);
    const levelRows = area(sizes.levelRows).fill(Number.NEGATIVE_INFINITY);
    const maximaRows = area(sizes.maximaRows);
    this.sums = area(sizes.sums);
    const candidates = area(sizes.candidates);
    this.found = area(sizes.found);
    new Uint32Array(memory.buffer, rules.byteOffset).set([
      levelRows.byteOffset + 4 * besideBands,
      maximaRows.byteOffset,
      this.sums.byteOffset,
      candidates.byteOffset,
      this.found.byteOffset,
      bandCount,
      4 * rowNumbers,
      ringFrames,
      picking.halfWidthFrames,
      picking.halfWidthBands,
    ]);
    new Float64Array(memory.buffer, rules.byteOffset + 40).set([
      this.floor,
      // In units of 3 dB, as levels are.
      (picking.maskingDecibels / 10) * Math.log2(10),
      picking.minSalience,
      framing.bandsPerOctave,
    ]);
    this.kernel = instantiateKernel('spectral-peaks', memory);
    this.rulesAt = rules.byteOffset;
  }

  /** Takes a frame's energies, and adds the peaks that are known with it to `peaks`. */
  pushEnergies(energies: Float32Array, peaks: GrowingPeaks): void {
    this.energies.set(energies);
    this.kernel.logarithms(this.energies.byteOffset, this.bandCount, this.floor, this.levels.byteOffset);
    this.take(this.kernel.push(this.levels.byteOffset), peaks);
  }

  /** The same for levels that were kept. */
  pushLevels(levels: Float32Array, peaks: GrowingPeaks): void {
    this.levels.set(levels);
    this.take(this.kernel.push(this.levels.byteOffset), peaks);
  }

  /** Ends the recording: the peaks of the last frames. The kernel must not be used afterwards. */
  end(peaks: GrowingPeaks): void {
    this.take(this.kernel.end(), peaks);
    idle.set(this.picking, this);
  }

  private take(count: number, peaks: GrowingPeaks): void {
    const { found } = this;
    for (let at = 0; at < count * peakNumbers; at += peakNumbers)
      peaks.push(found[at]!, found[at + 1]!, found[at + 2]!, found[at + 3]!);
  }
}
