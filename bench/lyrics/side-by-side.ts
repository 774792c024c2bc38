/** An earlier version and this one, as services: the same lyrics asked of the same songs over the interface that both have. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { grouped } from '../grouped.js';
import type { BenchSong } from './bench-song.js';
import { type EvidenceCase, evidenceData } from './evidence-cases.js';
import { isRelated } from './measure-evidence.js';
import { type Answer, type Program, startProgram } from './program.js';
import { showProgress } from './progress.js';
import { shuffled } from './random.js';
import { type Asked, caseTable, kindOf, symptomTable, type Version } from './side-by-side-tables.js';
import { anthems, type Symptom, symptoms } from './symptoms.js';

export interface SideBySideOptions {
  readonly songs: string;
  readonly groups: string;
  /** Cases of each kind of copy and each language pair. */
  readonly cases: number;
  /** Lyrics that have nothing to do with any song. */
  readonly unrelated: number;
  /** Translations as they are sung. */
  readonly sung: string | null;
  /** Folders of installed and built versions, oldest first. */
  readonly programs: readonly string[];
  print(line: string): void;
}

export async function sideBySide(options: SideBySideOptions): Promise<void> {
  const { print, cases, songs, groups, programs } = options;
  const data = evidenceData(songs, groups, cases);
  const hosts = data.cases.filter(({ kind }) => kind === 'modern songs');
  const known = existsSync(join(songs, 'anthems')) ? anthems(songs) : [];
  const database = [...data.database, ...known];
  const chosen = sample(data.cases, cases, options.unrelated);
  const seen = symptoms(
    hosts.map(({ id, lyrics }) => ({ id, lyrics, work: id, language: 'und', names: [], seen: false })),
    options.sung,
  );
  print(
    `Side by side: ${chosen.length} lyrics asked of ${database.length} songs. Shares with 95 % intervals (Wilson).`,
  );
  const versions: Version[] = [];
  for (const folder of programs) versions.push(await askVersion(folder, database, chosen, seen));
  caseTable(print, versions);
  symptomTable(print, versions, database);
}

/** The same number of each kind and pair, whatever its direction. */
function sample(cases: readonly EvidenceCase[], each: number, unrelated: number): EvidenceCase[] {
  const random = seededRandom(121);
  const strangers = shuffled(
    cases.filter(({ work }) => work === null),
    random,
  ).slice(0, unrelated);
  const kinds = grouped(
    cases.filter(({ work }) => work !== null),
    kindOf,
  );
  return [...[...kinds.values()].flatMap((some) => shuffled(some, random).slice(0, each)), ...strangers];
}

async function askVersion(
  folder: string,
  database: readonly BenchSong[],
  cases: readonly EvidenceCase[],
  seen: readonly Symptom[],
): Promise<Version> {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const name = `${version} in ${basename(folder)}/`;
  const program = await startProgram(folder);
  try {
    const dataset = await program.addDataset('All songs', database);
    const byId = new Map(database.map((song) => [song.id, song]));
    const asked: Asked[] = [];
    for (const one of cases) {
      asked.push(await askCase(program, dataset, one, byId));
      showProgress(name, asked.length, cases.length);
    }
    const answers: [Symptom, Answer][] = [];
    for (const symptom of seen)
      answers.push([
        symptom,
        await program.check({ lyric_text: symptom.lyrics, song_title: 'Mine', dataset_id: dataset }),
      ]);
    return { name, asked, symptoms: answers };
  } finally {
    await program.stop();
  }
}

async function askCase(
  program: Program,
  dataset: string,
  one: EvidenceCase,
  byId: ReadonlyMap<string, BenchSong>,
): Promise<Asked> {
  const answer = await program.check({ lyric_text: one.lyrics, song_title: 'Mine', dataset_id: dataset });
  const query: BenchSong = {
    id: one.id,
    work: one.id,
    language: '',
    lyrics: one.lyrics,
    names: [],
    seen: false,
  };
  const counted = answer.listed.filter(({ title }) => {
    const song = byId.get(title)!;
    if (one.work === null) return !isRelated(query, song);
    return song.id !== one.except && song.language !== one.except;
  });
  const isOfWork = ({ title }: { title: string }): boolean =>
    one.work !== null && byId.get(title)!.work === one.work;
  const at = counted.findIndex(isOfWork);
  return {
    one,
    place: at < 0 ? Infinity : at + 1,
    score: counted[at]?.combined_score ?? 0,
    stranger: counted.find((song) => !isOfWork(song))?.combined_score ?? 0,
    finding: counted.length === answer.listed.length ? answer.finding : null,
    listed: counted.length,
  };
}
