/**
 * An operator's transcription endpoint with OpenAI's interface (`POST /v1/audio/transcriptions`), reached through the
 * egress guard: one segment a request, few repeats, nothing followed, and the key in no message and no log.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  RemoteRecogniser,
  RemoteRequest,
  RemoteTranscript,
} from '../analyses/lyric-transcription/ports.js';
import type { PostAnswer, PostBytes } from '../callbacks/ports.js';
import { AnalysisError } from '../domain/analysis-error.js';
import { readTranscriptionAnswer } from './transcription-answer.js';

export interface TranscriptionEndpointOptions {
  /** Base of the interface, with or without `/v1` or the whole path. */
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | null;
  /** One request, from the name look-up to the last byte. */
  readonly timeoutSeconds: number;
  readonly post: PostBytes;
  /** Sleeping between attempts; tests pass one that does not. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

const attempts = 3;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
const maxAnswerBytes = 2_000_000;
const path = '/v1/audio/transcriptions';

export function createTranscriptionEndpoint(options: TranscriptionEndpointOptions): RemoteRecogniser {
  const { model, post, timeoutSeconds, apiKey } = options;
  const url = transcriptionUrl(options.url);
  const pause = options.pause ?? ((ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }));

  async function transcribe({ wav, language, signal }: RemoteRequest): Promise<RemoteTranscript> {
    const boundary = `contrafact-${randomUUID()}`;
    const fields = {
      model,
      response_format: 'verbose_json',
      temperature: '0',
      ...(language && { language }),
    };
    const body = formBody(boundary, fields, wav);
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const answer = await post({
        url,
        headers: {
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'user-agent': 'Contrafact-Transcription/1.0',
          accept: 'application/json',
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body,
        timeoutMs: timeoutSeconds * 1000,
        maxAnswerBytes,
        signal,
      });
      signal.throwIfAborted();
      if (answer.status !== null && answer.failure === null) return read(answer);
      if (!mayPass(answer) || attempt === attempts) throw refusal(describe(answer, timeoutSeconds));
      const asked = answer.retryAfterSeconds === null ? 0 : answer.retryAfterSeconds * 1000;
      await pause(Math.min(longestPauseMs, Math.max(asked, firstPauseMs * 2 ** (attempt - 1))), signal);
    }
  }
  return { model, transcribe };
}

/** The address that is posted to. */
export function transcriptionUrl(base: string): string {
  const url = new URL(base);
  const given = url.pathname.replace(/\/+$/, '');
  if (given.endsWith('/audio/transcriptions')) url.pathname = given;
  else url.pathname = given.endsWith('/v1') ? `${given}${path.slice(3)}` : `${given}${path}`;
  return url.href;
}

/** multipart/form-data (RFC 7578): text fields, then the file. */
function formBody(boundary: string, fields: Readonly<Record<string, string>>, wav: Uint8Array): Uint8Array {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="segment.wav"\r\n` +
    'content-type: audio/wav\r\n\r\n';
  return Buffer.concat([Buffer.from(parts.join('') + file), wav, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

function read(answer: PostAnswer): RemoteTranscript {
  if (answer.cut === 'too_large') throw refusal(`answered with more than ${maxAnswerBytes / 1e6} MB`);
  if (answer.cut !== 'no') throw refusal('broke off its answer');
  try {
    return readTranscriptionAnswer(answer.text);
  } catch (error) {
    throw refusal(`gave an answer that cannot be used: ${(error as Error).message}`);
  }
}

/** Whether the same request may succeed a moment later. */
function mayPass({ status, failure }: PostAnswer): boolean {
  if (status === null)
    return failure === 'timeout' || failure === 'connection_failed' || failure === 'dns_failure';
  return status === 408 || status === 429 || status >= 500;
}

function describe({ status, failure }: PostAnswer, timeoutSeconds: number): string {
  if (status === 401 || status === 403) {
    return `refuses its key (HTTP ${status}); the operator sets it in CONTRAFACT_TRANSCRIBE_API_KEY`;
  }
  if (status === 404)
    return 'has no such route or model (HTTP 404); the operator checks CONTRAFACT_TRANSCRIBE_URL';
  if (status === 413) return 'takes no segments of this size (HTTP 413)';
  if (failure === 'redirect') return `answers with a redirect (HTTP ${status}), which is not followed`;
  if (status !== null) return `answered HTTP ${status}`;
  if (failure === 'timeout') return `gave no answer within ${timeoutSeconds} seconds`;
  if (failure === 'not_https' || failure === 'blocked_address' || failure === 'dns_failure') {
    return (
      `may not be reached (${failure}); private addresses and plain http need the operator's ` +
      'CONTRAFACT_TRANSCRIBE_ALLOW'
    );
  }
  return `cannot be reached (${failure ?? 'no answer'})`;
}

/** Customers read this: what happened, and who can do something about it. */
function refusal(what: string): AnalysisError {
  return new AnalysisError(`The song has vocals, and this instance's transcription endpoint ${what}.`);
}
