import { z } from 'zod';
import { type UploadWarning, uploadWarningCodes } from '../../domain/upload-warnings.js';
import type { Music } from '../../storage/ports.js';
import { isoTime } from './common.js';

export const musicSchema = z
  .strictObject({
    musicId: z.string(),
    title: z.string(),
    artist: z.string(),
    filename: z.string(),
    format: z.string().describe('mp3, wav, flac, m4a, aac, ogg or midi'),
    duration_seconds: z.number(),
    sample_rate: z.int().describe('Hz; 0 for MIDI'),
    channels: z.int().describe('0 for MIDI'),
    bytes: z.int(),
    sha256: z.string(),
    created_at: isoTime,
  })
  .meta({ id: 'Music' });

/** The answer to an upload: the record, and what its sender should know of the file. */
export const uploadedMusicSchema = musicSchema
  .extend({
    warnings: z
      .array(z.strictObject({ code: z.enum(uploadWarningCodes), detail: z.string() }))
      .describe(
        '`cut_off`: the header promises more sound than could be decoded, or the file ends within it. `rest_not_read`: a WAV file goes on behind the sound that its header declares, or a chained Ogg file with a recording of another sample rate, channel count or codec. `silent`: no sample is louder than −90 dB of full scale. `tags_not_read`: more tags than music has. Empty where the file was known already.',
      ),
  })
  .meta({ id: 'UploadedMusic' });

export function uploadedMusicBody(
  music: Music,
  warnings: readonly UploadWarning[],
): z.output<typeof uploadedMusicSchema> {
  return { ...musicBody(music), warnings: warnings.map(({ code, detail }) => ({ code, detail })) };
}

export function musicBody(music: Music): z.output<typeof musicSchema> {
  return {
    musicId: music.id,
    title: music.title,
    artist: music.artist,
    filename: music.filename,
    format: music.format,
    duration_seconds: music.durationSeconds,
    sample_rate: music.sampleRateHz,
    channels: music.channels,
    bytes: music.bytes,
    sha256: music.sha256,
    created_at: music.createdAt.toISOString(),
  };
}
