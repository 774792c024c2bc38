/** Why a song was found, as sentences: what matches, how its score comes about, and how rare that is. */
import { falseAlarmWords } from '../../domain/finding.js';
import { barsText } from './comparison/bars.js';
import { commonPer1000 } from './comparison/calibration.js';
import type { Comparison } from './comparison/compare-songs.js';
import { decisiveMatch } from './comparison/decisive-match.js';
import { keyDoubt } from './comparison/key-agreement.js';
import { passageBits } from './comparison/line-match.js';

const lineWords = {
  vocal: 'vocal melody',
  instrumental: 'instrumental melody',
  topline: 'main melody',
} as const;

/** `count`: how many songs were searched. */
export function reasonsOf(comparison: Comparison, count: number): string[] {
  const { expectedFalseAlarms: alarms, keys, finding } = comparison;
  // Of little evidence only this much is measured: how many songs give the least that was counted.
  const isCommon = alarms >= 1000;
  const among = (songs: number): string =>
    isCommon ? `more than ${falseAlarmWords(commonPer1000(), songs)}` : falseAlarmWords(alarms, songs);
  const odds = `Of 1,000 unrelated songs ${among(1000)} would give as much evidence`;
  // What notes share by chance says nothing of keys.
  const doubt = keys && finding !== 'not_found' && keyDoubt(keys);
  return [
    ...scoreOf(comparison),
    count === 1 ? `${odds}.` : `${odds}: ${among(count)} among the ${count} searched.`,
    ...(doubt ? [doubt] : []),
  ];
}

/** Less than this is not said: it would read as 0.0. */
const fewestBits = 0.05;

/** What the decision stands on, and what is added to its score and taken off it: together the bits of the comparison. */
function scoreOf(comparison: Comparison): string[] {
  const match = decisiveMatch(comparison);
  if (!match) return [];
  const { basis, bits, joined, agreement } = comparison;
  const standing = basis === 'tonal' ? comparison.standing : 0;
  const tune = basis === 'tonal' ? comparison.tuneBeside : null;
  const tuneBits = tune?.bits ?? 0;
  const ofTheTune = (100 * (tune?.share ?? 0)).toFixed(0);
  const what =
    basis === 'harmony'
      ? `${match.run.notes} chords match`
      : basis === 'tonal'
        ? `${match.run.notes} beats of the chroma sequences match`
        : `${match.run.notes} notes of the ${lineOf(comparison)} match`;
  const [segment] = match.segments;
  const where = segment
    ? `, best in ${barsText(segment.original.bars)} beside ${barsText(segment.comparison.bars)} of the other song`
    : '';
  // What agrees less than by chance has no score.
  const score = Math.max(0, match.bits);
  const ofPassage = Math.max(0, basis === 'melody' ? passageBits(comparison.lines[0]!) : match.bits);
  const takenOff = score + joined + agreement + standing + tuneBits - bits;
  const amounts: [number, (score: string) => string][] = [
    [
      score - ofPassage,
      (score) => `The whole tunes agree by more than chance, which adds ${score} to the score.`,
    ],
    [joined, (score) => `The chords beside it agree, which adds ${score} to the score.`],
    [
      agreement,
      (score) =>
        `Melody and chroma sequence match in the same transposition, which adds ${score} to the score.`,
    ],
    [
      standing,
      (score) =>
        `The chroma sequence stands out among the songs of the search, which adds ${score} to the score.`,
    ],
    [
      tuneBits,
      (score) =>
        `Where the chroma sequences match, ${ofTheTune} % of the tune’s notes sound in both songs, which adds ${score} to the score.`,
    ],
    [
      -tuneBits,
      (score) =>
        `Where the chroma sequences match, only ${ofTheTune} % of the tune’s notes sound in both songs, as of two tunes over the same chords, which takes ${score} off the score.`,
    ],
    [
      takenOff,
      (score) => `Many songs share chords and accompaniments by custom, which takes ${score} off the score.`,
    ],
  ];
  return [
    `${what}${where}; the score above chance is ${ofPassage.toFixed(1)}.`,
    ...amounts
      .filter(([value]) => value >= fewestBits)
      .map(([value, sentence]) => sentence(value.toFixed(1))),
  ];
}

/** The main melody where it says as much: other lines may be the same notes. */
function lineOf({ lines }: Comparison): string {
  const [best] = lines;
  const main = lines.find(({ lineA, bits }) => lineA === 'topline' && bits === best!.bits);
  return lineWords[(main ?? best!).lineA];
}
