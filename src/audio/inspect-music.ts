/** What a file of unknown content is, sound or notes, learnt in a compute process: of uploads and of local files. */
import { type Compute, ComputeError } from '../domain/compute.js';
import {
  cutOff,
  laterLinkNotRead,
  restNotRead,
  silent,
  tagsNotRead,
  type UploadWarning,
} from '../domain/upload-warnings.js';
import { DecodeError } from './decode-error.js';
import { defaultDecodeLimits } from './limits.js';
import type { ProbeResult } from './probe.js';

/** The work that a file of notes may take: far more than the largest score needs. */
const midiSeconds = 30;
/** The decoder's own limit and the start of its processes: an uploader waits, so a task's quarter of an hour is too long. */
const probeSeconds = defaultDecodeLimits.timeoutSeconds + 30;

export interface InspectedMusic {
  /** mp3, wav, flac, m4a, aac, ogg or midi. */
  readonly format: string;
  readonly durationSeconds: number;
  /** 0 for notes, as `channels`. */
  readonly sampleRateHz: number;
  readonly channels: number;
  /** From the file's tags; null where there are none. */
  readonly title: string | null;
  readonly artist: string | null;
  readonly warnings: readonly UploadWarning[];
}

export interface InspectionOptions {
  readonly maxAudioSeconds: number;
  readonly signal: AbortSignal;
  /** Whose file it is, where the processes are shared by turns. */
  readonly owner?: string;
}

/**
 * Throws DecodeError `not_decodable` or `audio_too_long` where it is the file's fault, also where a process that was
 * alone with the file died of it; ComputeError `busy`, `aborted` and `internal` come through.
 */
export async function inspectMusic(
  compute: Compute,
  path: string,
  options: InspectionOptions,
): Promise<InspectedMusic> {
  try {
    return await inspectAudio(compute, path, options);
  } catch (error) {
    // Notes are asked last: nearly every file is sound, and the decoder knows at once what is not.
    if (!(error instanceof DecodeError) || error.code !== 'not_decodable') throw error;
    const midi = await inspectMidi(compute, path, options);
    if (!midi) throw error;
    return midi;
  }
}

async function inspectAudio(
  compute: Compute,
  path: string,
  { maxAudioSeconds, signal, owner }: InspectionOptions,
): Promise<InspectedMusic> {
  const input = { path, limits: { maxAudioSeconds } };
  const probed: ProbeResult = await compute
    .run('audio.probe', input, {
      signal,
      timeoutSeconds: probeSeconds,
      ...(owner !== undefined && { owner }),
    })
    .catch(refuse);
  const { format, durationSeconds, sampleRateHz, channels, title, artist } = probed;
  if (durationSeconds > maxAudioSeconds) throw tooLong('Audio', maxAudioSeconds);
  const warnings = [
    ...(probed.isTruncated ? [cutOff(durationSeconds, probed.promisedSeconds)] : []),
    ...(probed.isLaterLinkUnread ? [laterLinkNotRead(durationSeconds)] : []),
    ...(probed.roomSeconds ? [restNotRead(durationSeconds, probed.roomSeconds)] : []),
    ...(probed.isSilent ? [silent] : []),
    ...(probed.isOverTagBudget ? [tagsNotRead] : []),
  ];
  return { format, durationSeconds, sampleRateHz, channels, title, artist, warnings };
}

/** Null where the file holds no notes. */
async function inspectMidi(
  compute: Compute,
  path: string,
  { maxAudioSeconds, signal, owner }: InspectionOptions,
): Promise<InspectedMusic | null> {
  const midi = await compute
    .run(
      'music.inspect-midi',
      { path },
      { signal, timeoutSeconds: midiSeconds, ...(owner !== undefined && { owner }) },
    )
    .catch(refuse);
  if (midi === null) return null;
  if (midi.durationSeconds > maxAudioSeconds) throw tooLong('A MIDI file', maxAudioSeconds);
  const { isCutOff, ...shape } = midi;
  const warnings = isCutOff ? [cutOff(midi.durationSeconds, null)] : [];
  return { ...shape, title: null, artist: null, warnings };
}

function tooLong(what: string, maxAudioSeconds: number): DecodeError {
  return new DecodeError(
    'audio_too_long',
    `${what} may last at most ${Math.round(maxAudioSeconds / 60)} minutes here.`,
  );
}

/** An error that is not the file's stays what it is. */
function refuse(error: unknown): never {
  if (!(error instanceof ComputeError)) throw error;
  switch (error.failure) {
    case 'bad-input':
      throw error instanceof DecodeError ? error : new DecodeError('not_decodable', error.message);
    case 'timeout':
    case 'memory':
    case 'crashed':
      throw new DecodeError('not_decodable', 'Decoding the file takes more time or memory than is allowed.');
    default:
      throw error;
  }
}
