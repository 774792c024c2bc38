/** Bodies of callbacks, by operation: documentation only, published as OpenAPI webhooks. */
import { z } from 'zod';
import type { OperationName } from '../../domain/operations.js';
import { aiDetectionResult } from './ai-detection-result.js';
import { isoTime } from './common.js';
import { plagiarismResult } from './plagiarism-result.js';
import { fingerprintResult, fingerprintScanResult, lyricResult, transcriptionResult } from './results.js';

const taskId = z.string().describe('`task_<14 digits>_<8 characters>`');
const failed = { status: z.literal('failure'), completed_at: isoTime, error: z.string() };

const addName = z.literal('add_audio_in_index');
const checkName = z.literal('check_is_same');
const scanName = z.literal('scan_recording');
const lyricName = z.literal('lyric_plagiarism_checking');
const transcriptionName = z
  .enum(['lyric-transcription', 'lyric_transcription'])
  .describe('With an underscore where the request carried the file itself');
const comparisonName = z.literal('music_comparison');
const plagiarismType = z.literal('plagiarism_detection');
const model = z.enum(['lite', 'standard', 'pro', 'pro-v2']);

/** Summary and body of each callback, by the name of the webhook. */
export const callbackSchemas: Readonly<
  Record<OperationName | 'url-verification', { summary: string; body: z.ZodType }>
> = {
  'fingerprint-add': {
    summary: 'A fingerprint was registered, or could not be',
    body: z.union([
      z.strictObject({
        task_id: taskId,
        task_name: addName,
        status: z.literal('success'),
        completed_at: isoTime,
      }),
      z.strictObject({ task_id: taskId, task_name: addName, ...failed }),
    ]),
  },
  'fingerprint-check': {
    summary: 'A fingerprint was checked',
    body: z.union([
      z.strictObject({
        task_id: taskId,
        task_name: checkName,
        status: z.literal('success'),
        completed_at: isoTime,
        result: fingerprintResult,
      }),
      z.strictObject({ task_id: taskId, task_name: checkName, ...failed }),
    ]),
  },
  'fingerprint-scan': {
    summary: 'A recording was searched for indexed songs: once when it starts, once when it ends',
    body: z.union([
      z.strictObject({
        task_id: taskId,
        task_name: scanName,
        status: z.literal('processing'),
        started_at: isoTime,
        result: z.null(),
      }),
      z.strictObject({
        task_id: taskId,
        task_name: scanName,
        status: z.literal('success'),
        completed_at: isoTime,
        result: fingerprintScanResult,
      }),
      z.strictObject({ task_id: taskId, task_name: scanName, ...failed, result: z.null() }),
    ]),
  },
  'lyric-plagiarism': {
    summary: 'Lyrics were compared with the song database',
    body: z.union([
      z.strictObject({
        task_id: taskId,
        task_name: lyricName,
        status: z.literal('completed'),
        completed_at: isoTime,
        result: lyricResult,
      }),
      z.strictObject({ task_id: taskId, task_name: lyricName, ...failed }),
    ]),
  },
  plagiarism: {
    summary: 'Music plagiarism detection: once when it starts, once when it ends',
    body: z.union([
      z.strictObject({
        task_id: taskId,
        task_type: plagiarismType,
        status: z.literal('processing'),
        started_at: isoTime,
        result: z.null(),
      }),
      z.strictObject({
        task_id: taskId,
        task_type: plagiarismType,
        status: z.literal('success'),
        completed_at: isoTime,
        result: plagiarismResult,
      }),
      z.strictObject({ task_id: taskId, task_type: plagiarismType, result: z.null(), ...failed }),
    ]),
  },
  compare: {
    summary: 'Two songs were compared',
    body: z.union([
      z.strictObject({
        task_id: taskId,
        task_name: comparisonName,
        status: z.literal('success'),
        completed_at: isoTime,
        result: plagiarismResult,
      }),
      z.strictObject({ task_id: taskId, task_name: comparisonName, result: z.null(), ...failed }),
    ]),
  },
  'lyric-transcription': {
    summary: 'Lyrics were transcribed, or the track is instrumental',
    body: z.union([
      z.strictObject({
        task_id: taskId,
        task_name: transcriptionName,
        status: z.literal('success'),
        completed_at: isoTime,
        result_json: transcriptionResult,
      }),
      z.strictObject({
        task_id: taskId,
        task_name: transcriptionName,
        result_json: z.strictObject({}),
        ...failed,
      }),
    ]),
  },
  'ai-detection': {
    summary: 'AI detection: once when it starts, once when it ends',
    body: z.union([
      z.strictObject({
        task_id: taskId,
        status: z.literal('processing'),
        model_type: model,
        result: z.null(),
      }),
      z.strictObject({
        task_id: taskId,
        status: z.literal('success'),
        model_type: model,
        completed_at: isoTime,
        result: aiDetectionResult,
      }),
      z.strictObject({ task_id: taskId, model_type: model, result: z.null(), ...failed }),
    ]),
  },
  'url-verification': {
    summary:
      'Sent when a callback URL is registered; answer 200, application/json, `{challenge}` with the same value',
    body: z.strictObject({ challenge: z.string(), type: z.literal('url_verification') }),
  },
};
