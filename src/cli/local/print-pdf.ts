/** A page as PDF, printed by a Chromium that is installed: nothing of the kind comes with the program. */
import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { CliError } from '../cli-error.js';
import { writeWholeFile } from './write-whole-file.js';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const timeoutMs = 120_000;

/** The browser that prints: CHROMIUM_PATH, else where systems keep one. Throws CliError where there is none. */
export async function requirePrinter(): Promise<string> {
  for (const place of [process.env.CHROMIUM_PATH ?? '', ...places]) {
    if (
      place !== '' &&
      (await access(place).then(
        () => true,
        () => false,
      ))
    )
      return place;
  }
  throw new CliError(
    'A PDF is printed by Chromium, and none was found. Install it (apt-get install chromium), name it in CHROMIUM_PATH, ' +
      'or write the report as .html and print it from a browser.',
  );
}

/** Throws CliError with the browser's own words where it prints nothing, and where the file cannot be written. */
export async function printPdf(page: string, path: string): Promise<void> {
  const browser = await requirePrinter();
  const folder = await mkdtemp(join(tmpdir(), 'contrafact-pdf-'));
  try {
    const source = join(folder, 'report.html');
    await writeFile(source, page);
    // Into the folder of our own: a browser that finds no room leaves an empty file and reports success.
    const out = join(folder, 'report.pdf');
    await promisify(execFile)(
      browser,
      [
        '--headless',
        '--disable-gpu',
        '--disable-extensions',
        '--no-first-run',
        `--user-data-dir=${join(folder, 'profile')}`,
        // Chromium refuses its own sandbox to root. The page is ours and loads nothing.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--no-pdf-header-footer',
        `--print-to-pdf=${out}`,
        pathToFileURL(source).href,
      ],
      { timeout: timeoutMs },
    );
    const pdf = await readFile(out);
    if (!isWhole(pdf)) throw new Error('the browser left no whole file');
    await writeWholeFile(path, pdf, 'The report');
  } catch (error) {
    if (error instanceof CliError) throw error;
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new CliError(`The PDF was not printed: ${reason}`);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** The marks at both ends of a PDF. */
const isWhole = (pdf: Buffer): boolean =>
  pdf.subarray(0, 5).toString('latin1') === '%PDF-' &&
  pdf.subarray(-32).toString('latin1').trimEnd().endsWith('%%EOF');
