/** The way out to customers' URLs: the guard, the challenge, the test callback and the deliverer. */
import { parseAllowList } from '../callbacks/addresses.js';
import { createDeliverer, type Deliverer, type DelivererOptions } from '../callbacks/deliverer.js';
import { createEgressGuard } from '../callbacks/egress-guard.js';
import { challengeUrl } from '../callbacks/exchange.js';
import type { Exchange } from '../callbacks/ports.js';
import { postText } from '../callbacks/post-text.js';
import { createPost } from '../callbacks/send.js';
import type { Verification } from '../callbacks/verify-url.js';
import { endpointStore, outboxStore } from '../storage/outbox.js';
import type { Instance } from './instance.js';

export interface Egress {
  /** Sends the challenge to `url` for the account, and reports what was sent and answered. Saves nothing. */
  verifyCallbackUrl(accountId: string, url: string): Promise<Verification & { exchange: Exchange }>;
  createDeliverer(onAttempt: DelivererOptions['onAttempt']): Deliverer;
  /** Posts `{text}` to a webhook that a customer named: null where it was taken, else why not. */
  postText(url: string, text: string): Promise<string | null>;
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
      return challengeUrl({ post, headerPrefix, log }, { accountId, url, secrets });
    },
    postText: (url, text) => postText(post, url, text),
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
