/** What a file is and what its tags say, learned in compute processes. */
import { type Compute, ComputeError } from '../../analyses/analysis.js';
import { Problem } from '../../domain/problems.js';

export interface InspectedAudio {
  readonly format: string;
  readonly durationSeconds: number;
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly title: string | null;
  readonly artist: string | null;
}

type Probed = Pick<InspectedAudio, 'format' | 'durationSeconds' | 'sampleRateHz' | 'channels'>;
type Tags = Pick<InspectedAudio, 'title' | 'artist'>;

/** Throws the 422 `not_decodable` or `audio_too_long`. */
export async function inspectAudio(
  compute: Compute,
  path: string,
  maxAudioSeconds: number,
  signal: AbortSignal,
): Promise<InspectedAudio> {
  let probed: Probed;
  try {
    probed = await compute.run<Probed>('audio.probe', { path, limits: { maxAudioSeconds } }, { signal });
  } catch (error) {
    throw refusal(error);
  }
  if (probed.durationSeconds > maxAudioSeconds) throw tooLong(maxAudioSeconds);
  // Tags are a courtesy: audio that plays is not refused for them.
  const tags = await compute
    .run<Tags>('audio.tags', { path }, { signal })
    .catch((): Tags => ({ title: null, artist: null }));
  return { ...probed, title: tags.title, artist: tags.artist };
}

function tooLong(maxAudioSeconds: number): Problem {
  return new Problem(
    'audio_too_long',
    `Audio may last at most ${Math.round(maxAudioSeconds / 60)} minutes here.`,
  );
}

function refusal(error: unknown): unknown {
  if (!(error instanceof ComputeError)) return error;
  const code = (error as { code?: unknown }).code;
  switch (error.failure) {
    case 'bad-input':
      return new Problem(code === 'audio_too_long' ? 'audio_too_long' : 'not_decodable', error.message);
    case 'timeout':
    case 'memory':
    case 'crashed':
      // The decoder was alone with this file: what it died of is the file.
      return new Problem('not_decodable', 'Decoding the file takes more time or memory than is allowed.');
    default:
      return error;
  }
}
