/** Which pieces are called speech, by condition and by group. */
import { judgeSpeech } from '../../src/analyses/fingerprint/speech/speech-odds.js';
import { grouped } from '../grouped.js';
import { interval, printTable, share } from './report.js';
import { type Piece, piecesIn } from './speech-pieces.js';

export interface ScoredPiece {
  readonly piece: Piece;
  readonly logOdds: number;
}

/** Judges other folders than were fitted on by the model in use. */
export async function judgeFresh(speech: string, music: string, cacheFolder: string): Promise<void> {
  const pieces = [
    ...(await piecesIn(speech, true, cacheFolder)),
    ...(await piecesIn(music, false, cacheFolder)),
  ];
  const judged = pieces.map((piece) => ({ piece, ...judgeSpeech([piece.measured]) }));
  printJudged(judged, judged[0]!.threshold);
}

export function printJudged(scored: readonly ScoredPiece[], threshold: number): void {
  const isCalled = ({ logOdds }: ScoredPiece): boolean => logOdds >= threshold;
  const row = (name: string, some: readonly ScoredPiece[]): (string | number)[] => {
    const sides = [true, false].map((isSpeech) => some.filter(({ piece }) => piece.isSpeech === isSpeech));
    return [
      name,
      ...sides.flatMap((side) => {
        const called = side.filter(isCalled).length;
        return [`${called} of ${side.length}`, share(called, side.length), interval(called, side.length)];
      }),
    ];
  };
  const head = (what: string): string[] => [
    what,
    'speech found',
    '',
    '95 %',
    'music called speech',
    '',
    '95 %',
  ];
  const by = (keyOf: (piece: Piece) => string): (string | number)[][] =>
    [...grouped(scored, ({ piece }) => keyOf(piece))].map(([name, some]) => row(name, some));
  console.log(`Threshold: log-odds of ${threshold.toFixed(2)}.`);
  printTable(head('condition'), [row('all', scored), ...by(({ condition }) => condition)]);
  printTable(
    head('collection'),
    by(({ collection }) => collection),
  );
  printTable(
    head('group'),
    by(({ group }) => group),
  );
}
