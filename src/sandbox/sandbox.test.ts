import { expect, it } from 'vitest';
import { sandboxCandidates } from './candidates.js';
import { chooseSandbox, unmetRequirement } from './choose.js';

const namesOf = (machine: Partial<Parameters<typeof sandboxCandidates>[0]>): string[] =>
  sandboxCandidates({ platform: 'linux', isRoot: false, bubblewrap: '/usr/bin/bwrap', ...machine }).map(
    ({ level, proc, decoderUser }) => `${level} ${level === 'namespaces' ? proc : decoderUser}`,
  );

it('namespaces come first; root never gets the outer /proc writable, and has another user to fall back on', () => {
  expect(namesOf({})).toEqual(['namespaces own', 'namespaces outer']);
  expect(namesOf({ isRoot: true })).toEqual(['namespaces own', 'other-user 65534']);
});

it('without bubblewrap only root can separate a decoder, and without Linux nobody', () => {
  expect(namesOf({ bubblewrap: null })).toEqual([]);
  expect(namesOf({ bubblewrap: null, isRoot: true })).toEqual(['other-user 65534']);
  expect(namesOf({ platform: 'darwin', isRoot: true })).toEqual([]);
});

it('the strongest that works is chosen, no weaker one is tried, and why the others do not is kept', async () => {
  const candidates = sandboxCandidates({ platform: 'linux', isRoot: false, bubblewrap: '/bwrap' });
  const tried: string[] = [];
  const choice = await chooseSandbox(candidates, async ({ proc }) => {
    tried.push(proc);
    return proc === 'own' ? 'no mount' : null;
  });
  expect(choice).toEqual({ plan: candidates[1], rejected: [{ level: 'namespaces', reason: 'no mount' }] });
  expect(unmetRequirement(choice)).toBeNull();
  tried.length = 0;
  await chooseSandbox(candidates, async ({ proc }) => {
    tried.push(proc);
    return null;
  });
  expect(tried).toEqual(['own']);
});

it('where none works, processes have limits alone, and a required sandbox is refused with the reasons', async () => {
  const root = sandboxCandidates({ platform: 'linux', isRoot: true, bubblewrap: '/bwrap' });
  const failed = await chooseSandbox(root, async ({ level }) => `${level} failed`);
  expect(failed.plan).toMatchObject({ level: 'process', bubblewrap: null });
  expect(unmetRequirement(failed)).toMatch(/namespaces failed; other-user failed$/);
  // Another user is no namespaces either.
  const weaker = await chooseSandbox(root, async ({ level }) => (level === 'other-user' ? null : 'no'));
  expect(unmetRequirement(weaker)).toMatch(/can be had here: no$/);
  expect(unmetRequirement(await chooseSandbox([], async () => null))).toMatch(/bubblewrap is not installed/);
});
