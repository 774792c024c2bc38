/** Whether notifications can go out by e-mail. Of the URL, which holds a password, only the server is printed. */
import type { Config } from '../../config.js';
import type { Check } from './check.js';

export function checkMail({ mail }: Pick<Config, 'mail'>): Check {
  const name = 'mail server';
  if (mail !== null) {
    const { protocol, host } = new URL(mail.url);
    return { name, status: 'ok', detail: `${protocol}//${host}, from ${mail.from}` };
  }
  return {
    name,
    status: 'absent',
    detail: 'none is set',
    disables: ['notifications by e-mail'],
    remedy: 'Set CONTRAFACT_SMTP_URL and CONTRAFACT_SMTP_FROM.',
  };
}
