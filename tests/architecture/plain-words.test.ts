import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Private metaphors, and the field's terms that docs/glossary.md has instead. Ends are those of English inflection. */
const retired: Readonly<Record<string, RegExp>> = {
  'show, report, indicate, distinguish': /\b(tells?|told|telling)\b/i,
  'acquire, release': /\b(lends?|lent|lending|borrow\w*)\b/i,
  'return, release': /\b(giv(e|es|ing|en)|gave) (it |them )?back\b/i,
  'delete, purge, garbage collection, index maintenance':
    /\b(forgets?|forgot(ten)?|forgetting|tid(y|ying|ies|ied)|upkeep)\b/i,
  'service, entry point': /\b(desks?|doors?)\b/i,
  'chroma sequence': /(?<!\bof )\bcourses?\b/i,
  'similarity, similar': /\b(likeness(es)?|alike)\b/i,
  'weight, novelty': /\bworths?\b/i,
  'coarse pass, fine pass': /\b(cheap|full) looks?\b/i,
  'most expensive': /\bdearest\b/i,
  'this many, a count': /\bso many\b/i,
  'is aligned with, means': /\b(stands? for|standing for)\b/i,
  'unconstrained search': /\bblind(ly)?\b/i,
  someone: /\bsomebody\b/i,
  'alternative explanations': /\bother causes\b/i,
  'failed, abandoned': /\bgiv(en|es?) up\b/i,
  'min, max, as the first part of a name': /\b(least|most)[A-Z]\w*/,
  'the term that docs/glossary.md gives for it':
    /\b(tell|told|lend|forget|tidy|desk|course|likeness|worth|blind|reach)[A-Z]|[a-z](Tells?|Told|Lend|Forget|Forgotten|Tidy|Tidying|Desk|Courses?|Likeness|Worths?|Upkeep|Blind|Reach)\b/,
};

/** Where such a word is not ours: a public name, which never changes, or a quotation. */
const allowed: ReadonlyArray<{ readonly path: RegExp; readonly text: RegExp; readonly reason: string }> = [
  { path: /./, text: /cannot tell/i, reason: 'the name of a finding, `cannot_tell`' },
  { path: /./, text: /nothing alike/, reason: 'a documented value of `detail.assessment`' },
  { path: /fingerprint/, text: /\blikeness\b/, reason: 'a documented field of `detail.matches`' },
  {
    path: /ai-detection/,
    text: /['`]blind['`]|\bblind: 144_000/,
    reason: 'a value of `detail` and a feature of the fitted model',
  },
  { path: /compare\.test/, text: /bird forgot/, reason: 'a line of a lyric' },
  { path: /stock-phrases\.ts/, text: /\bdoor\b/, reason: 'a Dutch sentence' },
  { path: /storage\/migrations\//, text: /./, reason: 'a released migration never changes' },
];

const folders = ['src', 'dashboard', 'client', 'docs', 'bench', 'scripts'];
const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'];

function sources(): string[] {
  const below = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(tsx?|mjs|py|md|css|html)$/.test(path) && !path.startsWith('dist/'))
      .map((path) => join(folder, path)),
  );
  return [...pages, ...below];
}

function isAllowed(path: string, line: string): boolean {
  return allowed.some((exception) => exception.path.test(path) && exception.text.test(line));
}

it('code, comments, documents and screens use the words of the glossary, not retired ones', () => {
  const found: string[] = [];
  for (const path of sources()) {
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .forEach((line, index) => {
        for (const [better, words] of Object.entries(retired)) {
          const word = words.exec(line)?.[0];
          if (word && !isAllowed(path, line)) found.push(`${path}:${index + 1}: "${word}" → ${better}`);
        }
      });
  }
  expect(sources().length).toBeGreaterThan(800);
  expect(found).toEqual([]);
});

it('each exception is still needed', () => {
  const texts = sources().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const unused = allowed.filter(
    (exception) => !texts.some(({ path, text }) => exception.path.test(path) && exception.text.test(text)),
  );
  expect(unused).toEqual([]);
});
