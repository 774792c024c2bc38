/** A codec's frames: a "speed change" smaller than anybody makes (video's pull-down is 0.1 %) is a listed spacing's neighbour. */
import type { Explanation } from './explanation.js';

/** Nobody plays music so little faster or slower. */
const smallestChange = 9e-4;

export const codecFrames: Explanation = {
  unit: '1 where a searched lattice lies within 0.09 % of the listed place without being there, else 0',
  words: 'a codec’s frames lie there',
  measure: ({ way, scale }) => (way === 'searched' && Math.abs(scale - 1) < smallestChange ? 1 : 0),
};
