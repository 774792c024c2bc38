/** `npm run bench -- lyrics`: quality on files of lyrics, cost on a large synthetic database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCost } from './cost.js';
import { fromRecording } from './from-recording.js';
import { measureQuality, tables } from './quality.js';
import { sideBySide } from './side-by-side.js';

const developmentRecordings = ['jamendolyrics', 'ultrastar', 'anthems'].map(
  (name) => `../shared/data/recordings/${name}`,
);

const usage = `npm run bench -- lyrics [--songs PATH] [--groups FILE] [--part choose|report] [--cases N] [--only TABLES] [--languages CODES] [--sung FILE] [--cache FILE] [--fit VERSION] [--cost SONGS]
npm run bench -- lyrics --only side-by-side [--before DIR] [--cases 4] [--unrelated 70] [--sung FILE]
npm run bench -- lyrics --only from-recording [--recordings DIR]... [--songs PATH] [--models DIR] [--recogniser ID]
  --songs   a JSON Lines file of songs, or a folder of such files (default ../shared/data/lyrics)
  --groups  translations that belong together, TSV: group, language, ids (default cross_lingual_groups.dev.tsv beside the songs)
  --part    which half of the works the cases come from (default report)
  --cases   queries a case (default 200; of side-by-side 4)
  --only    some of ${tables.join(', ')}, separated by commas
  --languages  of the tatoeba table, separated by commas
  --sung    translations as they are sung, each under a line "# SONG LANGUAGE"; SONG is a part of the right songs’ ids
  --cache   a file that keeps what was measured for the verdict’s tables, or the answers to recordings, so that they can be had again in seconds
  --fit     write the evidence model under this version, fitted on all cases of the verdict’s tables
  --cost    measure time and size on this many synthetic songs instead
  --copies  search each of them this many times over (default 1)
  --before  an earlier version, checked out, installed and built, that is asked the same; without, this one alone
  --unrelated  lyrics that have no song, for side-by-side (default 70)
  --recordings  folders of recordings with their lyrics beside them, each sent through the one call of a running service (npm run build first)
  --models  where models are installed (default ../shared/models)
  --recogniser  the best one installed where absent`;

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      songs: { type: 'string', default: '../shared/data/lyrics' },
      groups: { type: 'string' },
      part: { type: 'string', default: 'report' },
      cases: { type: 'string' },
      cache: { type: 'string' },
      sung: { type: 'string' },
      fit: { type: 'string' },
      cost: { type: 'string' },
      copies: { type: 'string', default: '1' },
      before: { type: 'string' },
      unrelated: { type: 'string', default: '70' },
      recordings: { type: 'string', multiple: true },
      models: { type: 'string', default: '../shared/models' },
      recogniser: { type: 'string' },
      only: { type: 'string', default: '' },
      languages: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || (values.part !== 'choose' && values.part !== 'report')) {
    console.log(usage);
    return;
  }
  if (values.only === 'side-by-side') {
    const songs = resolve(values.songs);
    await sideBySide({
      songs,
      groups: resolve(values.groups ?? join(songs, 'cross_lingual_groups.dev.tsv')),
      cases: Number(values.cases ?? '4'),
      unrelated: Number(values.unrelated),
      sung: values.sung === undefined ? null : resolve(values.sung),
      programs: [...(values.before === undefined ? [] : [resolve(values.before)]), resolve('.')],
      print: console.log,
    });
    return;
  }
  if (values.only === 'from-recording') {
    await fromRecording({
      recordings: (values.recordings ?? developmentRecordings).map((path) => resolve(path)),
      songs: resolve(values.songs),
      modelsDir: resolve(values.models),
      recogniser: values.recogniser ?? null,
      cache: values.cache === undefined ? null : resolve(values.cache),
      program: resolve('.'),
      print: console.log,
    });
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-bench-lyrics-'));
  try {
    if (values.cost !== undefined) {
      await measureCost({
        songs: Number(values.cost),
        copies: Number(values.copies),
        folder,
        print: console.log,
      });
      return;
    }
    const songs = resolve(values.songs);
    const beside = songs.endsWith('.jsonl') ? dirname(songs) : songs;
    await measureQuality({
      songs,
      groups: resolve(values.groups ?? join(beside, 'cross_lingual_groups.dev.tsv')),
      part: values.part,
      cases: Number(values.cases ?? '200'),
      cache: resolve(values.cache ?? join(folder, 'verdict.jsonl')),
      sung: values.sung === undefined ? null : resolve(values.sung),
      fit: values.fit ?? null,
      only: listOf(values.only),
      languages: listOf(values.languages),
      folder,
      print: console.log,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const listOf = (text: string): string[] => text.split(',').filter((part) => part !== '');
