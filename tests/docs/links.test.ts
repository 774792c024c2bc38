/** Documents do not point into nowhere, and each of them can be found from the README. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/run-cli.js';

const notOurs = new Set(['node_modules', 'dist', 'data', '.git']);

function documentsBelow(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = join(folder, entry.name);
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : documentsBelow(name);
    return entry.name.endsWith('.md') ? [name] : [];
  });
}
const documents = documentsBelow('');

/** The text without its examples. */
function textOf(document: string): string {
  return readFileSync(join(projectRoot, document), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
}

interface Link {
  readonly to: string;
  /** Relative to the project's root. */
  readonly file: string;
  readonly anchor: string | undefined;
}

function linksOf(document: string): Link[] {
  const text = textOf(document);
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to]) => to!)
    .filter((to) => !/^[a-z]+:/.test(to))
    .map((to) => {
      const [path = '', anchor] = to.split('#');
      const file = path === '' ? document : normalize(join(dirname(document), path));
      return { to, file, anchor };
    });
}

/** The anchors that the usual renderers give to headings. */
function anchorsOf(document: string): Set<string> {
  const text = textOf(document);
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

describe('the documents', () => {
  it.each(documents)('%s: every link leads to a file and a heading that exist', (document) => {
    const broken = linksOf(document).filter(({ file, anchor }) => {
      const path = join(projectRoot, file);
      if (!existsSync(path)) return true;
      return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).has(anchor);
    });
    expect(broken.map(({ to }) => to)).toEqual([]);
  });

  it('each page below docs/ is reached from the README by links', () => {
    const seen = new Set<string>();
    const waiting = ['README.md'];
    for (let document = waiting.pop(); document !== undefined; document = waiting.pop()) {
      if (seen.has(document)) continue;
      seen.add(document);
      for (const { file } of linksOf(document)) {
        const path = join(projectRoot, file);
        if (!existsSync(path)) continue;
        if (statSync(path).isDirectory()) {
          // A link to a folder leads to all that lies in it.
          waiting.push(...documents.filter((name) => !relative(file, name).startsWith('..')));
        } else if (file.endsWith('.md')) waiting.push(file);
      }
    }
    const unreachable = documents.filter((name) => name.startsWith('docs/') && !seen.has(name));
    expect(unreachable).toEqual([]);
  });
});
