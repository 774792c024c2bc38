import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnalysisOutcome, MusicInput } from '../../analyses/analysis.js';
import { describeKernel } from '../../analyses/describe/kernel.js';
import { createDescriptionSource } from '../../analyses/describe/source.js';
import { describeSongs, melodyEngineVersion } from '../../analyses/plagiarism/describe-songs.js';
import { prepareKernel, searchKernel } from '../../analyses/plagiarism/kernels.js';
import { createPlagiarism } from '../../analyses/plagiarism/plagiarism.js';
import type { MelodyIndex } from '../../analyses/plagiarism/ports.js';
import { encodeChunk } from '../../analyses/plagiarism/search/code-chunk.js';
import { AnalysisError } from '../../domain/analysis-error.js';
import type { AskingTools, Compute, ComputeOptions, Kernel } from '../../domain/compute.js';
import { generateMelody, writeMidi } from '../../music/symbolic/test-support/melodies.js';
import type { OpenDatabase } from '../database.js';
import { coreMigration } from '../migrations/0001-core.js';
import { openTestDatabase } from '../test-support/database.js';
import { plagiarismMigration } from './migration.js';
import { createMelodyStore } from './store.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-plagiarism-'));
const kernels: readonly Kernel[] = [prepareKernel, searchKernel, describeKernel];
const compute: Compute = {
  async run<Output>(name: string, input: unknown, options?: ComputeOptions): Promise<Output> {
    const ask = async (question: unknown): Promise<unknown> =>
      structuredClone(await options!.answer!(structuredClone(question)));
    const tools = { progress: () => {}, modelsDir: folder, ask } as unknown as AskingTools<unknown, unknown>;
    const kernel = kernels.find((one) => one.name === name)!;
    return structuredClone(await kernel.run(structuredClone(input), tools)) as Output;
  },
};
const signal = new AbortController().signal;
const context = { compute, signal, progress: () => {} };

let database: OpenDatabase;
let index: MelodyIndex;

function music(id: string): MusicInput {
  return {
    musicId: id,
    title: `Title of ${id}`,
    artist: 'Artist',
    filename: `${id}.mid`,
    path: join(folder, `${id}.mid`),
    sha256: id,
    durationSeconds: 30,
  };
}
const keepNothing = { find: async () => null, put: async () => {} };
const parts = () => ({
  index,
  descriptions: createDescriptionSource(keepNothing),
  openMusic: async (id: string) => (id === 'gone' ? null : { music: music(id), release: async () => {} }),
});

function run(musicId: string, parameters = {}, accountId = 'acct_a'): Promise<AnalysisOutcome> {
  return createPlagiarism(parts()).run(
    {
      accountId,
      taskId: 'task_1',
      model: 'standard',
      variant: 'music',
      music: music(musicId),
      parameters,
    },
    context,
  );
}

async function addSong(id: string, musicId: string, datasetId = 'default'): Promise<void> {
  const account = datasetId === 'default' ? null : 'acct_b';
  const known = await database.db.selectFrom('music').select('id').where('id', '=', musicId).execute();
  if (known.length === 0)
    await database.db
      .insertInto('music')
      .values({
        id: musicId,
        account_id: 'acct_b',
        title: `Title of ${musicId}`,
        artist: '',
        filename: '',
        format: 'mid',
        duration_seconds: 30,
        sample_rate: 0,
        channels: 0,
        bytes: 0,
        sha256: musicId,
        blob_key: musicId,
      })
      .execute();
  await database.db
    .insertInto('dataset_songs')
    .values({
      id,
      dataset_id: datasetId,
      account_id: account,
      title: `Song ${id}`,
      artist: 'Artist',
      year: '',
      link: null,
      language: '',
      lyrics: null,
      music_id: musicId,
    })
    .execute();
}

