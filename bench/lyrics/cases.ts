/** The queries of each case: which song, or whose text, has to be found. */
import { segmentLyrics } from '../../src/text/segment-lyrics.js';
import { type BenchSong, lineCount, linesOf as lyricLines } from './bench-song.js';
import { paraphrases } from './paraphrases.js';
import { shuffled } from './random.js';

export interface Query {
  readonly lyrics: string;
  /** Any song of this work is right. */
  readonly work: string;
  /** The query's own entry in the database, which does not count. */
  readonly except?: string;
  /** What a miss is shown by. */
  readonly hidden?: readonly string[];
}

const linesOf = (song: BenchSong): string[] => lyricLines(song).map((line) => line.text);
const pick = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)]!;

/** Three lines of a song inside a lyric by someone else. */
export function hiddenLines(
  songs: readonly BenchSong[],
  hosts: readonly BenchSong[],
  count: number,
  random: () => number,
): Query[] {
  const usable = songs.filter((song) => lineCount(song) >= 6);
  if (usable.length === 0 || hosts.length === 0) return [];
  return Array.from({ length: count }, () => {
    const song = pick(usable, random);
    const stolen = linesOf(song);
    const start = Math.floor(random() * (stolen.length - 2));
    const host = linesOf(pick(hosts, random));
    const at = Math.floor(random() * host.length);
    const lyrics = [...host.slice(0, at), ...stolen.slice(start, start + 3), ...host.slice(at)].join('\n');
    return { lyrics, work: song.work, hidden: stolen.slice(start, start + 3) };
  });
}

/** Lines in another order, three in ten dropped, one word in five replaced by a word of the same language. */
export function edited(songs: readonly BenchSong[], count: number, random: () => number): Query[] {
  const usable = songs.filter((song) => lineCount(song) >= 6);
  if (usable.length === 0) return [];
  return Array.from({ length: count }, () => {
    const song = pick(usable, random);
    const strange = usable.filter((other) => other.work !== song.work);
    const similar = strange.filter((other) => other.language === song.language);
    const others = similar.length > 0 ? similar : strange.length > 0 ? strange : [song];
    const kept = shuffled(linesOf(song), random).slice(0, Math.ceil(lineCount(song) * 0.7));
    const lyrics = kept.map((line) =>
      line
        .split(' ')
        .map((word) => (random() < 0.2 ? pick(pick(others, random).lyrics.split(/\s+/), random) : word))
        .join(' '),
    );
    return { lyrics: lyrics.join('\n'), work: song.work };
  });
}

/** Our own paraphrases of songs that are in the data; one that is missing is left out. */
export function paraphrased(songs: readonly BenchSong[]): Query[] {
  return paraphrases.flatMap(({ opening, lines }) => {
    const song = songs.find((candidate) => lyricLines(candidate)[0]?.normalised.startsWith(normal(opening)));
    return song ? [{ lyrics: lines.join('\n'), work: song.work }] : [];
  });
}

const normal = (text: string): string => segmentLyrics(text).lines[0]?.normalised ?? '';

/** A strange lyric with one phrase in it that half the world sings, and a song that has it too. */
export const stockPhrases: readonly string[] = [
  'I love you',
  'I love you so much',
  'Oh my love',
  'You are my everything',
  'I want to be with you tonight',
  'Happy birthday to you',
  'Ich liebe dich',
  'Du bist mein Leben',
  'Te quiero mucho mi amor',
  'Je t’aime mon amour',
  'Hallelujah, praise the Lord',
  'Glory to God in the highest',
  'Lord have mercy',
  'I miss you every night',
  'Come back to me',
  'Ti amo',
  '我爱你',
  '사랑해요 그대',
  'Я тебя люблю',
];

/** The first song of each text in one language asks for the others. */
export function sameText(songs: readonly BenchSong[]): Query[] {
  const byWork = new Map<string, BenchSong[]>();
  for (const song of songs) {
    const key = `${song.work}\n${song.language}`;
    byWork.set(key, [...(byWork.get(key) ?? []), song]);
  }
  return [...byWork.values()]
    .filter((members) => members.length > 1)
    .map(([first]) => ({ lyrics: first!.lyrics, work: first!.work, except: first!.id }));
}
