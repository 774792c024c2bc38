/** Fits the evidence model of speech alone on folders of speech and of music; the headline leaves a collection out. */
import {
  speechFeatures,
  speechModelId,
  speechValues,
} from '../../src/analyses/fingerprint/speech/speech-odds.js';
import { calibrate, type FalseAlarmCalibration, thresholdFor } from '../../src/models/calibration.js';
import { type EvidenceModel, evidenceModelFormat, logOddsOf } from '../../src/models/evidence-model.js';
import { type FeatureShape, fitEvidenceModel } from '../../src/models/fit-evidence-model.js';
import { areaUnderCurve } from '../area-under-curve.js';
import { writeEvidenceModel } from '../evidence-model.js';
import { grouped } from '../grouped.js';
import { interval, printTable, share } from './report.js';
import { type Piece, piecesIn } from './speech-pieces.js';
import { printJudged, type ScoredPiece } from './speech-tables.js';

/** Of 1,000 pieces of music at most this many may reach the threshold. */
const falseAlarmsPer1000 = 10;

/** `speech` and `music` hold a folder for each group: a speaker, an album. Writes the model where `version` is given; else measures what each measurement adds. */
export async function fitSpeech(
  speech: string,
  music: string,
  { cacheFolder, version }: { cacheFolder: string; version: string | undefined },
): Promise<void> {
  const pieces = [
    ...(await piecesIn(speech, true, cacheFolder)),
    ...(await piecesIn(music, false, cacheFolder)),
  ];
  const scored = leaveCollectionsOut(pieces, speechFeatures);
  if (version === undefined) printAblation(pieces, scored);
  printJudged(scored, thresholdOf(scored));
  if (version !== undefined) write(pieces, scored, version);
}

function printAblation(pieces: readonly Piece[], scored: readonly ScoredPiece[]): void {
  printTable(
    ['measurements', 'area under the curve', 'speech found', '95 %', 'music called speech', '95 %'],
    [
      ['all', ...figures(scored)],
      ...speechFeatures.map(({ name }) => [
        `without ${name}`,
        ...figures(
          leaveCollectionsOut(
            pieces,
            speechFeatures.filter((shape) => shape.name !== name),
          ),
        ),
      ]),
    ],
  );
}

/** Groups of one side count by the root of their size. */
function fitPieces(
  pieces: readonly Piece[],
  shapes: readonly FeatureShape[],
  version: string,
): EvidenceModel {
  const sizes = new Map<string, number>();
  for (const { group } of pieces) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const weighted = pieces.map((piece) => ({ piece, weight: 1 / Math.sqrt(sizes.get(piece.group)!) }));
  const total = (isSpeech: boolean): number =>
    weighted.reduce((sum, { piece, weight }) => sum + (piece.isSpeech === isSpeech ? weight : 0), 0);
  const balance = total(false) / total(true);
  const fitted = fitEvidenceModel(
    shapes,
    weighted.map(({ piece, weight }) => ({
      candidates: [valuesOf(piece, shapes)],
      isPositive: piece.isSpeech,
      weight: piece.isSpeech ? weight * balance : weight,
    })),
  );
  return { format: evidenceModelFormat, formatVersion: 1, id: speechModelId, version, ...fitted };
}

function valuesOf({ measured }: Piece, shapes: readonly FeatureShape[]): number[] {
  const all = speechValues(measured);
  return shapes.map((shape) => all[speechFeatures.findIndex(({ name }) => name === shape.name)]!);
}

function leaveCollectionsOut(pieces: readonly Piece[], shapes: readonly FeatureShape[]): ScoredPiece[] {
  return [...grouped(pieces, ({ collection }) => collection)].flatMap(([collection, own]) => {
    const others = pieces.filter((piece) => piece.collection !== collection);
    const model = fitPieces(others, shapes, 'fold');
    return own.map((piece) => ({ piece, logOdds: logOddsOf(model, valuesOf(piece, shapes)) }));
  });
}

function calibrationOf(scored: readonly ScoredPiece[], version: string): FalseAlarmCalibration {
  return calibrate(
    scored.map(({ piece, logOdds }) => ({ logOdds, isPositive: piece.isSpeech, group: piece.group })),
    {
      model: speechModelId,
      modelVersion: version,
      version: `${version}, ${falseAlarmsPer1000} in 1,000`,
      falseAlarmsPer1000,
    },
  );
}

function thresholdOf(scored: readonly ScoredPiece[]): number {
  return thresholdFor(calibrationOf(scored, 'fold'), falseAlarmsPer1000);
}

function figures(scored: readonly ScoredPiece[]): string[] {
  const threshold = thresholdOf(scored);
  const [speech, music] = [true, false].map((isSpeech) =>
    scored.filter(({ piece }) => piece.isSpeech === isSpeech).map(({ logOdds }) => logOdds),
  ) as [number[], number[]];
  const called = (values: readonly number[]): number => values.filter((value) => value >= threshold).length;
  return [
    areaUnderCurve(speech, music).toFixed(4),
    share(called(speech), speech.length),
    interval(called(speech), speech.length),
    `${called(music)} of ${music.length}`,
    interval(called(music), music.length),
  ];
}

function write(pieces: readonly Piece[], scored: readonly ScoredPiece[], version: string): void {
  const [area, found] = figures(scored);
  const folder = writeEvidenceModel(
    { model: fitPieces(pieces, speechFeatures, version), calibration: calibrationOf(scored, version) },
    {
      intendedUse:
        'Whether a recording that no registered song was found for is speech alone, so that the check cannot be decided.',
      limits: [
        'Most of the speech is spoken prompts, words and dialogue joined to pieces of 20 s; whispering, shouting and several voices at once are not in it.',
        'Speech in a room, by telephone and with noise is simulated.',
        'Unaccompanied singing is a handful of recordings and voices that a vocoder made sing; birds can pass for speech.',
      ],
      trainingCommand: `npm run bench -- fingerprint --speech DIR --songs DIR --fit ${version}`,
      seed: 0,
      metrics: {
        'area under the curve, collections left out': Number(area),
        'speech found, collections left out': Number(found),
      },
      groups: [...grouped(pieces, ({ group }) => group)].map(([group, own]) => ({
        group,
        isPositive: own[0]!.isSpeech,
        measured: own.map(({ measured }) => measured),
      })),
    },
  );
  console.log(`Wrote ${folder}.`);
}
