/** Short pieces of music for whole-service tests, made on the spot; each index is another piece. */
import { composePiece, pieceCount } from '../../src/sample-music/compose-piece.js';
import { degradedExcerpt } from '../../src/sample-music/degrade.js';
import { synthesise } from '../../src/sample-music/synthesise.js';
import { wavFile } from '../../src/sample-music/wav.js';

const sampleRateHz = 16_000;

export const songCount = pieceCount;

export function songSamples(index: number, seconds: number): Float32Array {
  return synthesise(composePiece(index, seconds), sampleRateHz);
}

/** A WAV file with the piece's title as its tag. */
export function songFile(index: number, seconds: number): Buffer {
  return wavFile(songSamples(index, seconds), sampleRateHz, composePiece(index, seconds).title);
}

export function silentFile(seconds: number): Buffer {
  return wavFile(new Float32Array(seconds * sampleRateHz), sampleRateHz);
}

export function songTitle(index: number): string {
  return composePiece(index, 1).title;
}

/** `seconds` of a piece of `songSeconds`, band-limited, noisy (10 dB) and quieter. */
export function excerptFile(
  index: number,
  songSeconds: number,
  fromSeconds: number,
  seconds: number,
): Buffer {
  const excerpt = degradedExcerpt(songSamples(index, songSeconds), sampleRateHz, fromSeconds, seconds);
  return wavFile(excerpt, sampleRateHz);
}

/** The piece as another band plays it: transposed by `semitones`, `faster` times as fast, without the pads. */
export function coverFile(index: number, seconds: number, semitones: number, faster: number): Buffer {
  const piece = composePiece(index, seconds);
  const notes = piece.notes
    .filter(({ voice }) => voice !== 'pad')
    .map((note) => ({
      ...note,
      startSeconds: note.startSeconds / faster,
      durationSeconds: note.durationSeconds / faster,
      pitch: note.pitch + semitones,
    }));
  const samples = synthesise(
    { ...piece, durationSeconds: piece.durationSeconds / faster, notes },
    sampleRateHz,
  );
  return wavFile(samples, sampleRateHz);
}

/** Bass and drums of the piece: nothing that could pass for a voice. */
export function rhythmFile(index: number, seconds: number): Buffer {
  const piece = composePiece(index, seconds);
  const notes = piece.notes.filter(({ voice }) => voice !== 'lead' && voice !== 'pad');
  return wavFile(synthesise({ ...piece, notes }, sampleRateHz), sampleRateHz);
}
