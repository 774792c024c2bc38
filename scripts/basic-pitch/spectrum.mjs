// The first part of the network: the constant-Q spectrum of two seconds (nnAudio's CQT2010v2: the same kernels on every
// octave, each octave at half the rate of the one above), its logarithm, and its place between the window's lowest and
// highest level.
import { kernel } from './graph.mjs';

export const windowSamples = 43_844;
export const windowFrames = 172;
export const bins = 309;
const binsPerOctave = 36;
const octaves = 9;
const highestHop = 256;
const kernelSamples = 256;
const halvingTaps = 256;
/** One output of a convolution costs as much as eight or sixteen: this many samples are made at once. */
const samplesAtOnce = 16;

/** `[1, bins, windowFrames]`, normalised. `samples` is `[1, windowSamples, 1]`. */
export function normalisedSpectrum(graph, weights, samples) {
  const powers = graph.emit('Mul', [constantQ(graph, weights, samples), squaredScale(graph, weights)]);
  const level = graph.emit('Log', [graph.emit('Add', [powers, graph.scalar(1e-10)])]);
  const [lowest, highest] = ['ReduceMin', 'ReduceMax'].map((type) =>
    graph.emit(type, [level], { axes: [1, 2], keepdims: 1 }),
  );
  const range = graph.emit('Sub', [highest, lowest]);
  const one = (name) => weights(`batch_normalization/FusedBatchNormV3/${name}`, [1])(0);
  // Silence has no range: all of it is at the bottom.
  const zero = graph.scalar(0);
  const factor = graph.emit('Where', [
    graph.emit('Equal', [range, zero]),
    zero,
    graph.emit('Div', [graph.scalar(one('Scaled')), range]),
  ]);
  const above = graph.emit('Sub', [level, lowest]);
  return graph.emit('Add', [graph.emit('Mul', [above, factor]), graph.scalar(one('Offset'))]);
}

/** Squared magnitudes `[1, bins, windowFrames]`, lowest first. */
function constantQ(graph, weights, samples) {
  const lowpass = halvingKernel(weights);
  const whole = octaveKernel(weights, binsPerOctave);
  const heard = [];
  let length = windowSamples;
  let signal = graph.reshape(samples, [1, 1, 1, length]);
  for (let octave = 0; octave < octaves; octave++) {
    if (octave > 0) {
      signal = halved(graph, lowpass, signal, length);
      length = Math.floor(length / 2);
    }
    const count = Math.min(binsPerOctave, bins - octave * binsPerOctave);
    const margins = graph.ints([0, 0, 0, kernelSamples / 2, 0, 0, 0, kernelSamples / 2]);
    const turned = graph.convolve(
      graph.emit('Pad', [signal, margins], { mode: 'reflect' }),
      count === binsPerOctave ? whole : octaveKernel(weights, count),
      { strides: [1, highestHop >> octave] },
    );
    heard.unshift(graph.reshape(turned, [1, 2, count, windowFrames]));
  }
  const both = graph.emit('Concat', heard, { axis: 2 });
  return graph.emit('ReduceSum', [graph.emit('Mul', [both, both]), graph.ints([1])], { keepdims: 0 });
}

/** Real, then imaginary parts of the highest `count` bins of an octave. */
function octaveKernel(weights, count) {
  const parts = ['conv1d', 'conv1d_1'].map((name) =>
    weights(`cq_t2010v2_1/${name}/ExpandDims_1`, [1, kernelSamples, 1, binsPerOctave]),
  );
  return kernel([2 * count, 1, 1, kernelSamples], (to, _, __, sample) =>
    parts[Math.floor(to / count)](0, sample, 0, binsPerOctave - count + (to % count)),
  );
}

/** The lowpass before every other sample is dropped, for `samplesAtOnce` of the kept ones. */
function halvingKernel(weights) {
  const taps = weights('cq_t2010v2_1/conv1d_2/ExpandDims_1', [1, halvingTaps, 1, 1]);
  return kernel([samplesAtOnce, 1, 1, halvingTaps + 2 * (samplesAtOnce - 1)], (to, _, __, sample) =>
    taps(0, sample - 2 * to, 0, 0),
  );
}

function halved(graph, lowpass, signal, length) {
  const half = Math.floor(length / 2);
  const steps = Math.ceil(half / samplesAtOnce);
  const stride = 2 * samplesAtOnce;
  const before = halvingTaps / 2 - 1;
  const after = (steps - 1) * stride + lowpass.dims[3] - before - length;
  const many = graph.convolve(signal, lowpass, { strides: [1, stride], pads: [0, before, 0, after] });
  const inOrder = graph.emit('Transpose', [many], { perm: [0, 2, 3, 1] });
  return graph.slice(graph.reshape(inOrder, [1, 1, 1, steps * samplesAtOnce]), 3, 0, half);
}

function squaredScale(graph, weights) {
  const scale = weights('cq_t2010v2_1/Sqrt', [bins, 1, 1]);
  const squares = Float32Array.from({ length: bins }, (_, bin) => scale(bin, 0, 0) ** 2);
  return graph.tensor({ dims: [bins, 1], data: squares });
}
