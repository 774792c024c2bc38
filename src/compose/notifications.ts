/** Notifications of this process: ends batches, makes notices, and sends them. */

import { dashboardUrl } from '../notifications/dashboard-url.js';
import { deliverNotices } from '../notifications/deliver-notices.js';
import { makeNotices } from '../notifications/make-notices.js';
import type { PostText } from '../notifications/ports.js';
import { sendConfirmations } from '../notifications/send-confirmations.js';
import { confirmationOutbox } from '../storage/notifications/confirmation-outbox.js';
import { noticeMaker } from '../storage/notifications/notice-maker.js';
import { noticeOutbox } from '../storage/notifications/notice-outbox.js';
import { createAbortableLoop } from '../tasks/loop.js';
import type { Instance } from './instance.js';

const makeEverySeconds = 3;
/** What waits for its turn to be tried again; a new notice does not wait. */
const sendEverySeconds = 5;

export interface Notifier {
  start(): void;
  stop(): Promise<void>;
}

export async function composeNotifier(
  { db, config, log }: Pick<Instance, 'db' | 'config' | 'log'>,
  postText: PostText,
): Promise<Notifier> {
  const { mail } = config;
  // Loaded where e-mails are sent: most instances send none.
  const mailer =
    mail === null ? null : (await import('../notifications/mailer.js')).createMailer(mail.url, mail.from);
  const maker = noticeMaker(db, config.notificationIntervalSeconds);
  const options = {
    outbox: noticeOutbox(db),
    sendMail: mailer === null ? null : mailer.send,
    postText,
    baseUrl: dashboardUrl(config),
    log,
  };
  const send = async (signal: AbortSignal): Promise<void> => {
    if (mailer) {
      const outbox = confirmationOutbox(db);
      await sendConfirmations({ ...options, outbox, sendMail: mailer.send }, signal);
    }
    await deliverNotices(options, signal);
  };
  const sending = createAbortableLoop('notification deliveries', sendEverySeconds, send, log);
  const make = async (signal: AbortSignal): Promise<void> => {
    const made = await makeNotices({ maker, email: mailer !== null, log }, signal);
    if (made > 0) sending.wake();
  };
  const making = createAbortableLoop('notifications', makeEverySeconds, make, log);
  return {
    start() {
      making.start();
      sending.start();
    },
    async stop() {
      await Promise.all([making.stop(), sending.stop()]);
      mailer?.close();
    },
  };
}
