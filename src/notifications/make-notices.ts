/** One round over all accounts that have something to say. */
import type { NoticeMaker } from './ports.js';

export interface NoticeRoundOptions {
  readonly maker: NoticeMaker;
  /** Whether e-mails can be sent. */
  readonly email: boolean;
  readonly log: { error(fields: object, message: string): void };
}

/** Returns how many notices were made. An account whose notice fails holds up no other: it waits for the next round. */
export async function makeNotices(
  { maker, email, log }: NoticeRoundOptions,
  signal: AbortSignal,
): Promise<number> {
  await maker.endBatches();
  const tried: string[] = [];
  let made = 0;
  while (!signal.aborted) {
    const due = await maker.dueAccounts(tried);
    if (due.length === 0) break;
    for (const accountId of due) {
      if (signal.aborted) return made;
      tried.push(accountId);
      try {
        if (await maker.make(accountId, { email })) made += 1;
      } catch (error) {
        log.error({ err: error, account_id: accountId }, 'the notice of an account was not made');
      }
    }
  }
  return made;
}
