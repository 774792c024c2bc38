import { z } from 'zod';
import type { Music } from '../ports.js';
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
