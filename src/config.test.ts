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

it('.env.example names every setting and no other', () => {
  const example = readFileSync(resolve(import.meta.dirname, '..', '.env.example'), 'utf8');
  const named = [...example.matchAll(/^# (CONTRAFACT_[A-Z_]+)=/gm)].map((match) => match[1]);
  expect([...named].sort()).toEqual([...settingNames].sort());
});
