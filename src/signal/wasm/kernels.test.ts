import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readKernel } from './load-kernel.js';

const root = resolve(import.meta.dirname, '../../..');

it('the checked-in kernels are, byte by byte, what their sources compile to', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/wasm.mjs', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

it('a kernel with one other byte is not loaded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-kernel-'));
  try {
    copyFileSync(join(import.meta.dirname, 'kernels.json'), join(folder, 'kernels.json'));
    const bytes = readFileSync(join(import.meta.dirname, 'binary-scan.wasm'));
    writeFileSync(join(folder, 'binary-scan.wasm'), bytes);
    expect(readKernel('binary-scan', folder)).toHaveLength(bytes.length);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(join(folder, 'binary-scan.wasm'), bytes);
    expect(() => readKernel('binary-scan', folder)).toThrow('has SHA-256');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
