/** Debian's Chromium for the dashboard's tests: found, started with a folder of its own, and closed. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const places = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Null where there is none: the tests then say so and are skipped. */
export const browserPath: string | null = places.find((path) => path !== '' && existsSync(path)) ?? null;

export interface BrowserOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** What the browser asks for (BCP 47); the tests' sentences are English. */
  readonly locale?: string;
}

export interface OpenBrowser {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the pages complained about: errors of scripts, and what the content security policy refused. */
  readonly complaints: string[];
  /** The origins that anything was asked of. */
  readonly origins: Set<string>;
  close(): Promise<void>;
}

/** How long a test waits for what it awaits in a page. */
export const patienceMs = 90_000;

/** The browser is kept from calling home: nothing but the instance is asked for anything. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

export async function openBrowser(options: BrowserOptions = {}): Promise<OpenBrowser> {
  if (browserPath === null) throw new Error('no browser is installed');
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-browser-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: browserPath,
    args: quiet,
    viewport: { width: options.width ?? 1280, height: options.height ?? 860 },
    colorScheme: options.colorScheme ?? 'light',
    locale: options.locale ?? 'en-US',
  });
  // For whatever a page must come to, on a machine that has other things to do.
  context.setDefaultTimeout(patienceMs);
  const page = context.pages()[0] ?? (await context.newPage());
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http')) origins.add(origin);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A refused request is part of some flows; a script's or a policy's error is part of none.
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) complaints.push(text);
  });
  return {
    context,
    page,
    complaints,
    origins,
    async close() {
      await context.close();
      // Its processes may still be writing for a moment.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