beforeAll(async () => {
  database = await openTestDatabase([coreMigration, plagiarismMigration]);
  index = createMelodyStore(database.db, join(folder, 'cache'), encodeChunk);
  for (const id of ['acct_a', 'acct_b'])
    await database.db.insertInto('accounts').values({ id, name: id, plan: 'pro' }).execute();
  await database.db
    .insertInto('datasets')
    .values({ id: 'ds_b', account_id: 'acct_b', name: 'b', description: '' })
    .execute();
  for (let song = 0; song < 12; song++) {
    writeFileSync(join(folder, `m${song}.mid`), writeMidi(generateMelody(song, 60)));
    await addSong(`s${song}`, `m${song}`);
  }
  // Song 3, five semitones up, at another tempo, with every tenth note gone.
  const disguised = generateMelody(3, 60)
    .filter((_, position) => position % 10 !== 4)
    .map((note) => ({ ...note, midiPitch: note.midiPitch + 5 }));
  writeFileSync(join(folder, 'disguised.mid'), writeMidi(disguised, { bpm: 151 }));
  writeFileSync(join(folder, 'new.mid'), writeMidi(generateMelody(99, 60)));
  writeFileSync(join(folder, 'sound.mid'), new Uint8Array(2000).fill(7));
  writeFileSync(join(folder, 'broken.mid'), new TextEncoder().encode('MThd\0\0\0\u0006\0\0\0\u0001\u0001'));
});

afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

type Match = { signature_metric: number; comparison: { title: string }; original: { chords: string[] } };
const signature = (outcome: AnalysisOutcome): Match[] =>
  (outcome.result as unknown as { signature: Match[] }).signature;

