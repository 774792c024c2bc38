/** The result objects of fingerprint check, lyric plagiarism and lyric transcription. */
import { z } from 'zod';

const share = z.number().min(0).max(1);

export const fingerprintResult = z
  .looseObject({
    is_duplicate: z.boolean(),
    matched_music_id: z.string().nullable(),
    matched_musicname: z.string().nullable(),
  })
  .meta({ id: 'FingerprintCheckResult' });

export const fingerprintScanResult = z
  .looseObject({
    duration_seconds: z.number().describe('Of the recording'),
    songs_found: z.int(),
    segments: z
      .array(
        z.looseObject({
          music_id: z.string(),
          musicname: z.string(),
          from_seconds: z.number().describe('Where the song begins to sound in the recording'),
          to_seconds: z.number(),
          song_from_seconds: z.number().describe('Where in the song that is'),
          song_to_seconds: z.number(),
          speed_factor: z.number().describe('Song seconds a second of the recording'),
          pitch_cents: z.int().describe('How far the recording lies above the song'),
          z: z.number().describe('Coincidences beyond chance, in standard deviations'),
          kinds: z.array(z.string()).describe('What was done to the song'),
        }),
      )
      .describe('In order of time; segments of different songs can overlap'),
  })
  .meta({ id: 'FingerprintScanResult' });

export const lyricResult = z
  .looseObject({
    max_similarity: share,
    total_songs_checked: z.int(),
    top_matches: z
      .array(
        z.looseObject({
          rank: z.int(),
          artist: z.string(),
          title: z.string(),
          year: z.string().describe('Empty where unknown'),
          combined_score: z.number(),
          paragraph_score: z.number(),
          sentence_score: z.number().describe('Similarity of the most similar pair of lines'),
          similar_parts: z
            .array(
              z.looseObject({
                query_sentence: z.string(),
                target_sentence: z.string(),
                similarity: z.number(),
              }),
            )
            .max(3),
        }),
      )
      .max(20),
  })
  .meta({ id: 'LyricPlagiarismResult' });

export const transcriptionResult = z
  .looseObject({
    lyrics: z.string().describe('Lines separated by a newline; empty where instrumental'),
    languages: z
      .array(z.looseObject({ code: z.string().describe('ISO 639-1, or `Inst`'), probability: share }))
      .max(3),
    is_instrumental: z.boolean(),
  })
  .meta({ id: 'LyricTranscriptionResult' });
