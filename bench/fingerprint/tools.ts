/** Programs installed on this machine that make some of the degraded queries; cases without theirs are skipped. */
import { spawn, spawnSync } from 'node:child_process';

export type Tool = 'ffmpeg' | 'rubberband' | 'fpcalc' | 'fluidsynth' | 'espeak-ng';

export function isInstalled(tool: Tool): boolean {
  return !spawnSync(tool, ['-h'], { stdio: 'ignore' }).error;
}

/** Runs a program with bytes on its standard input and returns its standard output; throws with its errors. */
export function runTool(tool: string, args: readonly string[], input?: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-2000);
    });
    child.stdin.on('error', () => {});
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output));
      else reject(new Error(`${tool} ${args.join(' ')} ended with ${code}: ${errors}`));
    });
    child.stdin.end(input);
  });
}

/** Raw 32-bit float samples as an aligned array. */
export function asFloats(bytes: Buffer): Float32Array {
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
}

export function asBytes(samples: Float32Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}
