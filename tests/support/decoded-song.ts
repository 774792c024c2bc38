/** A song as a small strided decoder renders it, whose lattice the AI detection finds. */
import { passThroughDecoder } from '../../src/sample-music/strided-decoder.js';
import { wavFile } from '../../src/sample-music/wav.js';
import { songSamples } from './songs.js';

const sampleRateHz = 16_000;

export function decodedSongFile(index: number, seconds: number): Buffer {
  const decoder = { strides: [8, 5, 4, 2], level: 0.05, seed: 3 };
  return wavFile(passThroughDecoder(songSamples(index, seconds), decoder), sampleRateHz);
}
