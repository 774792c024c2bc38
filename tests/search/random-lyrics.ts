/** Lyrics of made-up words, and mixtures of them. */
import { seededRandom } from '../../src/signal/seeded-random.js';

const random = seededRandom(21);
const syllables = ['ba', 'lo', 'mer', 'ti', 'san', 'gu', 'rel', 'po', 'dis', 'ka', 'fen', 'hu', 'vor', 'ni'];
const vocabulary = Array.from({ length: 900 }, () =>
  Array.from(
    { length: 1 + Math.floor(3 * random()) },
    () => syllables[Math.floor(random() * syllables.length)],
  ).join(''),
);
const line = (): string =>
  Array.from({ length: 6 }, () => vocabulary[Math.floor(900 * random() ** 2)]).join(' ');
export const lyrics = Array.from({ length: 460 }, () => Array.from({ length: 10 }, line).join('\n'));
/** Half of one song, with words of another in between. */
export const mixed = (one: number, other: number): string =>
  lyrics[one]!.split('\n').slice(0, 5).concat(lyrics[other]!.split('\n').slice(5)).join('\n');
