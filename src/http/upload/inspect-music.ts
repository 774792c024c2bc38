/** What an uploaded file is, whether sound or notes. */
import { type Compute, ComputeError } from '../../domain/compute.js';
import { Problem } from '../../domain/problems.js';
import { type InspectedAudio, type InspectionOptions, inspectAudio, refusal } from './inspect-audio.js';

/** The work that a file of notes may take: far more than the largest score needs. */
const midiSeconds = 30;

type InspectedMidi = Pick<InspectedAudio, 'format' | 'durationSeconds' | 'sampleRateHz' | 'channels'>;

/** Throws the 422 `not_decodable` or `audio_too_long`. */
export async function inspectMusic(
  compute: Compute,
  path: string,
  maxAudioSeconds: number,
  options: InspectionOptions,
): Promise<InspectedAudio> {
  try {
    return await inspectAudio(compute, path, maxAudioSeconds, options);
  } catch (error) {
    // Notes are asked last: nearly every upload is sound, and the decoder knows at once what is not.
    if (!(error instanceof Problem) || error.code !== 'not_decodable') throw error;
    const midi = await inspectMidi(compute, path, options);
    if (!midi) throw error;
    if (midi.durationSeconds > maxAudioSeconds) {
      const minutes = Math.round(maxAudioSeconds / 60);
      throw new Problem(
        'audio_too_long',
        `The MIDI file lasts longer than the ${minutes} minutes allowed here.`,
      );
    }
    return { ...midi, title: null, artist: null, warnings: [] };
  }
}

async function inspectMidi(
  compute: Compute,
  path: string,
  { accountId, signal }: InspectionOptions,
): Promise<InspectedMidi | null> {
  const options = { signal, timeoutSeconds: midiSeconds, owner: accountId };
  try {
    return await compute.run('music.inspect-midi', { path }, options);
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
    if (error.failure === 'bad-input') throw new Problem('not_decodable', error.message);
    if (error.failure === 'timeout' || error.failure === 'memory') {
      throw new Problem('not_decodable', 'Reading the MIDI file takes more time or memory than is allowed.');
    }
    throw refusal(error);
  }
}
