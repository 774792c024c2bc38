/** Halves a sample rate: a half-band low-pass filter, of which every second coefficient is zero, and every second sample. */
import { instantiateKernel } from './wasm/load-kernel.js';
import { pageBytes, wasm } from './wasm/wasm.js';

const halfLength = 23;

/** Coefficients at odd distances from the middle, whose own is a half: a sinc under a Hamming window. */
const coefficients = Float64Array.from({ length: (halfLength + 1) / 2 }, (_, i) => {
  const apart = 2 * i + 1;
  const window = 0.54 + 0.46 * Math.cos((Math.PI * apart) / (halfLength + 1));
  return (window * Math.sin((Math.PI * apart) / 2)) / (Math.PI * apart);
});

/** Outputs of one call of the kernel, and the samples beside them that they need; of both an even number. */
const blockOutputs = 8192;
const besideSamples = halfLength + 1;

const coefficientsAt = 0;
const samplesAt = coefficients.byteLength;
const oddAt = samplesAt + 4 * (2 * blockOutputs + 2 * besideSamples);
const outAt = oddAt + 8 * (blockOutputs + besideSamples);
/** One memory for all recordings of the process: a block is through before another begins. */
const memory = new wasm.Memory({ initial: Math.ceil((outAt + 4 * blockOutputs) / pageBytes) });
const kernel = instantiateKernel('half-band', memory);
new Float64Array(memory.buffer, coefficientsAt).set(coefficients);

/** Half as many mono samples, of what lies below about 0.43 of the new rate. Beyond the ends lies silence. */
export function halve(samples: Float32Array): Float32Array {
  const halved = new Float32Array(samples.length >> 1);
  const block = new Float32Array(memory.buffer, samplesAt, 2 * blockOutputs + 2 * besideSamples);
  for (let first = 0; first < halved.length; first += blockOutputs) {
    const outputs = Math.min(blockOutputs, halved.length - first);
    const from = 2 * first - besideSamples;
    const inside = samples.subarray(Math.max(0, from), from + block.length);
    block.fill(0, 0, Math.max(0, -from));
    block.set(inside, Math.max(0, -from));
    block.fill(0, Math.max(0, -from) + inside.length);
    kernel.halve(samplesAt, outputs + (outputs & 1), coefficientsAt, oddAt, outAt);
    halved.set(new Float32Array(memory.buffer, outAt, outputs), first);
  }
  return halved;
}
