/** Sends the messages that ask for a confirmation, each under a lease. */
import { confirmationText } from './confirmation-text.js';
import { mailFailure } from './mail-failure.js';
import type { ClaimedConfirmation, ConfirmationOutbox, ConfirmationOutcome, SendMail } from './ports.js';

/** Outlives the longest attempt. */
const leaseSeconds = 180;
const atATime = 8;
/** The waits after the first, second … attempt: few, as each may have arrived although it seemed to fail. */
const retryDelaysSeconds: readonly number[] = [60, 600];
const noLongerWanted = 'It is not wanted any more.';
const interrupted = 'It is not known whether it arrived: sending was interrupted each time.';

export interface ConfirmationSenderOptions {
  readonly outbox: ConfirmationOutbox;
  readonly sendMail: SendMail;
  /** Where people reach the dashboard; null: unknown, and the message holds a code instead of a link. */
  readonly baseUrl: string | null;
  readonly log: { warn(fields: object, message: string): void };
}

/** Sends until nothing is due any more, or `signal` aborts; returns how many attempts there were. */
export async function sendConfirmations(
  options: ConfirmationSenderOptions,
  signal: AbortSignal,
): Promise<number> {
  let attempts = 0;
  while (!signal.aborted) {
    const claimed = await options.outbox.claim(atATime, leaseSeconds);
    if (claimed.length === 0) break;
    await Promise.all(claimed.map((one) => send(options, one)));
    attempts += claimed.length;
  }
  return attempts;
}

async function send(options: ConfirmationSenderOptions, claimed: ClaimedConfirmation): Promise<void> {
  const { outbox, sendMail, baseUrl, log } = options;
  if (!claimed.isWanted) {
    // Never begun: nothing is to be said of it, and the address is asked as if for the first time when it is chosen again.
    if (claimed.attempts === 0) await outbox.drop(claimed);
    else await outbox.record(claimed, { state: 'failed', error: noLongerWanted });
    return;
  }
  // Of processes that died between sending and recording, which would otherwise send for ever.
  if (claimed.attempts > retryDelaysSeconds.length) {
    await outbox.record(claimed, { state: 'failed', error: interrupted });
    return;
  }
  const link = await outbox.issueLink(claimed);
  if (link === null) return;
  const { id, address: to, language } = claimed;
  const { subject, text } = confirmationText(link, baseUrl, language);
  const mail = { to, subject, text, messageId: `<${id}@contrafact.invalid>` };
  const failure = await sendMail(mail).then(() => null, mailFailure);
  if (failure !== null) {
    const { error, code, responseCode } = failure;
    // Not the address: it is personal.
    log.warn(
      { confirmation_id: id, account_id: claimed.accountId, error, code, responseCode },
      'a message that asks to confirm an address was not delivered',
    );
  }
  await outbox.record(claimed, outcomeOf(failure?.error ?? null, claimed.attempts));
}

function outcomeOf(error: string | null, attempts: number): ConfirmationOutcome {
  if (error === null) return { state: 'sent' };
  const waitSeconds = retryDelaysSeconds[attempts];
  return waitSeconds === undefined ? { state: 'failed', error } : { state: 'pending', waitSeconds, error };
}
