/** Settings of the mail server that notifications go out by. */
import { z } from 'zod';

export interface MailConfig {
  /** Holds a password: a secret. */
  readonly url: string;
  /** The sender: an address, or `NAME <ADDRESS>`. */
  readonly from: string;
}

export const smtpUrl = z.url({
  protocol: /^smtps?$/,
  error:
    'must be smtp://HOST:PORT or smtps://HOST:PORT, with USER:PASSWORD@ before the host where it asks for them',
});

export const mailSender = z
  .string()
  .regex(
    /^[^\r\n,<>]*(<[^\s@<>,]+@[^\s@<>,]+>|[^\s@<>,]+@[^\s@<>,]+)$/,
    'must be an address, or NAME <ADDRESS>',
  );

interface MailEnvironment {
  readonly CONTRAFACT_SMTP_URL?: string | undefined;
  readonly CONTRAFACT_SMTP_FROM?: string | undefined;
}

/** `hasFile`: the URL is given as a file, which may not be readable. */
export function mailProblems(env: MailEnvironment, hasFile: boolean): string[] {
  const hasServer = env.CONTRAFACT_SMTP_URL !== undefined || hasFile;
  if (hasServer === (env.CONTRAFACT_SMTP_FROM !== undefined)) return [];
  return [
    hasServer
      ? 'CONTRAFACT_SMTP_FROM: is needed by CONTRAFACT_SMTP_URL: the address that e-mails come from'
      : 'CONTRAFACT_SMTP_FROM: needs CONTRAFACT_SMTP_URL: the server that sends e-mails',
  ];
}

export function mailConfig(env: MailEnvironment): MailConfig | null {
  const { CONTRAFACT_SMTP_URL: url, CONTRAFACT_SMTP_FROM: from = '' } = env;
  return url === undefined ? null : { url, from };
}
