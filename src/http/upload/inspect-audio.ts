/** What a file is, with its title and artist, learned in a compute process. */
import { type Compute, ComputeError } from '../../domain/compute.js';
import { Problem } from '../../domain/problems.js';
import { cutOff, tagsNotRead, type UploadWarning } from '../../domain/upload-warnings.js';

export interface InspectedAudio {
  readonly format: string;
  readonly durationSeconds: number;
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly title: string | null;
  readonly artist: string | null;
  readonly warnings: readonly UploadWarning[];
}

interface Probed extends Omit<InspectedAudio, 'warnings'> {
  readonly isOverTagBudget: boolean;
  readonly isTruncated: boolean;
  readonly promisedSeconds: number | null;
}

/** Whose file it is: the processes are shared by turns. */
export interface InspectionOptions {
  readonly accountId: string;
  readonly signal: AbortSignal;
}

/** Throws the 422 `not_decodable` or `audio_too_long`, the 429 `too_many_uploads`. */
export async function inspectAudio(
  compute: Compute,
  path: string,
  maxAudioSeconds: number,
  { accountId, signal }: InspectionOptions,
): Promise<InspectedAudio> {
  let probed: Probed;
  try {
    const input = { path, limits: { maxAudioSeconds } };
    probed = await compute.run('audio.probe', input, { signal, owner: accountId });
  } catch (error) {
    throw refusal(error);
  }
  const { format, durationSeconds, sampleRateHz, channels, title, artist } = probed;
  if (durationSeconds > maxAudioSeconds) throw tooLong(maxAudioSeconds);
  const warnings = [
    ...(probed.isTruncated ? [cutOff(durationSeconds, probed.promisedSeconds)] : []),
    ...(probed.isOverTagBudget ? [tagsNotRead] : []),
  ];
  return { format, durationSeconds, sampleRateHz, channels, title, artist, warnings };
}

function tooLong(maxAudioSeconds: number): Problem {
  return new Problem(
    'audio_too_long',
    `Audio may last at most ${Math.round(maxAudioSeconds / 60)} minutes here.`,
  );
}

/** What the sender is answered; an error that is not the file's stays what it is. */
export function refusal(error: unknown): unknown {
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
    case 'busy':
      return new Problem('too_many_uploads', 'Too many files of this account wait to be inspected.', {
        headers: { 'retry-after': '10' },
      });
    default:
      return error;
  }
}
