// The note network (Bittner et al., "A lightweight instrument-agnostic model for polyphonic note transcription and
// multipitch estimation", ICASSP 2022) as ONNX, with the weights of the package @spotify/basic-pitch. It answers as the
// published one does, at a third of its cost: only the frames that are kept of a window are computed, and convolutions
// are arranged as a vector processor likes them (docs/measurements/description-note-network.md).
import { contourBins, contours, wideFeatures } from './contours.mjs';
import { Graph } from './graph.mjs';
import { keys, notes, onsets } from './notes.mjs';
import { normalisedSpectrum, windowFrames, windowSamples } from './spectrum.mjs';

/** Frames at either end of a window that are not kept. */
const margin = 15;
const framesKept = windowFrames - 2 * margin;
/** How many frames before and after its own each layer's kept answers need. */
const need = { spectrum: 10, contours: 7, onsetSpectrum: 3, notes: 1 };

/** The model's bytes. `weights`: see published-weights.mjs. */
export function noteNetwork(weights) {
  const graph = new Graph();
  const whole = normalisedSpectrum(graph, weights, 'samples');
  const spectrum = around(graph, whole, 2, margin, need.spectrum);
  const features = wideFeatures(graph, weights, graph.emit('Unsqueeze', [spectrum, graph.ints([1])]));
  const inGroups = contours(graph, weights, features);
  const inBins = graph.emit('Transpose', [inGroups], { perm: [0, 2, 1, 3] });
  const contour = graph.reshape(inBins, [1, contourBins, framesKept + 2 * need.contours]);
  const note = notes(graph, weights, contour);
  const onset = onsets(graph, weights, around(graph, whole, 2, margin, need.onsetSpectrum), note);
  graph.emit('Transpose', [around(graph, contour, 2, need.contours)], { perm: [0, 2, 1] }, 'contours');
  graph.emit('Identity', [around(graph, inFrames(graph, note), 1, need.notes)], {}, 'notes');
  graph.emit('Identity', [around(graph, inFrames(graph, onset), 1, 0)], {}, 'onsets');
  return graph.write(
    'note-network',
    [{ name: 'samples', dims: [1, windowSamples, 1] }],
    [
      { name: 'contours', dims: [1, framesKept, contourBins] },
      { name: 'notes', dims: [1, framesKept, keys] },
      { name: 'onsets', dims: [1, framesKept, keys] },
    ],
  );
}

/** The kept frames, of which the first is number `first`, and `more` to either side. */
function around(graph, input, axis, first, more = 0) {
  return graph.slice(input, axis, first - more, first + framesKept + more);
}

/** `[1, frames, keys]` of what comes eight frames at once. */
function inFrames(graph, packed) {
  return graph.reshape(graph.emit('Transpose', [packed], { perm: [0, 3, 1, 2] }), [1, -1, keys]);
}
