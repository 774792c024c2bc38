// From the spectrum to contours: the network's widest convolution, 3 frames by 39 bins of 8 harmonics, arranged so that
// it costs less and answers the same.
//
// The harmonics are the same spectrum at other places. Wherever none of them is cut off at the end of the contour's
// range, the eight kernels therefore add up to one of 176 bins on the spectrum itself; only the 20 bins at either end are
// made by kernels of their own. And the four neighbouring bins that every convolution here makes at once share what it
// reads: a bin is place `part` of group `group`.
import { kernel, perChannel } from './graph.mjs';
import { bins } from './spectrum.mjs';

export const contourBins = 264;
/** How many bins above the contour's own each harmonic is read: octave below, fundamental, second to seventh. */
export const harmonicShifts = [-36, 0, 36, 57, 72, 84, 93, 101];
const channels = 8;
const frames = 3;
/** A kernel reaches this far down and up. */
const reach = 19;
const parts = 4;
const groups = contourBins / parts;
/** Whose reach stays within the contour's range begins with this one. */
const edgeGroups = Math.ceil(reach / parts);

/** `weights`; `at(channel, harmonic, bin, frame)` of the wide kernel, `bin` from −reach. */
function wideKernel(weights) {
  const published = weights('conv2d_1/Conv2D_weights', [
    frames,
    2 * reach + 1,
    harmonicShifts.length,
    channels,
  ]);
  return (channel, harmonic, bin, frame) => published(frame, bin + reach, harmonic, channel);
}

/** `[1, channels · parts, groups, frames − 2]` of a spectrum `[1, 1, bins, frames]`; channel 4 c + p is place p of channel c. */
export function wideFeatures(graph, weights, spectrum) {
  const wide = wideKernel(weights);
  const offset = weights('conv2d_1/Conv2D_bn_offset', [channels]);
  const made = [
    edge(graph, wide, offset, spectrum, 0),
    middle(graph, wide, offset, spectrum),
    edge(graph, wide, offset, spectrum, groups - edgeGroups),
  ];
  return graph.emit('Concat', made, { axis: 2 });
}

function middle(graph, wide, offset, spectrum) {
  const lowest = harmonicShifts[0] - reach;
  const highest = harmonicShifts.at(-1) + reach;
  const firstBin = edgeGroups * parts;
  const rows = highest - lowest + parts;
  const before = -(firstBin + lowest);
  const after = contourBins - firstBin - parts + lowest + rows - bins;
  const merged = kernel([channels * parts, 1, rows, frames], (to, _, row, frame) => {
    let sum = 0;
    const distance = row + lowest - (to % parts);
    for (const [harmonic, shift] of harmonicShifts.entries())
      sum += wide(Math.floor(to / parts), harmonic, distance - shift, frame);
    return sum;
  });
  const convolved = graph.convolve(spectrum, merged, {
    bias: perChannel(channels * parts, (to) => offset(Math.floor(to / parts))),
    strides: [parts, 1],
    pads: [before, 0, after, 0],
  });
  return graph.emit('Relu', [convolved]);
}

/** The groups from `firstGroup`, whose harmonics end where the contour's range does. */
function edge(graph, wide, offset, spectrum, firstGroup) {
  const firstBin = firstGroup * parts;
  const lowest = Math.max(0, firstBin - reach);
  const highest = Math.min(contourBins, firstBin + edgeGroups * parts + reach) - 1;
  const from = Math.max(0, lowest + harmonicShifts[0]);
  const to = Math.min(bins, highest + harmonicShifts.at(-1) + 1);
  const count = channels * parts * edgeGroups;
  const channelOf = (out) => Math.floor(out / (parts * edgeGroups));
  const whole = kernel([count, 1, to - from, frames], (out, _, row, frame) => {
    const part = Math.floor(out / edgeGroups) % parts;
    const bin = firstBin + (out % edgeGroups) * parts + part;
    let sum = 0;
    for (const [harmonic, shift] of harmonicShifts.entries()) {
      const read = from + row - shift;
      if (read >= lowest && read <= highest) sum += wide(channelOf(out), harmonic, read - bin, frame);
    }
    return sum;
  });
  const convolved = graph.convolve(graph.slice(spectrum, 2, from, to), whole, {
    bias: perChannel(count, (out) => offset(channelOf(out))),
  });
  return graph.reshape(graph.emit('Relu', [convolved]), [1, channels * parts, edgeGroups, -1]);
}

/** `[1, 8, contourBins / 8, frames − 4]` of wide features, bin 8 g + c at channel c of group g. */
export function contours(graph, weights, features) {
  const side = 5;
  const atOnce = 2 * parts;
  const published = weights('contours-reduced/Conv2D/ReadVariableOp', [side, side, channels, 1]);
  const bias = weights('contours-reduced/BiasAdd/ReadVariableOp', [1]);
  // A group more to either side holds the two bins that a kernel reaches.
  const arranged = kernel([atOnce, channels * parts, 4, side], (bin, from, group, frame) =>
    published(frame, (group - 1) * parts + (from % parts) - bin + 2, Math.floor(from / parts), 0),
  );
  const convolved = graph.convolve(features, arranged, {
    bias: perChannel(atOnce, () => bias(0)),
    strides: [2, 1],
    pads: [1, 0, 1, 0],
  });
  return graph.emit('Sigmoid', [convolved]);
}
