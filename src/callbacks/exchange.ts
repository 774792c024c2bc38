/** A challenge with the record of what was sent and answered. */

import type { DeliveryLog, Exchange, Post, PostAnswer, SigningSecret } from './ports.js';
import { answerSnippet } from './send.js';
import { type Verification, verifyUrl } from './verify-url.js';

export interface ExchangeParts {
  readonly post: Post;
  readonly headerPrefix: string;
  readonly log: Pick<DeliveryLog, 'info'>;
}

/** Sends the challenge to `url` for the account, and reports what was sent and answered. Saves nothing. */
export async function challengeUrl(
  { post, headerPrefix, log }: ExchangeParts,
  { accountId, url, secrets }: { accountId: string; url: string; secrets: readonly SigningSecret[] },
): Promise<Verification & { exchange: Exchange }> {
  let exchange: Exchange = {
    request: { method: 'POST', url, headers: {}, body: '' },
    answer: null,
    is_internal: false,
  };
  const recorded: Post = async (request) => {
    const answer = await post(request);
    const { headers, body } = request;
    exchange = {
      request: { method: 'POST', url, headers, body },
      answer: shownAnswer(answer),
      is_internal: answer.isInternal,
    };
    if (answer.isInternal) {
      const { status, contentType, failure } = answer;
      log.info({ accountId, status, contentType, failure }, 'challenge to an internal receiver');
    }
    return answer;
  };
  const verdict = await verifyUrl({ post: recorded, url, secrets, headerPrefix, now: new Date() });
  return { ...verdict, exchange };
}

/** Null where no answer came, or where it is the operator's alone to see. */
function shownAnswer(answer: PostAnswer): Exchange['answer'] {
  if (answer.status === null || answer.isInternal) return null;
  return {
    status: answer.status,
    content_type: answer.contentType,
    body: answerSnippet(answer.text),
    duration_ms: Math.round(answer.durationMs),
  };
}
