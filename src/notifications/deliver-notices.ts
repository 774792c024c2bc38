/**
 * Sends what is due, each delivery under a lease: a process that dies leaves it to another. At least once, and once
 * unless a process dies between sending and recording; e-mails then carry the same Message-ID.
 */
import { isWanted, notConfirmed } from '../domain/notice.js';
import { mailFailure } from './mail-failure.js';
import { emailText, webhookText } from './notice-text.js';
import type { ClaimedNotice, NoticeOutbox, NoticeOutcome, PostText, SendMail } from './ports.js';

/** Outlives the longest attempt. */
const noticeLeaseSeconds = 180;
const atATime = 8;
/** The waits after the first, second … attempt. After the last of them a delivery has failed. */
const retryDelaysSeconds: readonly number[] = [30, 300, 1800, 7200, 18_000, 36_000];
const noLongerWanted = 'It is not wanted any more.';
const noMailServer = 'No mail server is set.';

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

/** What is stored and shown of a failed attempt, and what the log alone gets. */
interface Failure {
  readonly error: string;
  readonly code?: string | undefined;
  readonly responseCode?: number | undefined;
  /** No later attempt would differ. */
  readonly isFinal?: boolean;
}

async function deliver(options: NoticeDelivererOptions, claimed: ClaimedNotice): Promise<void> {
  const failure = await attempt(options, claimed);
  if (failure !== null) {
    const { id, accountId, to } = claimed;
    const { error, code, responseCode } = failure;
    // Neither the address nor the URL: the one is personal, the other a secret.
    options.log.warn(
      { delivery_id: id, account_id: accountId, channel: to.channel, error, code, responseCode },
      'a notification was not delivered',
    );
  }
  await options.outbox.record(claimed, outcomeOf(failure, claimed.attempts));
}

/** Null where it was delivered. */
async function attempt(
  { sendMail, postText, baseUrl }: NoticeDelivererOptions,
  { id, notice, to }: ClaimedNotice,
): Promise<Failure | null> {
  // Wishes and address may have changed since the notice was made, and then there may be nothing left to say.
  if (to.channel === null) {
    return { error: to.reason === 'unconfirmed' ? notConfirmed : noLongerWanted, isFinal: true };
  }
  if (!isWanted(notice, to.wishes)) return { error: noLongerWanted, isFinal: true };
  if (to.channel === 'webhook') {
    const error = await postText(to.url, webhookText(notice, to.wishes, baseUrl));
    return error === null ? null : { error };
  }
  if (sendMail === null) return { error: noMailServer };
  const { subject, text } = emailText(notice, to.wishes, baseUrl, to.language);
  const mail = { to: to.address, subject, text, messageId: `<${id}@contrafact.invalid>` };
  return sendMail(mail).then(() => null, mailFailure);
}

function outcomeOf(failure: Failure | null, attempts: number): NoticeOutcome {
  if (failure === null) return { state: 'delivered' };
  const { error, isFinal } = failure;
  const waitSeconds = isFinal ? undefined : retryDelaysSeconds[attempts];
  return waitSeconds === undefined ? { state: 'failed', error } : { state: 'pending', waitSeconds, error };
}
