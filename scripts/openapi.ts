// Writes openapi/v1.json and docs/errors.md from the code. A test fails when they are stale.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { openApiText } from '../src/http/openapi/document.js';
import { errorsPage } from '../src/http/openapi/errors-page.js';

const root = resolve(import.meta.dirname, '..');
for (const [path, text] of [
  ['openapi/v1.json', await openApiText()],
  ['docs/errors.md', errorsPage()],
] as const) {
  mkdirSync(dirname(resolve(root, path)), { recursive: true });
  writeFileSync(resolve(root, path), text);
  process.stdout.write(`wrote ${path}\n`);
}
