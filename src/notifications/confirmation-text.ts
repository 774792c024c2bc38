/** The message that asks whether an e-mail address is the member's. Of what the account chose it holds nothing. */
import { confirmationWords } from './confirmation-words.js';
import { filled } from './notice-words.js';

/** `link`: its token and when that expires. `baseUrl` null: nobody said where the dashboard is, and the text holds the token as a code. */
export function confirmationText(
  { token, expiresAt }: { readonly token: string; readonly expiresAt: Date },
  baseUrl: string | null,
  language: string | null,
): { readonly subject: string; readonly text: string } {
  const words = confirmationWords(language);
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  // Behind the #, where it is in no log of a proxy and goes to no other page.
  const way =
    baseUrl === null
      ? [words.enterCode, `  ${token}`]
      : [words.openLink, `  ${baseUrl}/confirm-email#${token}`];
  const asked = baseUrl === null ? words.asked : filled(words.askedAt, { instance: baseUrl });
  return {
    subject: `Contrafact: ${words.subject}`,
    text: [asked, '', ...way, '', filled(words.once, { until }), '', words.notYou, ''].join('\n'),
  };
}
