/** Documents do not point into nowhere, and each of them can be found from the README. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/run-cli.js';

const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: projectRoot,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((name) => existsSync(join(projectRoot, name)));

interface Link {
  readonly to: string;
  /** Relative to the project's root. */
  readonly file: string;
  readonly anchor: string | undefined;
}

function linksOf(document: string): Link[] {
  const text = readFileSync(join(projectRoot, document), 'utf8').replace(/^```[^]*?^```/gm, '');
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
  const text = readFileSync(join(projectRoot, document), 'utf8').replace(/^```[^]*?^```/gm, '');
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
