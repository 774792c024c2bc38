import { expect, it } from 'vitest';
import { StorageUnavailableError } from '../domain/storage-unavailable.js';
import { checkHealth, type HealthProbes } from './check-health.js';

const fine: HealthProbes = { database: async () => {}, storage: async () => {}, isDraining: false };

it('a process is ready where database and storage answer and it is not about to stop', async () => {
  expect(await checkHealth(fine)).toEqual({
    ready: true,
    checks: { database: { ok: true }, storage: { ok: true }, process: { ok: true } },
  });
  expect(await checkHealth({ ...fine, isDraining: true })).toMatchObject({
    ready: false,
    checks: { database: { ok: true }, process: { ok: false, detail: 'stopping' } },
  });
});

it.each(['database', 'storage'] as const)(
  'it is not while the %s fails, and only the kind of the fault is public',
  async (part) => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
    const report = await checkHealth({ ...fine, [part]: () => Promise.reject(refused) });
    expect(report.ready).toBe(false);
    expect(report.checks[part]).toEqual({ ok: false, detail: 'ECONNREFUSED' });
    const unnamed = await checkHealth({
      ...fine,
      [part]: () => Promise.reject(new Error('password of 10.0.0.7')),
    });
    expect(unnamed.checks[part]).toEqual({ ok: false, detail: 'unavailable' });
  },
);

it('a store that is known to be away is reported with its reason', async () => {
  const away = new StorageUnavailableError(new Error('ENOSPC'), 'disk-full');
  const report = await checkHealth({ ...fine, storage: () => Promise.reject(away) });
  expect(report.checks.storage).toEqual({ ok: false, detail: 'disk-full' });
});
