/** Posts a short text to a webhook that a customer named, as chat services take it. */
import { failureMessages } from './failure-messages.js';
import type { Post } from './ports.js';
import { maxAnswerBytes, requestTimeoutMs } from './verify-url.js';

/** Sends `{text}`. Null where it was taken, else why not, in words for the customer. */
export async function postText(post: Post, url: string, text: string): Promise<string | null> {
  const body = JSON.stringify({ text });
  const { failure } = await post({ url, headers: {}, body, timeoutMs: requestTimeoutMs, maxAnswerBytes });
  return failure === null ? null : failureMessages[failure];
}
