/** Tries a sandbox with the folders of this instance, as the service would use it. */
import { rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { processTarget } from '../sandbox/access.js';
import type { SandboxFolders, SandboxPlan } from '../sandbox/plan.js';
import { wavHeader } from '../signal/wav.js';
import { createComputePool } from './pool.js';
import type { SandboxCheckInput } from './sandbox-kernel.js';

const checkSeconds = 60;

export interface TrySettings {
  readonly folders: SandboxFolders;
  /** Which processes must not see; a file is written there for the time of the check. */
  readonly dataDir: string;
  /** Which they may write to. */
  readonly scratchDir: string;
  readonly modelsDir: string;
  readonly memoryMb: number;
}

/** Null where the plan works and keeps what it promises; else what is wrong. */
export async function whySandboxFails(plan: SandboxPlan, settings: TrySettings): Promise<string | null> {
  const { folders, dataDir, scratchDir, modelsDir, memoryMb } = settings;
  const soundPath = join(scratchDir, 'check.wav');
  const secretPath = join(dataDir, `.sandbox-check-${process.pid}`);
  const listener = createServer((socket) => socket.destroy());
  const pool = createComputePool({
    size: 1,
    modelsDir,
    timeoutSeconds: checkSeconds,
    memoryMb,
    sandbox: { plan, folders },
  });
  try {
    await writeFile(soundPath, secondOfSilence(), { mode: 0o644 });
    await writeFile(secretPath, 'secret', { mode: 0o600 });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    const input: SandboxCheckInput = {
      soundPath,
      from: 'decoder',
      targets: {
        processes: [processTarget(process.pid)],
        files: [secretPath],
        ports: plan.level === 'namespaces' ? [port] : [],
        sockets: [],
      },
    };
    const { opened } = await pool.run('sandbox.check', input);
    return opened.length === 0 ? null : `accessible from a decoder: ${opened.join(', ')}`;
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? 'it does not start';
  } finally {
    listener.close();
    await Promise.all([pool.close(), rm(secretPath, { force: true }), rm(soundPath, { force: true })]);
  }
}

function secondOfSilence(): Buffer {
  const sampleRateHz = 8000;
  const samples = new Uint8Array(2 * sampleRateHz);
  return Buffer.concat([wavHeader(samples.length, sampleRateHz), samples]);
}
