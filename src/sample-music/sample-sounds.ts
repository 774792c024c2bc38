/** The sounds of the sample data: pieces that this program composes, an excerpt of one and another rendition of it, and a song with words. */
import { setImmediate } from 'node:timers/promises';
import type { SampleSound } from '../http/dashboard/sample/ports.js';
import { composePiece, type Piece, pieceCount } from './compose-piece.js';
import { degradedExcerpt } from './degrade.js';
import { sungSong, sungTitle } from './singing/sung-song.js';
import { passThroughDecoder } from './strided-decoder.js';
import { synthesise } from './synthesise.js';
import { wavFile } from './wav.js';

const sampleRateHz = 16_000;
const seconds = 40;
/** Strides as of codecs at 16 and 24 kHz. */
const decoder = { strides: [8, 5, 4, 2], level: 0.05, seed: 3 };

/** Requests are served between two sounds: each takes a fraction of a second. */
export async function* sampleSounds(): AsyncIterable<SampleSound> {
  const original = composePiece(0, seconds);
  const samples = synthesise(original, sampleRateHz);
  yield { role: 'original', title: original.title, file: wavFile(samples, sampleRateHz, original.title) };
  await setImmediate();
  const title = `Sample: excerpt of ${original.title}`;
  const excerpt = degradedExcerpt(samples, sampleRateHz, 10, 20);
  yield { role: 'excerpt', title, file: wavFile(excerpt, sampleRateHz, title) };
  await setImmediate();
  yield sound('cover', `Sample: ${original.title}, played by others`, rendition(original));
  await setImmediate();
  const other = composePiece(1, seconds);
  const otherSamples = synthesise(other, sampleRateHz);
  yield { role: 'other', title: other.title, file: wavFile(otherSamples, sampleRateHz, other.title) };
  await setImmediate();
  const decodedTitle = `Sample: ${other.title}, as a generator's decoder leaves it`;
  const decoded = passThroughDecoder(otherSamples, decoder);
  yield { role: 'decoded', title: decodedTitle, file: wavFile(decoded, sampleRateHz, decodedTitle) };
  await setImmediate();
  const stranger = composePiece(pieceCount - 1, seconds);
  yield sound('stranger', `Sample: ${stranger.title}`, stranger);
  await setImmediate();
  const sung = `Sample: ${sungTitle}, sung`;
  yield { role: 'sung', title: sung, file: wavFile(sungSong(sampleRateHz), sampleRateHz, sung) };
}

const sound = (role: SampleSound['role'], title: string, piece: Piece): SampleSound => ({
  role,
  title,
  file: wavFile(synthesise(piece, sampleRateHz), sampleRateHz, title),
});

/** Two semitones higher and a tenth faster, without the pads. */
function rendition(piece: Piece): Piece {
  const faster = 1.1;
  return {
    ...piece,
    durationSeconds: piece.durationSeconds / faster,
    notes: piece.notes
      .filter(({ voice }) => voice !== 'pad')
      .map((note) => ({
        ...note,
        startSeconds: note.startSeconds / faster,
        durationSeconds: note.durationSeconds / faster,
        pitch: note.pitch + 2,
      })),
  };
}
