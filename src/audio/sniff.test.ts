import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sniffFile } from './sniff.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-sniff-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function refusal(text: string): Promise<string> {
  const path = join(folder, 'file');
  writeFileSync(path, text);
  const file = await open(path);
  try {
    return await sniffFile(file, text.length).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  } finally {
    await file.close();
  }
}

describe('written music that is no MIDI file', () => {
  it.each([
    [
      'MusicXML',
      '<?xml version="1.0"?>\n<!DOCTYPE score-partwise PUBLIC "x" "y">\n<score-partwise version="3.1"/>',
    ],
    ['ABC', 'X:1\nT:A tune\nM:4/4\nK:G\nGABc d2e2|\n'],
  ])('is named, with how to convert it: %s', async (kind, text) => {
    expect(await refusal(text)).toMatch(
      new RegExp(`${kind}.* exports as MIDI\\. Send audio as .* or notes as a MIDI file\\.$`),
    );
  });
});
