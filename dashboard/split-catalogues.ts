/**
 * Cuts each language's catalogue in two at the build: the sentences of the first pages, which are drawn with them, and
 * all others, which come with the first other page (`virtual:catalogue/<language>/first` and `…/rest`).
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { sentencesOfFiles } from '../scripts/dashboard-sentences.js';

const source = join(import.meta.dirname, 'src');
/** What is drawn before anything else is asked for: to sign in, the frame, and the page to analyse on. */
const firstPages = ['main.tsx', 'app.tsx', 'shell.tsx', 'ui/bell.tsx', 'pages/login.tsx', 'pages/start.tsx'];
const prefix = 'virtual:catalogue/';
/** A sentence that counts has a form for each number that its language distinguishes. */
const pluralSuffix = /_(zero|one|two|few|many|other)$/;

interface FirstPages {
  readonly files: readonly string[];
  readonly sentences: ReadonlySet<string>;
}

export function splitCatalogues(): Plugin {
  // Once a build, for all languages.
  let pages: FirstPages | null = null;
  const startAnew = (): void => {
    pages = null;
  };
  return {
    name: 'split-catalogues',
    buildStart: startAnew,
    watchChange: startAnew,
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const [language, part] = id.slice(prefix.length + 1).split('/');
      const path = join(source, 'i18n', 'catalogs', `${language}.json`);
      this.addWatchFile(path);
      const all = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
      pages ??= firstPagesNow();
      const { files, sentences: first } = pages;
      for (const file of files) this.addWatchFile(file);
      const kept = Object.entries(all).filter(
        ([key]) => (first.has(key) || first.has(key.replace(pluralSuffix, ''))) === (part === 'first'),
      );
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(kept)))})`;
    },
  };
}

function firstPagesNow(): FirstPages {
  const files = filesOfFirstPages();
  return { files, sentences: sentencesOfFiles(files) };
}

/** The first pages and all that they import; what they load later is not among it. */
function filesOfFirstPages(): string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const [, name] of readFileSync(path, 'utf8').matchAll(
      /^(?:import|export .*from|\} from)\b.*?'(\.[^']*)\.js';$/gm,
    )) {
      const file = ['.ts', '.tsx'].map((end) => join(dirname(path), name + end)).find(existsSync);
      if (file !== undefined) visit(file);
    }
  };
  for (const name of firstPages) visit(join(source, name));
  return [...found];
}
