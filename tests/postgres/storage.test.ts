/** The tests beside the code that use a database, which run on the embedded one, once more on a PostgreSQL server. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takesAllRounds } from '../support/rounds.js';
import { cleanEnvironment, projectRoot } from '../support/run-cli.js';
import { type Cluster, postgresPrograms, startCluster, withoutPostgres } from './cluster.js';

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly success: boolean;
  readonly testResults: ReadonlyArray<{
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: ReadonlyArray<{ fullName: string; status: string; failureMessages: string[] }>;
  }>;
}

const folders = ['src/storage', 'src/tasks', 'src/accounts', 'src/imports', 'src/http'];
const opensDatabase = /\b(openTestDatabase|startTestService|openTestDashboard)\(/;
/** They need some database, and prove what no statement has a part in: sockets and their places. */
const notByEngine = /(slow-upload|upload-gate|connections)\.test\.ts$/;
/**
 * Of the tests of routes those of what two requests do at the same moment: keys of repeats, limits, quotas, two sets of
 * answers. `npm run test:long` runs all of them on PostgreSQL.
 */
const ofMoments = /(idempotent-routes|answer-once|rate-limit|quota)\.test\.ts$/;

/** What could differ by engine. */
function testFiles(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => name.endsWith('.test.ts') && !notByEngine.test(name))
      .filter((name) => takesAllRounds || !name.startsWith('src/http') || ofMoments.test(name))
      .filter((name) => opensDatabase.test(readFileSync(join(projectRoot, name), 'utf8'))),
  );
}

describe.skipIf(postgresPrograms === null)(`storage on PostgreSQL (${withoutPostgres})`, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ log_statement: 'ddl' });
  });
  afterAll(() => cluster?.stop());

  it('gives every guarantee that it gives embedded', { timeout: 600_000 }, async () => {
    const report = await runUnitTests(testFiles(), await cluster.createDatabase());
    const failures = report.testResults.flatMap((file) => [
      ...(file.status === 'failed' && file.message ? [`${file.name}: ${file.message}`] : []),
      ...file.assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]}`),
    ]);
    expect(failures).toEqual([]);
    expect(report.success).toBe(true);
    // Else nothing was proved: the tests must have been there, and have used this server.
    expect(report.numPassedTests).toBeGreaterThan(takesAllRounds ? 300 : 130);
    expect(cluster.log().match(/create database test_[0-9a-f]{16}/g)?.length).toBeGreaterThan(10);
  });
});

async function runUnitTests(paths: readonly string[], serverUrl: string): Promise<VitestReport> {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-vitest-'));
  const outputFile = join(folder, 'report.json');
  const program = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [
    ...[program, 'run', '--project', 'unit', '--maxWorkers', '2'],
    ...['--reporter', 'json', '--outputFile', outputFile],
  ];
  const environment = cleanEnvironment({ CONTRAFACT_TEST_POSTGRES_URL: serverUrl });
  for (const name of Object.keys(environment)) if (name.startsWith('VITEST')) delete environment[name];
  try {
    await new Promise<void>((resolve, reject) => {
      const child = spawn(process.execPath, [...args, ...paths], {
        cwd: projectRoot,
        env: environment,
        stdio: 'ignore',
      });
      child.on('error', reject);
      child.on('close', () => resolve());
    });
    return JSON.parse(readFileSync(outputFile, 'utf8')) as VitestReport;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
