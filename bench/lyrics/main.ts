/** `npm run bench -- lyrics`: quality on files of lyrics, cost on a large synthetic database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCost } from './cost.js';
import { measureQuality, tables } from './quality.js';

const usage = `npm run bench -- lyrics [--songs PATH] [--groups FILE] [--part choose|report] [--cases N] [--only TABLES] [--languages CODES] [--sung FILE] [--cache FILE] [--fit VERSION] [--cost SONGS]
  --songs   a JSON Lines file of songs, or a folder of such files (default ../shared/data/lyrics)
  --groups  translations that belong together, TSV: group, language, ids (default cross_lingual_groups.dev.tsv beside the songs)
  --part    which half of the works the cases come from (default report)
  --cases   queries a case (default 200)
  --only    some of ${tables.join(', ')}, separated by commas
  --languages  of the tatoeba table, separated by commas
  --sung    translations as they are sung, each under a line "# SONG LANGUAGE"; SONG is a part of the right songs’ ids
  --cache   a file that keeps what was measured for the verdict’s tables, so that they can be had again in seconds
  --fit     write the evidence model under this version, fitted on all cases of the verdict’s tables
  --cost    measure time and size on this many synthetic songs instead
  --copies  search each of them this many times over (default 1)`;

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      songs: { type: 'string', default: '../shared/data/lyrics' },
      groups: { type: 'string' },
      part: { type: 'string', default: 'report' },
      cases: { type: 'string', default: '200' },
      cache: { type: 'string' },
      sung: { type: 'string' },
      fit: { type: 'string' },
      cost: { type: 'string' },
      copies: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      languages: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || (values.part !== 'choose' && values.part !== 'report')) {
    console.log(usage);
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
      cases: Number(values.cases),
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
