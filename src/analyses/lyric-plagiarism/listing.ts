/** Which of the songs that a search compared are listed as matches. */
import { rounded } from '../../numbers/rounded.js';
import type { FoundSong } from './search.js';

/** Digits of a score that a person sees. */
const shownDigits = 2;

/**
 * Every lyric finds songs as similar as those whose score is shown as 0: listed, they would fill up the answer to any text. A song in
 * which a line stands word for word is listed all the same, though so little text says nothing among many songs.
 */
export const isListed = ({ score, sentence }: Pick<FoundSong, 'score' | 'sentence'>): boolean =>
  rounded(score, shownDigits) > 0 || rounded(sentence, shownDigits) === 1;
