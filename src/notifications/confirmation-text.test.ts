/** Messages that ask for a confirmation speak the languages of the dashboard. */
import { expect, it } from 'vitest';
import { languages } from '../../dashboard/src/i18n/languages.js';
import { confirmationText } from './confirmation-text.js';

const link = { token: 'a-token', expiresAt: new Date('2026-01-02T03:04:05Z') };
const messages = languages.map(
  ({ code }) => [code, confirmationText(link, 'https://c.example', code)] as const,
);

it.each(messages)(
  'hold the link on a line of its own, its end and the instance, in %s',
  (_code, { text }) => {
    expect(text.split('\n')).toContain('  https://c.example/confirm-email#a-token');
    expect(text).toContain('2026-01-02 03:04 UTC');
    expect(text.split('\n')[0]).toContain('https://c.example');
    expect(text).not.toMatch(/\{\{|\}\}|undefined/);
  },
);

it('are another text in each language, and English where the language is unknown', () => {
  expect(new Set(messages.map(([, { text }]) => text)).size).toBe(languages.length);
  expect(new Set(messages.map(([, { subject }]) => subject)).size).toBe(languages.length);
  for (const unknown of [null, 'tlh', 'constructor']) {
    expect(confirmationText(link, 'https://c.example', unknown)).toEqual(messages[0]![1]);
  }
});
