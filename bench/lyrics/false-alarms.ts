/** What lyrics that have nothing to do with the database reach, and what a stock phrase alone does. */
import type { SegmentReference } from '../../src/analyses/lyric-plagiarism/search.js';
import type { BenchSong } from './bench-song.js';
import { stockPhrases } from './cases.js';
import { search, writeIndex } from './index-files.js';
import { showProgress } from './progress.js';
import { relation } from './same-text.js';

type Print = (line: string) => void;

interface Best {
  readonly id: string;
  readonly score: number;
  readonly paragraph: number;
  readonly sentence: number;
  readonly match: string;
  /** The best song that no rule of the bench calls related: see `relationOf`. */
  readonly unrelated: number;
  readonly why: string | null;
}

export async function falseAlarms(
  print: Print,
  queries: readonly BenchSong[],
  index: readonly SegmentReference[],
  database: ReadonlyMap<string, BenchSong>,
): Promise<void> {
  if (queries.length === 0) return;
  const best: Best[] = [];
  let pairs = 0;
  let compared = 0;
  for (const [asked, query] of queries.entries()) {
    showProgress('false alarms', asked + 1, queries.length);
    const { songs, comparedExactly } = await search(query.lyrics, index);
    pairs += songs.filter((song) => song.combined >= 0.5).length;
    compared += comparedExactly;
    const part = songs[0]?.parts[0];
    const alarming = songs
      .filter((song) => song.combined >= 0.5)
      .map((song) => ({ song, why: relationOf(query, database.get(song.songId)!) }));
    best.push({
      id: query.id,
      score: songs[0]?.combined ?? 0,
      paragraph: Math.max(0, ...songs.map((song) => song.paragraph)),
      sentence: Math.max(0, ...songs.map((song) => song.lineEvidence)),
      unrelated: alarming.find(({ why }) => why === null)?.song.combined ?? 0,
      why: alarming[0]?.why ?? null,
      match: `${songs[0]?.songId}: ${part?.querySentence} ~ ${part?.targetSentence}`,
    });
  }
  const quantiles = (key: 'score' | 'paragraph' | 'sentence'): string => {
    const sorted = best.map((entry) => entry[key]).sort((a, b) => a - b);
    return [0.5, 0.9, 0.95, 0.99, 1]
      .map((q) => sorted[Math.floor(q * (sorted.length - 1))]!.toFixed(2))
      .join(', ');
  };
  const alarms = best.filter((entry) => entry.score >= 0.5);
  const others = best.filter((entry) => entry.unrelated >= 0.5);
  print(`\nFalse alarms: ${queries.length} lyrics that have nothing to do with the database, threshold 0.5.`);
  print(`Queries with any song ≥ 0.5: ${shareOf(alarms.length, queries.length)}.`);
  print(
    `Without matches that a rule of the bench calls related (a psalm; two runs of five words; a title or tune): ${shareOf(others.length, queries.length)}.`,
  );
  print(`Pairs ≥ 0.5: ${pairs} of ${compared} compared exactly.`);
  print(
    `max_similarity at 50, 90, 95, 99, 100 %: ${quantiles('score')}; paragraph ${quantiles('paragraph')}; sentence ${quantiles('sentence')}.`,
  );
  for (const { score, paragraph, sentence, id, match, why } of alarms.slice(0, 12)) {
    print(
      `- ${score.toFixed(2)} (paragraph ${paragraph.toFixed(2)}, sentence ${sentence.toFixed(2)}) \`${id}\` – ${match}${why === null ? '' : ` [${why}]`}`,
    );
  }
}

/** Hymns and art songs set psalms in verse, and the data do not say which; modern songs (text files) do not. */
function relationOf(query: BenchSong, song: BenchSong): string | null {
  const mayBePsalm = !query.id.endsWith('.txt');
  return song.seen && mayBePsalm ? 'a psalm' : relation(query, song);
}

/** With the 95 % interval of Wilson (1927). */
function shareOf(count: number, all: number): string {
  const z = 1.96;
  const share = count / all;
  const middle = share + z ** 2 / (2 * all);
  const half = z * Math.sqrt((share * (1 - share) + z ** 2 / (4 * all)) / all);
  const [low, high] = [-1, 1].map((side) => (100 * (middle + side * half)) / (1 + z ** 2 / all));
  return `${count} of ${all} (${(100 * share).toFixed(1)} %, 95 % interval ${Math.max(0, low!).toFixed(1)} to ${high!.toFixed(1)})`;
}

/** Two lyrics that share one phrase that half the world sings, and nothing else. */
export async function stockPhraseTest(
  print: Print,
  hosts: readonly BenchSong[],
  folder: string,
  rest: readonly SegmentReference[],
): Promise<void> {
  if (hosts.length === 0) return;
  let alarms = 0;
  for (const [at, phrase] of stockPhrases.entries()) {
    showProgress('stock phrases', at + 1, stockPhrases.length);
    const target = hosts[at % hosts.length]!;
    const query = hosts[(at + 7) % hosts.length]!;
    const planted = await writeIndex(folder, [
      { ...target, id: 'planted', lyrics: `${phrase}\n${target.lyrics}` },
    ]);
    const { songs } = await search(`${phrase}\n${query.lyrics}`, [planted, ...rest]);
    const score = songs.find((song) => song.songId === 'planted')?.combined ?? 0;
    if (score < 0.5) continue;
    alarms++;
    print(`- stock phrase "${phrase}" alone scored ${score.toFixed(2)}`);
  }
  print(
    `\nStock phrases: ${alarms} of ${stockPhrases.length} songs that share nothing but the phrase reach 0.5.`,
  );
}
