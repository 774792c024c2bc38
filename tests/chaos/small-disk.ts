/** A file system of a few megabytes that a test can fill to the last byte. Needs the right to mount (root on Linux). */
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Takes all the room that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
  close(): void;
}

/** Why there can be none here; null where they can be had. */
export const withoutSmallDisks: string | null = probe();

function probe(): string | null {
  const reason = 'needs the right to mount a small file system (root on Linux)';
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return reason;
  try {
    openSmallDisk(1).close();
    return null;
  } catch {
    return reason;
  }
}

/** Throws what `mount` printed. */
export function openSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-small-disk-'));
  run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  // Also for the user that a PostgreSQL server runs as.
  chmodSync(folder, 0o1777);
  const filler = join(folder, 'filler');
  let isOpen = true;
  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    process.off('exit', close);
    run('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
  process.on('exit', close);
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a');
      const block = Buffer.alloc(64 * 1024);
      for (let bytes = block.length; bytes > 0; ) {
        try {
          writeSync(file, block, 0, bytes);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          bytes >>= 1;
        }
      }
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
    close,
  };
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${error ?? stderr}`);
}
