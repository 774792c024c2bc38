/** What a stock phrase alone does. */
import type { SegmentReference } from '../../src/analyses/lyric-plagiarism/search.js';
import type { BenchSong } from './bench-song.js';
import { stockPhrases } from './cases.js';
import { search, writeIndex } from './index-files.js';
import { showProgress } from './progress.js';
import { shareOf } from './share.js';

type Print = (line: string) => void;

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
    const score = songs.find((song) => song.songId === 'planted')?.score ?? 0;
    if (score < 0.5) continue;
    alarms++;
    print(`- stock phrase "${phrase}" alone scored ${score.toFixed(2)}`);
  }
  print(
    `\nStock phrases: of ${stockPhrases.length} songs that share nothing but the phrase ${shareOf(alarms, stockPhrases.length)} reach 0.5.`,
  );
}
