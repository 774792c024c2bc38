/** Listens to a recording that nothing was found for: is it speech alone? */
import type { KernelTools } from '../../../domain/compute.js';
import type { ExtractInput } from '../extract.js';
import { framing } from '../parameters.js';
import { measureSpeech, type SpeechMeasurements } from './speech-measurements.js';
import { isLikelierMusic } from './speech-odds.js';

/** As long as what the model was fitted on. */
const pieceSeconds = 20;
/** A longer recording is not judged: that it is speech alone can be said only where all of it was heard. */
const longestSeconds = 1800;

/**
 * The measurements of each piece that sounds, up to the first that is likelier music, of which only its likest to speech may be
 * known; none of a recording over half an hour.
 */
export async function listenForSpeech(
  { path, durationSeconds }: ExtractInput,
  { decode }: KernelTools,
): Promise<SpeechMeasurements[]> {
  const { sampleRateHz } = framing;
  const length = pieceSeconds * sampleRateHz;
  if (durationSeconds > longestSeconds) return [];
  const measured: SpeechMeasurements[] = [];
  const piece = new Float32Array(length);
  let filled = 0;
  let number = 0;
  /** Whether the piece is likelier music: then the others need not be heard. */
  const end = async (): Promise<boolean> => {
    const found = await measureSpeech(piece.subarray(0, filled), isLikelierMusic);
    if (found) measured.push(found);
    number++;
    filled = 0;
    return found !== null && isLikelierMusic(found);
  };
  for await (const chunk of await decode(path, { sampleRateHz, channels: 1 })) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + length - filled);
      piece.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === length && (await end())) return measured;
    }
  }
  // A rest of a few seconds shows less than the pieces before it.
  if (number === 0 || filled > length / 2) await end();
  return measured;
}
