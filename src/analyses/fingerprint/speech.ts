/** Listens to a recording that nothing was found for: is it speech alone? */
import type { KernelTools } from '../../domain/compute.js';
import type { ExtractInput } from './extract.js';
import { framing } from './parameters.js';
import { measureSpeech, type SpeechMeasurements } from './speech-measurements.js';

/** As long as what the model was fitted on. */
const pieceSeconds = 20;
/** Spread over the first half hour: a song within a talk is met, and a day of radio costs no more. */
const maxPieces = 12;
const listenedSeconds = 1800;

/** The measurements of each piece that sounds. */
export async function listenForSpeech(
  { path, durationSeconds }: ExtractInput,
  { decode }: KernelTools,
): Promise<SpeechMeasurements[]> {
  const { sampleRateHz } = framing;
  const length = pieceSeconds * sampleRateHz;
  const all = Math.max(1, Math.ceil(Math.min(durationSeconds, listenedSeconds) / pieceSeconds - 0.25));
  const every = Math.ceil(all / maxPieces);
  const measured: SpeechMeasurements[] = [];
  const piece = new Float32Array(length);
  let filled = 0;
  let number = 0;
  const end = async (): Promise<void> => {
    const found = number % every === 0 ? await measureSpeech(piece.subarray(0, filled)) : null;
    if (found) measured.push(found);
    number++;
    filled = 0;
  };
  for await (const chunk of await decode(path, { sampleRateHz, channels: 1 })) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + length - filled);
      piece.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === length) await end();
    }
    if (number * pieceSeconds >= listenedSeconds) return measured;
  }
  // A rest of a few seconds shows less than the pieces before it.
  if (number === 0 || filled > length / 2) await end();
  return measured;
}
