/** What verdicts and failed analyses say is said in the language of the screen, also where no test makes an analysis say it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import { serverSentence } from '../../dashboard/src/i18n/server-sentence.js';
import { speakGerman } from './support/speak-german.js';

const root = resolve(import.meta.dirname, '../..');
/** Files that write reasons, limits and failures for people to read. */
const speaking =
  /(verdict|verdict-words|derived-verdict|kind|too-little-sound|too-short|from-recording|align-song|installed-models|compare)\.ts$/;
/** What is said to programs and operators, and what is put together of clauses: the test below has wholes of it. */
const exceptions = [
  /^The manifest names no/,
  /^Cannot tell: 7/,
  /^The (waveforms|fine structure|pitch is changed by|recording is played)/,
  /^(Spectral peaks|Few spectral peaks) coincide/,
];

/** The sentences that a file's strings hold, 7 in place of each value. */
function sentencesOf(path: string): string[] {
  const found: string[] = [];
  const textOf = (node: ts.Node): string | null => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
    if (ts.isTemplateExpression(node)) {
      return node.head.text + node.templateSpans.map(({ literal }) => `7${literal.text}`).join('');
    }
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return null;
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === null || right === null ? null : left + right;
  };
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text === null) ts.forEachChild(node, visit);
    else if (/^[A-Z].* .* .*\.$/.test(text)) found.push(text);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

const isTranslated = (sentence: string): boolean => serverSentence(sentence) !== sentence;

beforeAll(async () => {
  await speakGerman();
});

it('every sentence of a verdict and of a failed analysis is translated', () => {
  const files = ['src/analyses', 'src/domain/verdict'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => speaking.test(name))
      .map((name) => join(root, folder, name)),
  );
  const sentences = files
    .flatMap(sentencesOf)
    .filter((sentence) => !exceptions.some((exception) => exception.test(sentence)));
  expect(sentences.length).toBeGreaterThan(60);
  expect(sentences.filter((sentence) => !isTranslated(sentence))).toEqual([]);
});

it.each([
  'Spectral peaks coincide beyond chance: z = 60.0 where 18.5 is needed.',
  'Few spectral peaks coincide (z = 9.0 where 18.5 is needed without comparing the sound).',
  'The recording is played at another speed: × 1.050, and its pitch follows by 0.85 semitones.',
  'The pitch is changed by 3.00 semitones.',
  ...[
    'agree at one delay: ',
    'do not agree at one delay. Of the strongest: ',
    'agree at one delay, not surely. Of the strongest: ',
  ].map(
    (agreement) =>
      `The waveforms ${agreement}it stands out 5.1 times of all delays and 2.0 times of those just before it, 80 % of the seconds show it and 3 % agree at another one (log-odds 4.4, where 1.9 is needed).`,
  ),
  ...['is the song’s', 'is not the song’s', 'is not surely the song’s'].map(
    (whose) =>
      `The fine structure ${whose}: between the beginnings of notes its levels change with a correlation of 0.61, 0.20 more than 20 ms beside it and 8.0 times that of chance, in the lowest band of pitch 0.50; 90 % of the pieces of 2 s show it (log-odds 3.0, where 1.2 is needed).`,
  ),
  'there are evenly spaced lines, but held tones draw the same (held-tones: 0.5)',
])('no word and no number of it stays English: %s', (sentence) => {
  const spoken = serverSentence(sentence);
  expect(spoken).not.toMatch(/\b(the|and|its|is|where|draw|with)\b/);
  expect(spoken).not.toMatch(/\d\.\d/);
});

it('a whole sentence is not taken for a template with a value', () => {
  expect(serverSentence('No song found')).toBe('Kein Lied gefunden');
  expect(serverSentence('1 song found')).toBe('1 Lied gefunden');
});
