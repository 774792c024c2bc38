import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.js';
import { generateMelody, writeMidi } from '../../music/symbolic/test-support/melodies.js';
import { compareAgainst } from './compare-against.js';
import type { InputFile } from './input-files.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-against-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, seed: number, notes: number): InputFile {
  const path = join(folder, name);
  writeFileSync(path, writeMidi(generateMelody(seed, notes)));
  return { name, path };
}

describe('a file against songs of a folder of which none can be compared', () => {
  const few = [fileOf('one.mid', 1, 4), fileOf('two.mid', 2, 4)];
  const config = readConfig({ CONTRAFACT_DATA_DIR: join(folder, 'data') });

  it('has a page that concludes what the result does', async () => {
    const [outcome] = await compareAgainst(config, [fileOf('tune.mid', 5, 60)], few, { withPage: true });
    const { result, verdict, page } = outcome as { result: object; verdict: object; page: string };
    expect(result).toMatchObject({
      finding: 'cannot_tell',
      songs_compared: 0,
      songs_not_compared: few.map(({ name }) => ({ file: name, reason: expect.stringContaining('4 notes') })),
      comparisons: [],
    });
    expect(verdict).toMatchObject({ searched: { count: 0 } });
    expect(page).toContain('Cannot tell');
    expect(page).not.toContain('No match');
    expect(page).toContain('one.mid');
    expect(page).not.toContain('two.mid');
  });
});
