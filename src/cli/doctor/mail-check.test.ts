import { expect, it } from 'vitest';
import { checkMail } from './mail-check.js';

it('names the mail server without user and password, and says what is missing where none is set', () => {
  const url = 'smtps://someone:secret@mail.example.com:465';
  const check = checkMail({ mail: { url, from: 'a@example.com' } });
  expect(check).toMatchObject({ status: 'ok', detail: 'smtps://mail.example.com:465, from a@example.com' });
  expect(checkMail({ mail: null })).toMatchObject({
    status: 'absent',
    disables: ['notifications by e-mail'],
    remedy: 'Set CONTRAFACT_SMTP_URL and CONTRAFACT_SMTP_FROM.',
  });
});
