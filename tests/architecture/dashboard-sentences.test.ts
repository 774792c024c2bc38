/** Every sentence of the dashboard is in every catalogue, and no catalogue holds what nobody says. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from '../../dashboard/src/i18n/languages.js';
import { dashboardSentences } from '../../scripts/dashboard-sentences.js';
import { failureMessages } from '../../src/callbacks/failure-messages.js';
import { findings } from '../../src/domain/finding.js';
import { operationNames } from '../../src/domain/operations.js';
import { summariseVerdict } from '../../src/domain/verdict/verdict-summary.js';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'dashboard/src/i18n');
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const serverSentences = read(join(folder, 'server-sentences.json')) as string[];
const serverTemplates = read(join(folder, 'server-templates.json')) as string[];
const { used, bare } = dashboardSentences(root);
const catalogues = languages.map(
  ({ code }) => [code, read(join(folder, 'catalogs', `${code}.json`)) as Record<string, string>] as const,
);

/** As i18next looks a sentence up: one that counts has a form for each plural of the language. */
function keysOf(sentence: string, language: string): string[] {
  if (!/\{\{count\b/.test(sentence)) return [sentence];
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return pluralCategories.map((category) => `${sentence}_${category}`);
}

const places = (text: string): string[] => (text.match(/\{\{\w+|<\/?\w+>/g) ?? []).sort();

describe('the sentences of the dashboard', () => {
  it('are all given to the translation', () => {
    expect(bare).toEqual([]);
  });

  it.each(catalogues.filter(([code]) => code !== 'en'))(
    'are all in %s, and nothing else is',
    (code, catalogue) => {
      const wanted = [...used, ...serverSentences, ...serverTemplates].flatMap((sentence) =>
        keysOf(sentence, code),
      );
      expect(wanted.filter((key) => !catalogue[key]?.trim())).toEqual([]);
      expect(Object.keys(catalogue).filter((key) => !wanted.includes(key))).toEqual([]);
    },
  );

  it('have a singular in English where they count', () => {
    const [, english] = catalogues.find(([code]) => code === 'en')!;
    const wanted = used
      .filter((sentence) => /\{\{count\b/.test(sentence))
      .flatMap((one) => keysOf(one, 'en'));
    expect(Object.keys(english).sort()).toEqual([...wanted].sort());
  });

  it.each(catalogues)('keep their values and their markup in %s', (_code, catalogue) => {
    const broken = Object.entries(catalogue).filter(([key, translation]) => {
      const wanted = places(key.replace(/_(zero|one|two|few|many|other)$/, ''));
      // A singular may say "one" in words.
      const given = places(translation);
      return (
        wanted.filter((place) => place !== '{{count').join() !==
        given.filter((place) => place !== '{{count').join()
      );
    });
    expect(broken).toEqual([]);
  });
});

describe('the sentences of the server that the dashboard translates', () => {
  it('hold every verdict', () => {
    for (const operation of operationNames) {
      for (const finding of findings) {
        const task = { operation, status: 'success', result: { is_instrumental: true } } as const;
        for (const compared_with of ['dataset', 'text']) {
          const summary = summariseVerdict({ ...task, detail: { compared_with, verdict: { finding } } });
          const sentences = [summary!.label, summary!.sentence].filter((text) => !/\d/.test(text));
          expect(serverSentences).toEqual(expect.arrayContaining(sentences));
        }
      }
    }
  });

  it('hold what every failed callback says', () => {
    const missing = Object.values(failureMessages).filter((sentence) => !serverSentences.includes(sentence));
    expect(missing).toEqual([]);
  });

  it('are all said by the server', () => {
    const source = ['src', 'models']
      .flatMap((top) =>
        readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.ts$|manifest\.json$/.test(name) && !name.endsWith('.test.ts'))
          .map((name) => readFileSync(join(root, top, name), 'utf8')),
      )
      .join('\n');
    const unsaid = serverSentences.filter((sentence) => {
      const said = sentence.replace(/^Cannot tell: |\.$/g, '');
      return !source.includes(said) && !source.includes(said.replaceAll(' ', '-'));
    });
    expect(unsaid).toEqual([]);
    // Some of the templates are put together from parts: their words, one by one.
    const words = serverTemplates.flatMap(
      (template) => template.replace(/\{\{\w+\}\}/g, ' ').match(/\p{L}{4,}/gu) ?? [],
    );
    expect(words.filter((word) => !source.includes(word))).toEqual([]);
  });
});