describe('the plagiarism analysis on its index', () => {
  it('describes what a dataset holds and finds a transposed, faster copy with missing notes', async () => {
    const report = await describeSongs(parts(), ['default'], 100, context);
    expect(report).toEqual({ described: 12, failed: [] });
    expect(await index.countUndescribed(melodyEngineVersion, ['default'])).toBe(0);
    const outcome = await run('disguised');
    expect(signature(outcome).map((match) => match.comparison.title)).toEqual(['Song s3']);
    const [match] = signature(outcome);
    expect(match!.signature_metric).toBeGreaterThan(0.5);
    expect(match!.original.chords).toHaveLength(16);
    expect(Object.keys(outcome.result as object)).toEqual(['signature', 'vocal', 'inst', 'topline']);
    expect(outcome.detail).toMatchObject({
      verdict: { finding: 'found', match: { song_id: 's3' }, searched: { count: 12, unit: 'songs' } },
    });
  });

  it('reports nothing for a melody that no song of the dataset has', async () => {
    const outcome = await run('new');
    expect(outcome.result).toEqual({ signature: [], vocal: [], inst: [], topline: [] });
    expect((outcome.detail as { verdict: { finding: string } }).verdict.finding).not.toBe('found');
    expect(await run('new', { dataset_id: 'ds_b' }, 'acct_b')).toMatchObject({
      detail: { verdict: { finding: 'nothing_to_compare', searched: { count: 0 } } },
    });
  });

  it('does not report the submitted recording as a match of itself, nor count it among the songs that were searched', async () => {
    const outcome = await run('m5');
    expect(signature(outcome)).toEqual([]);
    expect(outcome.detail).toMatchObject({ songs_searched: 11, verdict: { searched: { count: 11 } } });
    expect((await run('new')).detail).toMatchObject({
      songs_searched: 12,
      verdict: { searched: { count: 12 } },
    });
  });

  it('reports whose recording a song is only to its own account, and never for notes', async () => {
    const reported = async (accountId: string): Promise<unknown> =>
      ((await run('disguised', {}, accountId)).detail as { songs: { music_id: unknown }[] }).songs[0]!
        .music_id;
    expect(await reported('acct_b')).toBeNull();
    const format = (value: string) =>
      database.db.updateTable('music').set({ format: value }).where('id', '=', 'm3').execute();
    await format('flac');
    expect(await reported('acct_b')).toBe('m3');
    expect(await reported('acct_a')).toBeNull();
    await format('mid');
  });

  it('finds a song as soon as it is added, and no longer once it is removed or replaced', async () => {
    await addSong('extra', 'new');
    writeFileSync(join(folder, 'probe.mid'), writeMidi(generateMelody(99, 60)));
    expect(signature(await run('probe')).map((match) => match.comparison.title)).toEqual(['Song extra']);
    await database.db
      .updateTable('dataset_songs')
      .set({ music_id: 'm7' })
      .where('id', '=', 'extra')
      .execute();
    expect(signature(await run('probe'))).toEqual([]);
    writeFileSync(join(folder, 'probe7.mid'), writeMidi(generateMelody(7, 60)));
    // The same music twice is one song, with its copy named beside it.
    const twice = await run('probe7');
    expect(signature(twice)).toHaveLength(1);
    const [song] = (twice.detail as { songs: { title: string; copies: { title: string }[] }[] }).songs;
    expect([song!.title, ...song!.copies.map(({ title }) => title)].sort()).toEqual([
      'Song extra',
      'Song s7',
    ]);
    await database.db.deleteFrom('dataset_songs').where('id', '=', 'extra').execute();
    expect(signature(await run('probe7')).map((match) => match.comparison.title)).toEqual(['Song s7']);
  });

  it('answers for an unknown dataset and for the dataset of another account in the same way', async () => {
    await expect(run('new', { dataset_id: 'ds_b' })).rejects.toThrow(AnalysisError);
    await expect(run('new', { dataset_id: 'nowhere' })).rejects.toThrow('does not exist');
  });

  it('fails where the dataset is deleted while it is searched, instead of finding nothing similar', async () => {
    let asked = 0;
    const deleted: MelodyIndex = {
      ...index,
      searchable: async (...of) => (asked++ === 0 ? index.searchable(...of) : null),
    };
    const analysis = createPlagiarism({ ...parts(), index: deleted });
    const request = { accountId: 'acct_a', taskId: 'task_1', model: 'standard', variant: 'music' } as const;
    const work = analysis.run({ ...request, music: music('disguised'), parameters: {} }, context);
    await expect(work).rejects.toThrow('does not exist');
    expect(asked).toBe(2);
  });

  it('lets a search ask for its candidates once, and for no song outside its datasets', async () => {
    const asking = (
      question: (answer: (places: unknown) => Promise<unknown>) => Promise<unknown>,
    ): Compute => ({
      run: (async (name: string, input: never, options?: ComputeOptions) => {
        if (name !== 'plagiarism.search') return compute.run(name as 'plagiarism.search', input);
        return question((places) => options!.answer!(places));
      }) as Compute['run'],
    });
    const search = (own: Compute): Promise<AnalysisOutcome> =>
      createPlagiarism(parts()).run(
        {
          accountId: 'acct_a',
          taskId: 'task_1',
          model: 'standard',
          variant: 'music',
          music: music('disguised'),
          parameters: {},
        },
        { ...context, compute: own },
      );
    const twice = asking(async (answer) => {
      await answer([{ chunk: 0, song: 0 }]);
      return answer([{ chunk: 0, song: 1 }]);
    });
    await expect(search(twice)).rejects.toThrow('asked for twice');
    const atOnce = asking((answer) =>
      Promise.all([answer([{ chunk: 0, song: 0 }]), answer([{ chunk: 0, song: 1 }])]),
    );
    await expect(search(atOnce)).rejects.toThrow('asked for twice');
    const beyond = asking((answer) => answer([{ chunk: 0, song: 4_000 }]));
    await expect(search(beyond)).rejects.toThrow('no song of its index');
  });

  it('fails honestly for broken MIDI', async () => {
    await expect(run('broken')).rejects.toThrow(/MIDI/);
  });
});
