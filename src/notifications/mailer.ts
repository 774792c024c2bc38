/** E-mails through the server that the operator names. */
import { createTransport } from 'nodemailer';
import type { SendMail } from './ports.js';

/** Of single steps: a server that says a little now and then stays below all of them. */
const timeouts = {
  connectionTimeout: 20_000,
  greetingTimeout: 15_000,
  socketTimeout: 60_000,
  dnsTimeout: 10_000,
};

/** Of a whole e-mail: shorter than the lease of a delivery (180 s), so that no other process sends it meanwhile. */
const longestSendingMs = 150_000;

export interface Mailer {
  readonly send: SendMail;
  close(): void;
}

/**
 * `url`: smtp:// or smtps://, with user and password where the server asks for them; a secret, which errors never hold.
 * `from`: the sender, an address or `Name <address>`. After `longestMs` the server counts as not reachable.
 */
export function createMailer(url: string, from: string, longestMs: number = longestSendingMs): Mailer {
  const transport = createTransport({
    url,
    ...timeouts,
    // What a message names is never fetched nor read from the disk.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, messageId }) {
      const sending = transport.sendMail({
        // As an object: the address is not parsed as a list of addresses.
        to: { name: '', address: to },
        from,
        subject,
        text,
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      await within(sending, longestMs);
    },
    close: () => transport.close(),
  };
}

async function within(work: Promise<unknown>, longestMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error('sending took too long'), { code: 'ETIMEDOUT' }));
    }, longestMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
