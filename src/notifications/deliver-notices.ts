/**
 * Sends what is due, each delivery under a lease: a process that dies leaves it to another. At least once, and once
 * unless a process dies between sending and recording; e-mails then carry the same Message-ID.
 */
import { noticeText, slackText } from './notice-text.js';
import type { ClaimedNotice, NoticeOutbox, NoticeOutcome, PostText, SendMail } from './ports.js';

/** Outlives the longest attempt. */
export const noticeLeaseSeconds = 180;
const atATime = 8;
/** The waits after the first, second … attempt. After the last of them a delivery has failed. */
const retryDelaysSeconds: readonly number[] = [30, 300, 1800, 7200, 18_000, 36_000];
const longestError = 300;

export interface NoticeDelivererOptions {
  readonly outbox: NoticeOutbox;
  /** Null where the operator names no mail server. */
  readonly sendMail: SendMail | null;
  readonly postText: PostText;
  /** Where people reach the dashboard; null: unknown. */
  readonly baseUrl: string | null;
  readonly log: { warn(fields: object, message: string): void };
}

/** Sends until nothing is due any more, or `signal` aborts; returns how many attempts there were. */
export async function deliverNotices(options: NoticeDelivererOptions, signal: AbortSignal): Promise<number> {
  let attempts = 0;
  while (!signal.aborted) {
    const claimed = await options.outbox.claim(atATime, noticeLeaseSeconds);
    if (claimed.length === 0) break;
    await Promise.all(claimed.map((one) => deliver(options, one)));
    attempts += claimed.length;
  }
  return attempts;
}

async function deliver(options: NoticeDelivererOptions, claimed: ClaimedNotice): Promise<void> {
  const outcome = await attempt(options, claimed);
  if (outcome.state !== 'delivered') {
    const { id, accountId, to } = claimed;
    // Neither the address nor the URL: the one is personal, the other a secret.
    options.log.warn(
      { delivery_id: id, account_id: accountId, channel: to?.channel, error: outcome.error },
      'a notification was not delivered',
    );
  }
  await options.outbox.record(claimed, outcome);
}

async function attempt(
  { sendMail, postText, baseUrl }: NoticeDelivererOptions,
  { id, notice, to, attempts }: ClaimedNotice,
): Promise<NoticeOutcome> {
  if (to === null) return { state: 'failed', error: 'It is not wanted any more.' };
  const text = noticeText(notice, to.wishes, baseUrl);
  let error: string | null;
  if (to.channel === 'webhook') error = await postText(to.url, slackText(text));
  else if (sendMail === null) error = 'No mail server is set.';
  else {
    error = await sendMail({
      to: to.address,
      subject: `Contrafact: ${text.subject}`,
      text: text.text,
      messageId: `<${id}@contrafact.invalid>`,
    }).then(
      () => null,
      (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
    );
  }
  if (error === null) return { state: 'delivered' };
  const short = error.slice(0, longestError);
  const waitSeconds = retryDelaysSeconds[attempts];
  return waitSeconds === undefined
    ? { state: 'failed', error: short }
    : { state: 'pending', waitSeconds, error: short };
}
