/** E-mails speak the languages of the dashboard, and lose no value by it. */
import { expect, it } from 'vitest';
import { languages } from '../../dashboard/src/i18n/languages.js';
import type { Notice } from '../domain/notice.js';
import { operationNames } from '../domain/operations.js';
import { verdictWords } from '../domain/verdict/verdict-words.js';
import { emailText } from './notice-text.js';
import { noticeWords } from './notice-words.js';

const notice = {
  id: 'n',
  sequence: 1,
  createdAt: new Date(0),
  batches: 14,
  found: 21,
  possible: 32,
  named: [
    {
      id: 'batch_1',
      name: 'Demos',
      files: 43,
      tasks: 54,
      found: 21,
      possible: 32,
      failed: 65,
      rejected: 76,
      waiting: 87,
    },
  ],
  results: [{ taskId: 'task_1', operation: 'ai-detection', finding: 'found', subject: 'A song' }],
} as unknown as Notice;
const wishes = { batches: true, findings: 'possible' } as const;
const texts = languages.map(
  ({ code }) => [code, emailText(notice, wishes, 'https://c.example', code)] as const,
);

it.each(texts)('holds every number and link, and no place left open, in %s', (_code, { subject, text }) => {
  for (const count of ['14', '21', '32']) expect(subject).toContain(count);
  for (const count of ['43', '54', '21', '32', '65', '76', '87', '13', '52']) expect(text).toContain(count);
  expect(subject + text).not.toMatch(/\{\{|\}\}|undefined|Demos|A song/);
  expect(text).toContain('https://c.example/app/tasks/task_1');
});

it('is another text in each language, with what was found in it', () => {
  expect(new Set(texts.map(([, { text }]) => text)).size).toBe(languages.length);
  for (const [code, { text }] of texts.filter(([language]) => language !== 'en')) {
    expect(text.replace(/https:\S+/g, '')).not.toMatch(/Likely AI|batch|notified|review/);
    expect(text).toContain(noticeWords(code).labels['Likely AI-generated']!);
  }
});

it('has a word of its own for whatever a search can find or suspect, in every language', () => {
  const searching = operationNames.filter((name) => !/-(add|transcription)$/.test(name));
  const labels = searching.flatMap((operation) =>
    (['found', 'possible'] as const).map((finding) => verdictWords(operation, finding, {}).label),
  );
  expect(labels.length).toBe(12);
  for (const { code } of languages.filter((language) => language.code !== 'en'))
    expect(Object.keys(noticeWords(code).labels)).toEqual(expect.arrayContaining(labels));
});

it('is English where no language, or an unknown one, is chosen', () => {
  for (const language of [null, 'tlh', 'constructor']) {
    expect(emailText(notice, wishes, null, language).subject).toBe(
      'Contrafact: 14 batches ended, 21 found, 32 possible',
    );
  }
});
