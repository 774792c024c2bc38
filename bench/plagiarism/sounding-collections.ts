/** The collections of sound that the evidence model is fitted and judged on. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inTurn } from '../in-turn.js';
import { type CollectionMaker, every, filesOf, song } from './evidence-collections.js';
import { openRenderings, variantAt } from './heard-renderings.js';
import type { BenchSong } from './load-song.js';
import type { Collection, Question } from './measured-pairs.js';
import { audioFiles, described } from './recordings.js';

/** Songs that are rendered, and songs of notes beside them. */
const [rendered, distractors] = [40, 60];

/** Pop songs with other instruments, keys, tempos and ornaments, rendered and transcribed again; half of the answers are notes. */
async function renderedPop(data: string, cache: string, most: number): Promise<Collection | null> {
  const renderings = openRenderings(cache);
  if (renderings === null) return null;
  const files = filesOf(join(data, 'pop909_cl'), /\.mid$/).filter(
    (path) => Number(basename(path, '.mid')) % 2 === 0,
  );
  const asked = every(files, Math.min(rendered, most));
  const rest = files.filter((path) => !asked.includes(path));
  try {
    const pool: BenchSong[] = [];
    const questions: Question[] = [];
    for (const [place, path] of asked.entries()) {
      pool.push(
        place % 2 === 0 ? await song(path, basename(path)) : await renderings.heard(path, place, null),
      );
      const query = await renderings.heard(path, place, variantAt(place));
      questions.push({ song: query, answers: new Set([place]), leftOut: new Set() });
    }
    pool.push(...(await inTurn(every(rest, distractors), (path) => song(path))));
    return { name: 'covers as transcribed', pool, questions };
  } finally {
    renderings.close();
  }
}

/** Recordings and generated clips; anthems have answers among them, the others have none. */
async function recordings(data: string, cache: string, most: number): Promise<Collection | null> {
  const heard = async (part: string): Promise<BenchSong[]> => {
    const base = join(data, '..', part);
    return existsSync(base) ? await described(base, every(audioFiles(base), most), cache) : [];
  };
  const pool = [...(await heard('recordings')), ...(await heard('ai_generated'))];
  const questions = pool.map((one, place): Question => {
    const isAnswer = ({ group }: BenchSong, other: number): boolean =>
      other !== place && group !== null && group === one.group;
    const answers = [...pool.entries()].filter(([other, each]) => isAnswer(each, other));
    return { song: one, answers: new Set(answers.map(([other]) => other)), leftOut: new Set() };
  });
  return pool.length === 0 ? null : { name: 'recordings', pool, questions };
}

/** By name. `cache`: a folder for what was heard. `most`: songs that are rendered, and recordings of each folder. */
export function soundingCollections(
  data: string,
  cache: string,
  most: number,
): ReadonlyMap<string, CollectionMaker> {
  return new Map<string, CollectionMaker>([
    ['covers as transcribed', () => renderedPop(data, cache, most)],
    ['recordings', () => recordings(data, cache, most)],
  ]);
}
