/**
 * The published note network in plain loops over its published weights, layer by layer as its authors describe it
 * (Bittner et al., ICASSP 2022; the spectrum is nnAudio's CQT2010v2): what the arranged one must answer.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Time by frequency by channel. */
interface Image {
  readonly frames: number;
  readonly bins: number;
  readonly channels: number;
  readonly values: Float32Array;
}

interface Manifest {
  readonly weightsManifest: readonly {
    readonly paths: readonly string[];
    readonly weights: readonly { readonly name: string; readonly shape: readonly number[] }[];
  }[];
}

const bins = 309;
const contourBins = 264;
const harmonicShifts = [-36, 0, 36, 57, 72, 84, 93, 101];

function readConstants(): (name: string) => Float32Array {
  const path = createRequire(import.meta.url).resolve('@spotify/basic-pitch/model/model.json');
  const [{ paths, weights }] = (JSON.parse(readFileSync(path, 'utf8')) as Manifest).weightsManifest as [
    Manifest['weightsManifest'][0],
  ];
  const bytes = readFileSync(join(dirname(path), paths[0]!));
  const constants = new Map<string, Float32Array>();
  let from = 0;
  for (const { name, shape } of weights) {
    const length = shape.reduce((product, size) => product * size, 1);
    constants.set(name, new Float32Array(bytes.buffer.slice(bytes.byteOffset + from).slice(0, 4 * length)));
    from += 4 * length;
  }
  return (name) => constants.get(`StatefulPartitionedCall/model_1/${name}`)!;
}

/** Contours, notes and onsets of all 172 frames of a window of 43,844 samples. */
export function publishedNoteNetwork(
  samples: Float32Array,
): Record<'contours' | 'notes' | 'onsets', Float32Array> {
  const constant = readConstants();
  const stacked = harmonics(normalisedSpectrum(samples, constant));
  const layer = (input: Image, name: string, bias: string, size: [number, number], stride = 1): Image =>
    convolve(input, constant(name), constant(bias), size, stride);
  const plain = (name: string): [string, string] => [
    `${name}/Conv2D/ReadVariableOp`,
    `${name}/BiasAdd/ReadVariableOp`,
  ];
  const normalised = (name: string): [string, string] => [
    `${name}/Conv2D_weights`,
    `${name}/Conv2D_bn_offset`,
  ];
  const wide = rectify(layer(stacked, ...normalised('conv2d_1'), [3, 39]));
  const contours = squash(layer(wide, ...plain('contours-reduced'), [5, 5]));
  const noteFeatures = rectify(layer(contours, ...plain('conv2d_2'), [7, 7], 3));
  const notes = squash(layer(noteFeatures, ...plain('conv2d_3'), [7, 3]));
  const onsetFeatures = rectify(layer(stacked, ...normalised('conv2d_4'), [5, 5], 3));
  const onsets = squash(layer(beside(notes, onsetFeatures), ...plain('conv2d_5'), [3, 3]));
  return { contours: contours.values, notes: notes.values, onsets: onsets.values };
}

