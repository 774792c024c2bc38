/** The way out to customers' URLs: the guard, the challenge, the test callback and the deliverer. */
import { parseAllowList } from '../callbacks/addresses.js';
import { createDeliverer, type Deliverer, type DelivererOptions } from '../callbacks/deliverer.js';
import { createEgressGuard } from '../callbacks/egress-guard.js';
import type { Post } from '../callbacks/ports.js';
import { answerSnippet, createPost } from '../callbacks/send.js';
import { type Verification, verifyUrl } from '../callbacks/verify-url.js';
import { endpointStore, outboxStore } from '../storage/outbox.js';
import type { Instance } from './instance.js';

export interface Egress {
  /** Sends the challenge to `url` for the account, and reports what was sent and answered. Saves nothing. */
  verifyCallbackUrl(accountId: string, url: string): Promise<Verification & { exchange: Exchange }>;
  createDeliverer(onAttempt: DelivererOptions['onAttempt']): Deliverer;
}

/** What the receiver's owner may see. Null where no answer came, or where it is not theirs to see. */
export interface Exchange {
  readonly request: { method: 'POST'; url: string; headers: Readonly<Record<string, string>>; body: string };
  readonly answer: { status: number; content_type: string; body: string; duration_ms: number } | null;
  /** The receiver is in a network that the operator allows: what it answered is not shown. */
  readonly is_internal: boolean;
}

export function createEgress({ config, db, log, callbackSettings }: Instance): Egress {
  const guard = createEgressGuard({
    allow: parseAllowList(config.egressAllow.join(',')),
    allowHttp: config.callbackHttp,
  });
  const post = createPost(guard, {
    // For the operator's log alone: a customer does not learn what was there.
    onFailure: (host, error) => log.info({ host, err: error }, 'a callback request did not get through'),
  });
  const headerPrefix = config.signaturePrefix;
  return {
    async verifyCallbackUrl(accountId, url) {
      const settings = await callbackSettings.get(accountId);
      const secrets = (settings?.secrets ?? []).map(({ secret, expiresAt }) => ({
        value: secret,
        expiresAt,
      }));
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
          answer:
            answer.status === null || answer.isInternal
              ? null
              : {
                  status: answer.status,
                  content_type: answer.contentType,
                  body: answerSnippet(answer.text),
                  duration_ms: Math.round(answer.durationMs),
                },
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
    },
    createDeliverer: (onAttempt) =>
      createDeliverer({
        outbox: outboxStore(db),
        endpoints: endpointStore(db),
        post,
        log,
        headerPrefix,
        onAttempt,
      }),
  };
}
