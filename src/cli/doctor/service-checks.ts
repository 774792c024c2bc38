/** The service: does an instance run, can its database be had, do decoder and compute processes work. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config.js';
import { analysisOf } from '../../domain/analysis-names.js';
import { operationNames } from '../../domain/operations.js';
import { wavFile } from '../../sample-music/wav.js';
import { protection } from '../../sandbox/plan.js';
import { readInstanceFile } from '../instance-file.js';
import { withAdministration } from '../with-administration.js';
import { type Check, checked } from './check.js';

export function checkInstance(config: Config): Promise<Check> {
  const remedy = 'Look at its log, or end the process and start it again.';
  return checked('instance', remedy, async () => {
    const file = readInstanceFile(config.dataDir);
    if (!file) return { status: 'ok', detail: 'none is running on this data folder' };
    const response = await fetch(`${file.url}/readyz`, { signal: AbortSignal.timeout(10_000) });
    const detail = `process ${file.pid} at ${file.url}`;
    if (response.ok) return { status: 'ok', detail: `${detail} is ready` };
    return { status: 'failed', detail: `${detail} is not ready: ${await response.text()}`, remedy };
  });
}

export function checkDatabase(config: Config): Promise<Check> {
  const remedy =
    config.databaseUrl === null
      ? 'Restore a backup of the data folder.'
      : 'See that PostgreSQL runs and that CONTRAFACT_DATABASE_URL is right.';
  return checked('database', remedy, async () => {
    const isNew = config.databaseUrl === null && (await isEmpty(`${config.dataDir}/db`));
    if (isNew) return { status: 'ok', detail: 'embedded; made at the first start' };
    const accounts = await withAdministration(config, (administration) => administration.listAccounts({}));
    const engine = config.databaseUrl === null ? 'embedded' : 'PostgreSQL';
    return { status: 'ok', detail: `${engine}; ${accounts.length} accounts` };
  });
}

async function isEmpty(folder: string): Promise<boolean> {
  const entries = await readdir(folder).catch(() => []);
  return entries.length === 0;
}

/** Writes where temporary files go; starts a compute process, which decodes a second of sound in a decoding process. Also says which analyses there are. */
export async function checkAnalyses(config: Config): Promise<Check[]> {
  let operations: ReadonlySet<string> = new Set();
  let folder = '';
  const temporary = await checked(
    'temporary files',
    'Set TMPDIR to a folder that this user may write, with room for the largest upload.',
    async () => {
      folder = await mkdtemp(join(tmpdir(), 'contrafact-doctor-'));
      return { status: 'ok', detail: `${tmpdir()} is writable` };
    },
  );
  if (temporary.status !== 'ok') return [{ ...temporary, disables: ['uploads and every analysis'] }];
  const remedy = 'Run `npm ci` again: a package is missing or not made for this machine.';
  const decoding = await checked('compute and decoder', remedy, async () => {
    const path = join(folder, 'second.wav');
    const rate = 16_000;
    const tone = Float32Array.from(
      { length: rate },
      (_, i) => 0.3 * Math.sin((2 * Math.PI * 440 * i) / rate),
    );
    await writeFile(path, wavFile(tone, rate));
    const { openLocalAnalysis } = await import('../../compose/local-analysis.js');
    const local = await openLocalAnalysis(config, null);
    try {
      operations = local.operations;
      const file = await local.inspect(path, AbortSignal.timeout(30_000));
      if (Math.abs(file.durationSeconds - 1) > 0.01 || file.sampleRateHz !== rate) {
        throw new Error(
          `a WAV of 1 s at ${rate} Hz was read as ${file.durationSeconds} s at ${file.sampleRateHz} Hz`,
        );
      }
      return { status: 'ok', detail: 'a compute process decoded a second of sound' };
    } finally {
      await local.close();
    }
  }).finally(() => rm(folder, { recursive: true, force: true }));
  if (decoding.status !== 'ok')
    return [temporary, { ...decoding, disables: ['uploads and every analysis of audio'] }];
  const offered = operationNames.filter((name) => config.analyses.includes(analysisOf[name]));
  const missing = offered.filter((name) => !operations.has(name));
  const analyses: Check =
    missing.length === 0
      ? { name: 'analyses', status: 'ok', detail: offered.join(', ') }
      : {
          name: 'analyses',
          status: 'warning',
          detail: `this version has ${[...operations].join(', ')}`,
          disables: missing,
        };
  return [temporary, decoding, analyses];
}

/** Tries the sandboxes as the service does when it starts, on a folder that is thrown away. */
export function checkSandbox(config: Config): Promise<Check> {
  const remedy = `Install bubblewrap (the program bwrap) and allow user namespaces: see docs/security.md.`;
  return checked('sandbox', remedy, async () => {
    const { openSandbox } = await import('../../compose/sandbox.js');
    const dataDir = await mkdtemp(join(tmpdir(), 'contrafact-doctor-'));
    try {
      const blobs = { kind: 'disk', folder: join(dataDir, 'blobs') } as const;
      const silent = { info: () => undefined, warn: () => undefined };
      // A check makes no folder in the place of the data.
      const modelsDir = existsSync(config.modelsDir) ? config.modelsDir : join(dataDir, 'models');
      const sandbox = await openSandbox({ ...config, dataDir, modelsDir, blobs }, silent);
      const { level } = sandbox.plan;
      await sandbox.close();
      const detail = `${level}: ${protection[level]}`;
      if (level === 'namespaces') return { status: 'ok', detail };
      if (config.sandbox === 'off') return { status: 'warning', detail: `switched off; ${detail}`, remedy };
      const reasons = sandbox.rejected.map((rejected) => `${rejected.level}: ${rejected.reason}`);
      return { status: 'warning', detail: [detail, ...reasons].join('; '), remedy };
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
}
