import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BaseName, encodeBases } from '../../../tests/hostile/encode.js';
import { withCredentials } from '../../../tests/support/content-credentials.js';
import type { FileDeclarations } from '../../domain/file-declarations.js';
import { declarationsKernel } from './kernel.js';

/** How a manifest store begins. */
const marker = Buffer.concat([Buffer.from('jumdc2pa'), Buffer.from('00110010800000aa00389b71', 'hex')]);
const folder = mkdtempSync(join(tmpdir(), 'contrafact-declarations-'));
let bases: Readonly<Record<BaseName, Buffer>>;
let generated: Buffer;

beforeAll(async () => {
  bases = await encodeBases(folder);
  generated = await withCredentials(bases['mp3-cbr'], 'audio/mpeg', 'trainedAlgorithmicMedia');
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

async function declarationsOf(filename: string, content: Buffer): Promise<FileDeclarations> {
  const path = join(folder, filename);
  writeFileSync(path, content);
  return declarationsKernel.run({ path }, undefined as never);
}

describe('Content Credentials', () => {
  it('are read from an MP3: who claims it was generated, and that the signature holds', async () => {
    const { contentCredentials } = await declarationsOf('generated.mp3', generated);
    expect(contentCredentials).toEqual({
      signature: 'intact',
      claimGenerator: 'Music Maker 2',
      signedBy: 'Music Maker, Test',
      declaresAi: true,
      problems: ['signingCredential.untrusted'],
    });
  });

  it('are read from a WAV, also where they declare a recording', async () => {
    const wav = await withCredentials(bases['wav-from-encoder'], 'audio/wav', 'digitalCapture');
    const { contentCredentials } = await declarationsOf('captured.wav', wav);
    expect(contentCredentials).toMatchObject({ signature: 'intact', declaresAi: false });
  });

  it('do not hold for other sound than what was signed', async () => {
    const changed = Buffer.from(generated);
    const last = changed.length - 500;
    changed[last] = changed[last]! ^ 0xff;
    const { contentCredentials } = await declarationsOf('changed.mp3', changed);
    expect(contentCredentials).toMatchObject({ signature: 'broken' });
    expect(contentCredentials?.problems).toContain('assertion.dataHash.mismatch');
  });

  it('that are damaged are unreadable or broken, never intact, and the file still plays', async () => {
    const start = generated.indexOf(marker);
    for (const offset of [60, 200, 900, 2000]) {
      const damaged = Buffer.from(generated);
      damaged.fill(0xee, start + offset, start + offset + 40);
      const { contentCredentials } = await declarationsOf('damaged.mp3', damaged);
      expect(contentCredentials?.signature).not.toBe('intact');
    }
  });

  it('are none where only their marker lies in the file', async () => {
    const marked = Buffer.concat([bases['mp3-cbr'], marker]);
    expect((await declarationsOf('marked.mp3', marked)).contentCredentials).toBeNull();
  });

  it('are none in a file without', async () => {
    expect((await declarationsOf('plain.mp3', bases['mp3-cbr'])).contentCredentials).toBeNull();
  });
});

it('the tags of a file are reported by their field', async () => {
  const text = Buffer.from('\0Suno v5', 'latin1');
  const frame = Buffer.concat([Buffer.from('TENC\0\0\0'), Buffer.from([text.length, 0, 0]), text]);
  const head = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0'), Buffer.from([frame.length])]);
  const { tags } = await declarationsOf('tagged.mp3', Buffer.concat([head, frame, bases['mp3-cbr']]));
  expect(tags).toMatchObject({ encoded_by: 'Suno v5' });
});
