import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError, readConfig, settingNames } from './config.js';

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
