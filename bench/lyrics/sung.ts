/**
 * Translations as they are sung: free, in the metre of the tune, often one stanza of several. A file of texts that are not in
 * the data, each under a line "# SONG LANGUAGE"; SONG is a part of the ids of the songs that are right.
 */
import { readFileSync } from 'node:fs';
import type { BenchSong } from './bench-song.js';
import { evidenceData } from './evidence-cases.js';
import { indexSongs, search } from './index-files.js';
import { showProgress } from './progress.js';
import { textHash } from './random.js';
import { shareOf } from './share.js';

interface SungText {
  readonly song: string;
  readonly language: string;
  readonly lyrics: string;
}

interface Placed extends SungText {
  /** Of the right song, from 1 on; infinite where it is not listed. */
  readonly place: number;
  readonly score: number;
  /** Of the best song that is not right. */
  readonly stranger: number;
}

export const readSung = (path: string): SungText[] =>
  readFileSync(path, 'utf8')
    .split(/^# /m)
    .slice(1)
    .map((text) => {
      const [heading = '', ...lines] = text.split('\n');
      const [song = '', language = ''] = heading.trim().split(' ');
      return { song, language, lyrics: lines.join('\n').trim() };
    });

/** Ids are compared without case and separators: "Lo_How_A_Rose" is part of "carols bbloomf/Lo_How_a_Rose_E_er_Blooming". */
const folded = (id: string): string => id.toLowerCase().replace(/[^a-z]/g, '');

/** Places of the right songs among all songs of the data, those that other tables hold out as well. */
export async function sungTable(
  print: (line: string) => void,
  { songs, groups, folder, sung }: { songs: string; groups: string; folder: string; sung: string },
): Promise<void> {
  const { database, others } = evidenceData(songs, groups, 0);
  const asked = readSung(sung);
  const names = [...new Set(asked.map(({ song }) => folded(song)))];
  const isNamed = ({ id }: BenchSong): boolean => names.some((name) => folded(id).includes(name));
  const all = [...database, ...others.filter(isNamed)];
  const works = new Map(all.map(({ id, work }) => [id, work]));
  const index = (await indexSongs(folder, all, showProgress)).part(() => true);
  const placed: Placed[] = [];
  for (const text of asked) {
    const right = all.filter(({ id }) => folded(id).includes(folded(text.song)));
    const rightWorks = new Set(right.map(({ work }) => work));
    const { songs: found } = await search(text.lyrics, index, { limit: 200 });
    const isRight = ({ songId }: { songId: string }): boolean => rightWorks.has(works.get(songId)!);
    const strangers = found.filter((song) => !isRight(song));
    const best = found.find(isRight);
    const place = best ? 1 + strangers.filter(({ logOdds }) => logOdds > best.logOdds).length : Infinity;
    if (right.length === 0) console.error(`No song of the data is called ${text.song}.`);
    else placed.push({ ...text, place, score: best?.score ?? 0, stranger: strangers[0]?.score ?? 0 });
    showProgress('sung translations', placed.length, asked.length);
  }
  print(
    '\n| sung translations | lyrics | right song first | among the first three | score ≥ 0.5 | of the best other song |',
  );
  print('|---|---|---|---|---|---|');
  const row = (name: string, some: readonly Placed[]): void => {
    const of = (is: (one: Placed) => boolean): string => shareOf(some.filter(is).length, some.length);
    print(
      `| ${name} | ${some.length} | ${of(({ place }) => place === 1)} | ${of(({ place }) => place <= 3)} | ${of(({ score }) => score >= 0.5)} | ${of(({ stranger }) => stranger >= 0.5)} |`,
    );
  };
  for (const language of [...new Set(placed.map((one) => one.language))])
    row(
      language,
      placed.filter((one) => one.language === language),
    );
  const half = ({ song }: Placed): number => textHash(song) % 2;
  row(
    'half that was chosen on',
    placed.filter((one) => half(one) === 0),
  );
  row(
    'the other half',
    placed.filter((one) => half(one) === 1),
  );
  row('**all**', placed);
  if (placed.length <= 10)
    for (const { song, language, place } of placed) print(`- ${song} ${language}: place ${place}`);
}