function normalisedSpectrum(samples: Float32Array, constant: (name: string) => Float32Array): Image {
  const frames = 172;
  const [real, imaginary] = ['conv1d', 'conv1d_1'].map((name) =>
    constant(`cq_t2010v2_1/${name}/ExpandDims_1`),
  );
  const lowpass = constant('cq_t2010v2_1/conv1d_2/ExpandDims_1');
  const scale = constant('cq_t2010v2_1/Sqrt');
  const values = new Float32Array(frames * bins);
  let signal = samples;
  for (let octave = 0; octave < 9; octave++) {
    if (octave > 0) {
      const above = signal;
      signal = Float32Array.from({ length: above.length >> 1 }, (_, n) => {
        let sum = 0;
        for (let tap = 0; tap < 256; tap++) sum += lowpass[tap]! * (above[2 * n + tap - 127] ?? 0);
        return sum;
      });
    }
    for (let frame = 0; frame < frames; frame++)
      for (let tone = 0; tone < 36; tone++) {
        const bin = bins - 36 * (octave + 1) + tone;
        if (bin < 0) continue;
        let [x, y] = [0, 0];
        for (let tap = 0; tap < 256; tap++) {
          const at = mirrored(frame * (256 >> octave) + tap - 128, signal.length);
          x += real![tap * 36 + tone]! * signal[at]!;
          y += imaginary![tap * 36 + tone]! * signal[at]!;
        }
        values[frame * bins + bin] = Math.log((x * x + y * y) * scale[bin]! ** 2 + 1e-10);
      }
  }
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [lowest, highest] = [Math.min(lowest, value), Math.max(highest, value)];
  const factor = constant('batch_normalization/FusedBatchNormV3/Scaled')[0]!;
  const offset = constant('batch_normalization/FusedBatchNormV3/Offset')[0]!;
  const place = (value: number): number => (highest > lowest ? (value - lowest) / (highest - lowest) : 0);
  return { frames, bins, channels: 1, values: values.map((value) => factor * place(value) + offset) };
}

function mirrored(at: number, length: number): number {
  return at < 0 ? -at : at >= length ? 2 * (length - 1) - at : at;
}

function harmonics({ frames, values }: Image): Image {
  const channels = harmonicShifts.length;
  const stacked = new Float32Array(frames * contourBins * channels);
  for (let frame = 0; frame < frames; frame++)
    for (let bin = 0; bin < contourBins; bin++)
      for (const [channel, shift] of harmonicShifts.entries()) {
        const from = bin + shift;
        const inside = from >= 0 && from < bins;
        stacked[(frame * contourBins + bin) * channels + channel] = inside ? values[frame * bins + from]! : 0;
      }
  return { frames, bins: contourBins, channels, values: stacked };
}

/** As large as its input by zeros around it, every `stride`th bin. `weights`: time, frequency, from, to. */
function convolve(
  input: Image,
  weights: Float32Array,
  bias: Float32Array,
  [height, width]: [number, number],
  stride: number,
): Image {
  const bins = Math.ceil(input.bins / stride);
  const channels = bias.length;
  const values = new Float32Array(input.frames * bins * channels);
  const left = Math.floor(((bins - 1) * stride + width - input.bins) / 2);
  const top = (height - 1) / 2;
  for (let frame = 0; frame < input.frames; frame++)
    for (let bin = 0; bin < bins; bin++) {
      const into = values.subarray((frame * bins + bin) * channels, (frame * bins + bin + 1) * channels);
      into.set(bias);
      for (let row = Math.max(0, top - frame); row < height && frame + row - top < input.frames; row++)
        for (let column = 0; column < width; column++) {
          const from = bin * stride + column - left;
          if (from < 0 || from >= input.bins) continue;
          for (let channel = 0; channel < input.channels; channel++) {
            const value = input.values[((frame + row - top) * input.bins + from) * input.channels + channel]!;
            const at = ((row * width + column) * input.channels + channel) * channels;
            for (let to = 0; to < channels; to++) into[to]! += value * weights[at + to]!;
          }
        }
    }
  return { frames: input.frames, bins, channels, values };
}

const rectify = (image: Image): Image => ({
  ...image,
  values: image.values.map((value) => Math.max(0, value)),
});
const squash = (image: Image): Image => ({
  ...image,
  values: image.values.map((value) => 1 / (1 + Math.exp(-value))),
});

function beside(first: Image, second: Image): Image {
  const channels = first.channels + second.channels;
  const values = new Float32Array(first.frames * first.bins * channels);
  for (let at = 0; at < first.frames * first.bins; at++)
    for (let channel = 0; channel < channels; channel++)
      values[at * channels + channel] =
        channel < first.channels
          ? first.values[at * first.channels + channel]!
          : second.values[at * second.channels + channel - first.channels]!;
  return { ...first, channels, values };
}
