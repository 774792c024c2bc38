/** Sample data with one click shows what each analysis finds and does not find, and goes with one click. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Owner } from '../support/dashboard-owner.js';
import { songFile } from '../support/songs.js';
import { seriousFindings } from './axe.js';
import { browserPath } from './browser.js';
import { flowTitle, type Sitting, startSitting } from './sitting.js';

interface Row {
  operation: string;
  status: string;
  verdict: { finding: string | null; label: string } | null;
}

describe.skipIf(browserPath === null)(flowTitle('sample data'), () => {
  let sitting: Sitting;
  let owner: Owner;
  beforeAll(async () => {
    sitting = await startSitting();
    owner = await sitting.enter();
  });
  afterAll(() => sitting?.end());

  const found = async (): Promise<Record<string, string[]>> => {
    const { tasks } = await owner.call<{ tasks: Row[] }>('GET', '/tasks?limit=100');
    const of = (operation: string): string[] =>
      tasks
        .filter((task) => task.operation === operation)
        .map(({ status, verdict }) => verdict?.finding ?? verdict?.label ?? status)
        .sort();
    return {
      fingerprint: of('fingerprint-check'),
      plagiarism: of('plagiarism'),
      lyrics: of('lyric-plagiarism'),
      scan: of('fingerprint-scan'),
      ai: of('ai-detection'),
      transcription: of('lyric-transcription'),
    };
  };

  it('is loaded, and each search finds one song and not the other', async () => {
    await sitting.button('Load sample data').click();
    await sitting.page.getByText('Sample data is loaded.').waitFor();
    expect(await seriousFindings(sitting.page)).toEqual([]);
    await expect.poll(found, { timeout: 240_000, interval: 1000 }).toEqual({
      fingerprint: ['found', 'not_found'],
      plagiarism: ['found', 'not_found'],
      lyrics: ['found', 'not_found'],
      scan: ['found', 'not_found'],
      ai: ['found', 'not_found'],
      // Without a recogniser the song with words would have to fail.
      transcription: ['Instrumental'],
    });
    await expect(owner.call('POST', '/sample-data')).rejects.toThrow('sample_data_present');
  });

  it('is removed with everything that it brought, and nothing else', async () => {
    const own = await owner.upload('Mine.wav', songFile(4, 12));
    await sitting.open('/app');
    await sitting.button('Remove sample data').click();
    await sitting.button('Load sample data').waitFor();
    const { music } = await owner.call<{ music: Array<{ musicId: string }> }>('GET', '/music');
    expect(music.map(({ musicId }) => musicId)).toEqual([own]);
    expect((await owner.call<{ tasks: Row[] }>('GET', '/tasks')).tasks).toEqual([]);
    const { datasets } = await owner.call<{ datasets: Array<{ name: string }> }>('GET', '/datasets');
    expect(datasets.map(({ name }) => name)).not.toContain('Sample data');
    expect(sitting.browser.complaints).toEqual([]);
  });
});
