/** `npm run bench -- lyrics`: quality on the development lyrics, cost on a large synthetic database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCost } from './cost.js';
import { measureQuality } from './quality.js';

const usage = `npm run bench -- lyrics [--songs FOLDER] [--groups FILE] [--part choose|report] [--cases N] [--cost SONGS]
  --songs   the lyric data folder (default ../shared/data/lyrics)
  --groups  translations that belong together, TSV (default cross_lingual_groups.dev.tsv in that folder)
  --part    which half of the works the cases come from (default report)
  --cases   queries a case (default 100)
  --quick   leave translations out
  --cost    measure time and size on this many synthetic songs instead
  --copies  search each of them this many times over (default 1)`;

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      songs: { type: 'string', default: '../shared/data/lyrics' },
      groups: { type: 'string' },
      part: { type: 'string', default: 'report' },
      cases: { type: 'string', default: '100' },
      cost: { type: 'string' },
      copies: { type: 'string', default: '1' },
      quick: { type: 'boolean', default: false },
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
    await measureQuality({
      songs,
      groups: values.groups ?? join(songs, 'cross_lingual_groups.dev.tsv'),
      part: values.part,
      cases: Number(values.cases),
      quick: values.quick,
      folder,
      print: console.log,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
