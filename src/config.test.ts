import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig, settingNames } from './config.js';
import { ConfigError } from './domain/config-error.js';
import { secretNames } from './secret-files.js';

it('needs no environment variable', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, role: 'all', databaseUrl: null });
  expect(config.dataDir).toBe(resolve('data'));
});

it('reports every wrong setting at once', () => {
  const attempt = (): unknown =>
    readConfig({
      CONTRAFACT_PORT: 'eighty',
      CONTRAFACT_ROLE: 'boss',
      CONTRAFACT_EGRESS_ALLOW: '10.0.0.1',
      CONTRAFACT_DATABASE_URL: 'mysql://x',
      CONTRAFACT_TYPO: '1',
    });
  expect(attempt).toThrow(ConfigError);
  try {
    attempt();
  } catch (error) {
    const { problems } = error as ConfigError;
    for (const name of ['PORT', 'ROLE', 'EGRESS_ALLOW', 'DATABASE_URL', 'TYPO']) {
      expect(problems.some((line) => line.startsWith(`CONTRAFACT_${name}:`))).toBe(true);
    }
  }
});

it.each([
  ['[::1]', '::1'],
  ['::', '::'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['0.0.0.0', '0.0.0.0'],
  ['songs-1.example', 'songs-1.example'],
])('listens on %s', (written, host) => {
  expect(readConfig({ CONTRAFACT_HOST: written }).host).toBe(host);
});

it.each(['http://0.0.0.0', 'localhost:8080', '127.0.0.1/8', '[localhost]:1', ' '])(
  'does not listen on "%s"',
  (written) => {
    expect(() => readConfig({ CONTRAFACT_HOST: written })).toThrow(
      /CONTRAFACT_HOST: must be .* without a port/,
    );
  },
);

it.each([
  ['https://contrafact.example.org', 'https://contrafact.example.org'],
  ['https://Contrafact.Example.org:443/', 'https://contrafact.example.org'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('the public address %s makes links that begin with %s', (text, publicUrl) => {
  expect(readConfig({ CONTRAFACT_PUBLIC_URL: text }).publicUrl).toBe(publicUrl);
});

it.each([
  ['contrafact.example.org', /an http or https URL/],
  ['ftp://contrafact.example.org', /an http or https URL/],
  ['javascript:alert(1)', /an http or https URL/],
  ['https://contrafact.example.org/music', /no path, query or fragment/],
  ['https://contrafact.example.org?a=1', /no path, query or fragment/],
  ['https://contrafact.example.org/#here', /no path, query or fragment/],
  ['https://user:password@contrafact.example.org', /user or a password/],
])('a public address by which links would be wrong is refused: %s', (text, message) => {
  expect(() => readConfig({ CONTRAFACT_PUBLIC_URL: text })).toThrow(message);
});

it('refuses to split the embedded database among processes', () => {
  expect(() => readConfig({ CONTRAFACT_ROLE: 'worker' })).toThrow(/CONTRAFACT_DATABASE_URL/);
});

it('finds the bucket in the path or in the host, and wants credentials for it', () => {
  const keys = { CONTRAFACT_S3_ACCESS_KEY_ID: 'id', CONTRAFACT_S3_SECRET_ACCESS_KEY: 'secret' };
  const bucketUrl = (extra: Record<string, string>): string => {
    const { blobs } = readConfig({ CONTRAFACT_BLOBS: 's3://songs/a/b', ...keys, ...extra });
    return blobs.kind === 's3' ? `${blobs.bucketUrl} ${blobs.prefix}` : '';
  };
  expect(bucketUrl({ CONTRAFACT_S3_REGION: 'eu-west-1' })).toBe(
    'https://songs.s3.eu-west-1.amazonaws.com a/b/',
  );
  expect(bucketUrl({ CONTRAFACT_S3_ENDPOINT: 'http://minio:9000' })).toBe('http://minio:9000/songs a/b/');
  expect(
    bucketUrl({ CONTRAFACT_S3_ENDPOINT: 'https://store.example', CONTRAFACT_S3_PATH_STYLE: 'false' }),
  ).toBe('https://songs.store.example a/b/');
  expect(() => readConfig({ CONTRAFACT_BLOBS: 's3://songs' })).toThrow(/S3_ACCESS_KEY_ID: is needed/);
  expect(() => readConfig({ CONTRAFACT_BLOBS: 'gs://songs' })).toThrow(/CONTRAFACT_BLOBS: must be a folder/);
});

it('.env.example names every setting and no other', () => {
  const example = readFileSync(resolve(import.meta.dirname, '..', '.env.example'), 'utf8');
  const named = [...example.matchAll(/^# (CONTRAFACT_[A-Z0-9_]+)=/gm)].map((match) => match[1]);
  expect([...named].sort()).toEqual([...settingNames].sort());
});

it('several search servers are the shards of a cluster, each listed once, with one name of the database', () => {
  const urls = 'http://u:p@a:8123/songs,https://u:p@b:8443/songs';
  const search = (given: Record<string, string>): unknown => readConfig(given).search;
  expect(search({ CONTRAFACT_SEARCH: urls.replace(',', ' , '), CONTRAFACT_SEARCH_CLUSTER: 'main' })).toEqual({
    urls,
    cluster: 'main',
    mode: 'serve',
  });
  expect(search({ CONTRAFACT_SEARCH: 'http://a:8123' })).toMatchObject({ cluster: null });
  expect(search({})).toBeNull();
  for (const wrong of [
    { CONTRAFACT_SEARCH: urls },
    { CONTRAFACT_SEARCH_CLUSTER: 'main' },
    { CONTRAFACT_SEARCH: urls, CONTRAFACT_SEARCH_CLUSTER: "a'b" },
    { CONTRAFACT_SEARCH: `${urls},`, CONTRAFACT_SEARCH_CLUSTER: 'main' },
    { CONTRAFACT_SEARCH: 'http://a/x,http://b/y', CONTRAFACT_SEARCH_CLUSTER: 'main' },
    { CONTRAFACT_SEARCH: 'http://a/x,http://a/x', CONTRAFACT_SEARCH_CLUSTER: 'main' },
  ])
    expect(() => search(wrong as Record<string, string>)).toThrow(/CONTRAFACT_SEARCH/);
});

it('a mail server needs a sender, a sender a mail server, and neither can be something else', () => {
  const url = 'smtp://mail.example:587';
  const from = 'Contrafact <noreply@example.com>';
  expect(readConfig({ CONTRAFACT_SMTP_URL: url, CONTRAFACT_SMTP_FROM: from }).mail).toEqual({ url, from });
  expect(readConfig({}).mail).toBeNull();
  for (const wrong of [
    { CONTRAFACT_SMTP_URL: url },
    { CONTRAFACT_SMTP_FROM: from },
    { CONTRAFACT_SMTP_URL: 'https://mail.example', CONTRAFACT_SMTP_FROM: from },
    { CONTRAFACT_SMTP_URL: url, CONTRAFACT_SMTP_FROM: 'nobody' },
    { CONTRAFACT_SMTP_URL: url, CONTRAFACT_SMTP_FROM: 'a@b.example, c@d.example' },
  ]) {
    expect(() => readConfig(wrong)).toThrow(/CONTRAFACT_SMTP_/);
  }
});

describe('secrets from files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    return join(folder, name);
  };

  it('every secret can be a file: the settings are the same as with the variable itself', () => {
    const secrets: Record<string, string> = {
      CONTRAFACT_DATABASE_URL: 'postgres://user:p%23ss@db.example/name',
      CONTRAFACT_SEARCH: 'http://user:p%23ss@search.example:8123/name',
      CONTRAFACT_S3_ACCESS_KEY_ID: 'an id',
      CONTRAFACT_S3_SECRET_ACCESS_KEY: 'a secret with spaces ',
      CONTRAFACT_TRANSCRIBE_API_KEY: 'sk-1234',
      CONTRAFACT_SMTP_URL: 'smtps://user:p%23ss@mail.example:465',
    };
    expect(Object.keys(secrets).sort()).toEqual([...secretNames].sort());
    const rest = {
      CONTRAFACT_BLOBS: 's3://songs',
      CONTRAFACT_ROLE: 'api',
      CONTRAFACT_SMTP_FROM: 'Contrafact <a@b.example>',
    };
    const files = Object.fromEntries(
      Object.entries(secrets).map(([name, value]) => [`${name}_FILE`, file(name, `${value}\n`)]),
    );
    expect(readConfig({ ...rest, ...files })).toEqual(readConfig({ ...rest, ...secrets }));
  });

  it('a file that is absent, empty, wrong, or beside its variable is reported by name, without its content', () => {
    const problemsOf = (environment: Record<string, string>): string => {
      try {
        readConfig(environment);
        return 'none';
      } catch (error) {
        return (error as ConfigError).problems.join('\n');
      }
    };
    const setting = 'CONTRAFACT_DATABASE_URL_FILE';
    expect(problemsOf({ [setting]: join(folder, 'absent'), CONTRAFACT_ROLE: 'worker' })).toMatch(
      /^CONTRAFACT_DATABASE_URL_FILE: .*absent cannot be read \(ENOENT\)[^\n]*$/,
    );
    expect(problemsOf({ [setting]: file('empty', '\n') })).toMatch(
      /^CONTRAFACT_DATABASE_URL_FILE: .* is empty$/,
    );
    const wrong = problemsOf({ [setting]: file('wrong', 'postgres://user:se#cret@host/name') });
    expect(wrong).toMatch(/^CONTRAFACT_DATABASE_URL_FILE: cannot be read as a URL/);
    expect(wrong).not.toContain('cret@');
    const both = { [setting]: file('good', 'postgres://a@b/c'), CONTRAFACT_DATABASE_URL: 'postgres://a@b/c' };
    expect(problemsOf(both)).toMatch(/leave out CONTRAFACT_DATABASE_URL, or this/);
  });
});
