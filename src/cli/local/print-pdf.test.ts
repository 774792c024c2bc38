import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { printPdf } from './print-pdf.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrafact-print-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** A browser that writes `content` where it is asked to print, and reports success whatever comes of it. */
function installBrowser(content: string): void {
  const path = join(folder, 'browser');
  const script = `#!/bin/sh\nfor word in "$@"; do case "$word" in --print-to-pdf=*) printf '${content}' > "\${word#*=}";; esac; done\n`;
  writeFileSync(path, script, { mode: 0o755 });
  vi.stubEnv('CHROMIUM_PATH', path);
}

it('a PDF that the browser left empty or cut off is an error, and the report of before stays', async () => {
  const path = join(folder, 'report.pdf');
  writeFileSync(path, 'earlier');
  for (const content of ['', '%%PDF-1.4 and no end']) {
    installBrowser(content);
    await expect(printPdf('<p>', path)).rejects.toThrow(
      'The PDF was not printed: the browser left no whole file',
    );
    expect(readFileSync(path, 'utf8')).toBe('earlier');
  }
});

it('a whole PDF lies where it was asked for', async () => {
  installBrowser('%%PDF-1.4 page %%%%EOF\\n');
  const path = join(folder, 'report.pdf');
  await printPdf('<p>', path);
  expect(existsSync(path) && readFileSync(path, 'latin1')).toBe('%PDF-1.4 page %%EOF\n');
});
