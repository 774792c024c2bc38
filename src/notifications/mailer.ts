/** E-mails through the server that the operator names. */
import { createTransport } from 'nodemailer';
import type { SendMail } from './ports.js';

/** Together shorter than the lease of a delivery. */
const timeouts = {
  connectionTimeout: 20_000,
  greetingTimeout: 15_000,
  socketTimeout: 60_000,
  dnsTimeout: 10_000,
};

export interface Mailer {
  readonly send: SendMail;
  close(): void;
}

/**
 * `url`: smtp:// or smtps://, with user and password where the server asks for them; a secret, which errors never hold.
 * `from`: the sender, an address or `Name <address>`.
 */
export function createMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    ...timeouts,
    // What a message names is never fetched nor read from the disk.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, messageId }) {
      await transport.sendMail({
        // As an object: the address is not parsed as a list of addresses.
        to: { name: '', address: to },
        from,
        subject,
        text,
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}
