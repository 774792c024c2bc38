/** Whose recordings a report may open, and what of them it hands out. */
import { expect, it } from 'vitest';
import type { Compute } from '../../../domain/compute.js';
import type { JsonObject } from '../../../domain/task.js';
import type { SongDescription } from '../../../music/song-description.js';
import { comparisonReport, type ReportParts } from './comparison-report.js';
import type { ReportInput } from './kernel.js';

const own: Readonly<Record<string, string>> = { mus_1: 'acct_1', mus_2: 'acct_1', mus_theirs: 'acct_2' };
/** The one song of the dataset, which another account made of its recording. */
const datasetSong = { title: 'Theirs, as the dataset names it', musicId: 'mus_theirs' };
/** The report is drawn by the kernel: here only the source counts. */
const described = (source: SongDescription['source']): SongDescription => ({ source }) as SongDescription;

async function report(
  parameters: JsonObject,
  changes: Partial<ReportParts> = {},
  musicId = 'mus_1',
): Promise<{ page: string | null; input: ReportInput | undefined }> {
  const inputs: ReportInput[] = [];
  let open = 0;
  const parts: ReportParts = {
    ownMusic: async (accountId, id) =>
      own[id] === accountId ? { id, filename: `${id}.mp3`, sha256: `hash of ${id}` } : null,
    datasetSong: async (accountId, datasetId, songId) =>
      accountId === 'acct_1' && datasetId === 'set_1' && songId === 'song_1' ? datasetSong : null,
    async openMusic(id) {
      open += 1;
      const music = { musicId: id, title: `title of ${id}`, artist: '', filename: `${id}.mp3` };
      return {
        music: { ...music, path: `/files/${id}`, sha256: '', durationSeconds: 1 },
        async release() {
          open -= 1;
        },
      };
    },
    descriptions: { describe: async () => described('audio') },
    compute: {
      async run(_kernel: string, given: unknown) {
        inputs.push(given as ReportInput);
        return '<html>';
      },
    } as Compute,
    version: '1.2.3',
    ...changes,
  };
  const page = await comparisonReport(parts, { accountId: 'acct_1', musicId, parameters }).catch(
    (error: Error) => error.message,
  );
  // Whatever happened, no file stays open.
  expect(open).toBe(0);
  return { page, input: inputs[0] };
}
const ofDataset = { other_music_id: 'mus_theirs', other_song: { dataset_id: 'set_1', song_id: 'song_1' } };

it('two recordings of the account are shown with their files and their sound', async () => {
  const { page, input } = await report({ other_music_id: 'mus_2' });
  expect(page).toBe('<html>');
  expect(input!.made.version).toBe('1.2.3');
  expect([input!.original, ...input!.others]).toMatchObject([
    { title: 'title of mus_1', path: '/files/mus_1', file: { name: 'mus_1.mp3', sha256: 'hash of mus_1' } },
    { title: 'title of mus_2', path: '/files/mus_2', file: { name: 'mus_2.mp3', sha256: 'hash of mus_2' } },
  ]);
});

it('of a dataset’s song only the title and the evidence are shown: no sound, no hash', async () => {
  const { input } = await report(ofDataset);
  expect(input!.others).toEqual([{ title: datasetSong.title, description: described('audio'), path: null }]);
});

it.each<[string, JsonObject]>([
  ['a recording of another account, by its id alone', { other_music_id: 'mus_theirs' }],
  ['a dataset that cannot be read', { ...ofDataset, other_song: { dataset_id: 'set_2', song_id: 'song_1' } }],
  ['a song whose recording has been replaced since', { ...ofDataset, other_music_id: 'mus_before' }],
  ['a list in place of a song', { ...ofDataset, other_song: ['set_1', 'song_1'] }],
  ['nothing', {}],
])('there is no report with %s', async (_name, parameters) => {
  const { page, input } = await report(parameters);
  expect([page, input]).toEqual([null, undefined]);
});

it('there is none either where the first song is gone or another account’s', async () => {
  expect((await report({ other_music_id: 'mus_2' }, {}, 'mus_gone')).page).toBeNull();
  expect((await report({ other_music_id: 'mus_1' }, {}, 'mus_theirs')).page).toBeNull();
});

it('a recording that is notes has no sound; and files are released where the drawing fails', async () => {
  const notes = { describe: async () => described('midi') };
  const { input } = await report({ other_music_id: 'mus_2' }, { descriptions: notes });
  expect(input!.original).toMatchObject({ path: null, file: { name: 'mus_1.mp3' } });
  const broken = { describe: () => Promise.reject(new Error('cannot be described')) };
  expect((await report({ other_music_id: 'mus_2' }, { descriptions: broken })).page).toBe(
    'cannot be described',
  );
});
