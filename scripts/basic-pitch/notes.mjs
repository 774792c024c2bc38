// From contours and spectrum to notes and onsets. The last convolution of either has one output, which costs as much as
// eight: it is made as one output for each frame of its kernel, and a second convolution adds these up for eight frames
// at once. So notes and onsets come as `[1, 8, keys, frames / 8]`, frame 8 s + c at channel c of step s.

import { contourBins, harmonicShifts } from './contours.mjs';
import { kernel, perChannel } from './graph.mjs';
import { bins } from './spectrum.mjs';

export const keys = 88;
const binsPerKey = 3;
const channels = 32;
const framesAtOnce = 8;

/** `input` `[1, contourBins, frames]`. */
export function notes(graph, weights, contours) {
  const side = 7;
  const first = weights('conv2d_2/Conv2D/ReadVariableOp', [side, side, 1, channels]);
  const firstBias = weights('conv2d_2/BiasAdd/ReadVariableOp', [channels]);
  const features = graph.emit('Relu', [
    graph.convolve(
      graph.reshape(contours, [1, 1, contourBins, -1]),
      kernel([channels, 1, side, side], (to, _, bin, frame) => first(frame, bin, 0, to)),
      { bias: perChannel(channels, firstBias), strides: [binsPerKey, 1], pads: [2, 0, 2, 0] },
    ),
  ]);
  const second = weights('conv2d_3/Conv2D/ReadVariableOp', [side, 3, channels, 1]);
  const secondBias = weights('conv2d_3/BiasAdd/ReadVariableOp', [1]);
  return graph.emit('Sigmoid', [addedUp(graph, features, side, second, 0, secondBias(0), 0)]);
}

/** Of a spectrum `[1, bins, frames]` and of notes as they come: frames − 6, and two at the end that are not whole. */
export function onsets(graph, weights, spectrum, notes) {
  const side = 5;
  const first = weights('conv2d_4/Conv2D_weights', [side, side, harmonicShifts.length, channels]);
  const firstBias = weights('conv2d_4/Conv2D_bn_offset', [channels]);
  const features = graph.emit('Relu', [
    graph.convolve(
      harmonics(graph, spectrum),
      kernel([channels, harmonicShifts.length, side, side], (to, from, bin, frame) =>
        first(frame, bin, from, to),
      ),
      { bias: perChannel(channels, firstBias), strides: [binsPerKey, 1], pads: [1, 0, 1, 0] },
    ),
  ]);
  const frames = 3;
  // The note itself is the first of its channels.
  const second = weights('conv2d_5/Conv2D/ReadVariableOp', [frames, 3, 1 + channels, 1]);
  const secondBias = weights('conv2d_5/BiasAdd/ReadVariableOp', [1]);
  const ofFeatures = addedUp(graph, features, frames, second, 1, secondBias(0), frames - 1);
  const ofNotes = graph.convolve(
    notes,
    kernel([framesAtOnce, framesAtOnce, 3, 2], (to, from, key, step) =>
      second(framesAtOnce * step + from - to, key, 0, 0),
    ),
    { pads: [1, 0, 1, 1] },
  );
  return graph.emit('Sigmoid', [graph.emit('Add', [ofFeatures, ofNotes])]);
}

/**
 * The convolution by `published(frame, key, channel, 0)`, `frames` by three keys, of channels from `firstChannel`, and so
 * many frames more at the end.
 */
function addedUp(graph, features, frames, published, firstChannel, bias, framesAfter) {
  const byFrame = graph.convolve(
    features,
    kernel([framesAtOnce, channels, 3, 1], (frame, from, key) =>
      published(frame, key, firstChannel + from, 0),
    ),
    { pads: [1, 0, 1, 0] },
  );
  return graph.convolve(
    byFrame,
    kernel([framesAtOnce, framesAtOnce, 1, framesAtOnce + frames - 1], (to, frame, _, column) =>
      frame < frames && column === to + frame ? 1 : 0,
    ),
    { bias: perChannel(framesAtOnce, () => bias), strides: [1, framesAtOnce], pads: [0, 0, 0, framesAfter] },
  );
}

/** `[1, harmonics, contourBins, frames]`: nothing sounds outside of the spectrum. */
function harmonics(graph, spectrum) {
  const shifted = harmonicShifts.map((shift) => {
    const part = graph.slice(spectrum, 1, Math.max(0, shift), Math.min(bins, shift + contourBins));
    const missing = [Math.max(0, -shift), Math.max(0, shift + contourBins - bins)];
    if (missing.every((count) => count === 0)) return part;
    return graph.emit('Pad', [part, graph.ints([0, missing[0], 0, 0, missing[1], 0])]);
  });
  return graph.emit(
    'Concat',
    shifted.map((each) => graph.emit('Unsqueeze', [each, graph.ints([1])])),
    { axis: 1 },
  );
}
