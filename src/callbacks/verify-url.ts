/** Proves that a callback URL belongs to someone who wants it, by a challenge. */
import { randomBytes } from 'node:crypto';
import { newId } from '../domain/ids.js';
import { failureMessages } from './failure-messages.js';
import type { Post, PostAnswer, SendFailure, SigningSecret } from './ports.js';
import { signatureHeaders } from './sign.js';

export const requestTimeoutMs = 15_000;
export const maxAnswerBytes = 65_536;

/** The rule that an answer to the challenge broke. */
export type VerificationRule =
  | Exclude<SendFailure, 'bad_status'>
  | 'status_not_200'
  | 'content_type_not_json'
  | 'body_too_large'
  | 'body_not_json'
  | 'challenge_missing'
  | 'challenge_mismatch';

export type Verification =
  | { readonly verified: true }
  | { readonly verified: false; readonly rule: VerificationRule; readonly reason: string };

export interface ChallengeOptions {
  readonly post: Post;
  readonly url: string;
  /** The account's secrets: the challenge carries the Standard Webhooks headers, for receivers that check them. */
  readonly secrets: readonly SigningSecret[];
  readonly headerPrefix: string;
  readonly now: Date;
  readonly timeoutMs?: number;
}

/** Sends `{challenge, type: "url_verification"}` and judges the answer: 200, JSON, the same challenge. Never rejects. */
export async function verifyUrl(options: ChallengeOptions): Promise<Verification> {
  const challenge = randomBytes(24).toString('base64url');
  const body = JSON.stringify({ challenge, type: 'url_verification' });
  const answer = await postChallenge(options, body);
  const rule = brokenRule(answer, challenge);
  if (rule === null) return { verified: true };
  if (answer.isInternal) {
    return { verified: false, rule: 'internal_receiver', reason: explain('internal_receiver', null) };
  }
  return { verified: false, rule, reason: explain(rule, answer.status) };
}

function postChallenge(options: ChallengeOptions, body: string): Promise<PostAnswer> {
  const { secrets, now, headerPrefix, url } = options;
  const signed = { messageId: newId('msg'), taskId: null, body, secrets, now, headerPrefix };
  return options.post({
    url,
    // A challenge proves the receiver, not the sender: before an account has a secret it goes unsigned.
    headers: secrets.length === 0 ? {} : signatureHeaders(signed),
    body,
    timeoutMs: options.timeoutMs ?? requestTimeoutMs,
    maxAnswerBytes,
  });
}

function brokenRule(answer: PostAnswer, challenge: string): VerificationRule | null {
  if (answer.failure !== null && answer.failure !== 'bad_status') return answer.failure;
  if (answer.status !== 200) return 'status_not_200';
  const mediaType = answer.contentType.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') return 'content_type_not_json';
  if (answer.cut === 'too_large') return 'body_too_large';
  if (answer.cut !== 'no') return answer.cut === 'timeout' ? 'timeout' : 'connection_failed';
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch {
    return 'body_not_json';
  }
  if (typeof body !== 'object' || body === null || !('challenge' in body)) return 'challenge_missing';
  return body.challenge === challenge ? null : 'challenge_mismatch';
}

function explain(rule: VerificationRule, status: number | null): string {
  switch (rule) {
    case 'status_not_200':
      return `The receiver answered with status ${status}; the challenge must be answered with 200.`;
    case 'internal_receiver':
      return `${failureMessages.internal_receiver} The challenge must be answered with status 200, Content-Type application/json and {"challenge": "<the value received>"}.`;
    case 'content_type_not_json':
      return 'The answer to the challenge must have the Content-Type application/json.';
    case 'body_too_large':
      return 'The answer to the challenge is longer than 64 KiB; answer {"challenge": "<the value received>"}.';
    case 'body_not_json':
      return 'The answer to the challenge is not JSON; answer {"challenge": "<the value received>"}.';
    case 'challenge_missing':
      return 'The answer holds no "challenge" field; answer {"challenge": "<the value received>"}.';
    case 'challenge_mismatch':
      return 'The answer\'s "challenge" is not the value that was sent; send back the one of this very request.';
    default:
      return failureMessages[rule];
  }
}
