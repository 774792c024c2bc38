/** Fits the evidence model of speech alone on folders of speech and of music; the headline leaves a folder out. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  measureSpeech,
  type SpeechMeasurements,
} from '../../src/analyses/fingerprint/speech/speech-measurements.js';
import {
  speechFeatures,
  speechModelId,
  speechValues,
} from '../../src/analyses/fingerprint/speech/speech-odds.js';
import { decodeMono } from '../../src/audio/decode-mono.js';
import { calibrate, type FalseAlarmCalibration, thresholdFor } from '../../src/models/calibration.js';
import { type EvidenceModel, evidenceModelFormat, logOddsOf } from '../../src/models/evidence-model.js';
import { type FeatureShape, fitEvidenceModel } from '../../src/models/fit-evidence-model.js';
import { areaUnderCurve } from '../area-under-curve.js';
import { writeEvidenceModel } from '../evidence-model.js';
import { grouped } from '../grouped.js';
import { printTable, share, showProgress } from './report.js';
import { filesIn } from './songs.js';

const rate = 16_000;
const pieceSamples = 20 * rate;
/** Pieces of a recording: what is played for longer is no more a case. */
const maxPieces = 6;
/** Of 1,000 pieces of music at most this many may reach the threshold. */
const falseAlarmsPer1000 = 1;

interface Piece {
  readonly group: string;
  readonly isSpeech: boolean;
  readonly recording: string;
  readonly measured: SpeechMeasurements;
}

/** `speech` and `music` hold a folder for each group: a speaker, a collection. Writes the model where `version` is given. */
export async function fitSpeech(
  speech: string,
  music: string,
  { cacheFolder, version }: { cacheFolder: string; version: string | undefined },
): Promise<void> {
  const pieces = [
    ...(await measureFolder(speech, true, cacheFolder)),
    ...(await measureFolder(music, false, cacheFolder)),
  ];
  const scored = leaveGroupsOut(pieces);
  printTable(
    ['measurements', 'area under the curve', 'speech found', 'music called speech'],
    [
      ['all', ...figures(scored)],
      ...speechFeatures.map(({ name }) => [
        `without ${name}`,
        ...figures(
          leaveGroupsOut(
            pieces,
            speechFeatures.filter((shape) => shape.name !== name),
          ),
        ),
      ]),
    ],
  );
  const groups = [...new Set(pieces.map(({ group }) => group))];
  const threshold = thresholdOf(scored);
  printTable(
    ['group left out', 'pieces', 'is', 'called speech'],
    groups.map((group) => {
      const own = scored.filter(({ piece }) => piece.group === group);
      const called = own.filter(({ logOdds }) => logOdds >= threshold).length;
      return [group, own.length, own[0]!.piece.isSpeech ? 'speech' : 'music', called];
    }),
  );
  if (version !== undefined) write(pieces, scored, version);
}

async function measureFolder(folder: string, isSpeech: boolean, cacheFolder: string): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => filesIn(join(folder, name)).map((path) => ({ group: name, path })));
  for (const [i, { group, path }] of files.entries()) {
    const key = createHash('sha256')
      .update(`${group}/${basename(path)}`)
      .digest('hex');
    const measured = await measuredPieces(path, join(cacheFolder, `speech-${key}.json`));
    pieces.push(...measured.map((one) => ({ group, isSpeech, recording: basename(path), measured: one })));
    showProgress(i + 1, files.length, isSpeech ? 'measuring speech' : 'measuring music');
  }
  return pieces;
}

/** Of a recording's pieces; kept in a file for the next run. */
async function measuredPieces(path: string, cached: string): Promise<SpeechMeasurements[]> {
  if (existsSync(cached)) return JSON.parse(readFileSync(cached, 'utf8')) as SpeechMeasurements[];
  const samples = await decodeMono(path, rate);
  const count = Math.max(1, Math.floor(samples.length / pieceSamples + 0.5));
  const every = Math.ceil(count / maxPieces);
  const pieces: SpeechMeasurements[] = [];
  for (let at = 0; at < count; at += every) {
    const measured = await measureSpeech(samples.subarray(at * pieceSamples, (at + 1) * pieceSamples));
    if (measured) pieces.push(measured);
  }
  writeFileSync(cached, JSON.stringify(pieces));
  return pieces;
}

interface Scored {
  readonly piece: Piece;
  readonly logOdds: number;
}

/** Groups of one side count the same, whatever their size. */
function fitPieces(
  pieces: readonly Piece[],
  shapes: readonly FeatureShape[],
  version: string,
): EvidenceModel {
  const sizes = new Map<string, number>();
  for (const { group } of pieces) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const fitted = fitEvidenceModel(
    shapes,
    pieces.map(({ group, isSpeech, measured }) => ({
      candidates: [valuesOf(measured, shapes)],
      isPositive: isSpeech,
      weight: 1 / Math.sqrt(sizes.get(group)!),
    })),
  );
  return { format: evidenceModelFormat, formatVersion: 1, id: speechModelId, version, ...fitted };
}

function valuesOf(measured: SpeechMeasurements, shapes: readonly FeatureShape[]): number[] {
  const all = speechValues(measured);
  return shapes.map((shape) => all[speechFeatures.findIndex(({ name }) => name === shape.name)]!);
}

function leaveGroupsOut(
  pieces: readonly Piece[],
  shapes: readonly FeatureShape[] = speechFeatures,
): Scored[] {
  const groups = [...new Set(pieces.map(({ group }) => group))];
  return groups.flatMap((group) => {
    const model = fitPieces(
      pieces.filter((piece) => piece.group !== group),
      shapes,
      'fold',
    );
    return pieces
      .filter((piece) => piece.group === group)
      .map((piece) => ({ piece, logOdds: logOddsOf(model, valuesOf(piece.measured, shapes)) }));
  });
}

function calibrationOf(scored: readonly Scored[], version: string): FalseAlarmCalibration {
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

function thresholdOf(scored: readonly Scored[]): number {
  return thresholdFor(calibrationOf(scored, 'fold'), falseAlarmsPer1000);
}

function figures(scored: readonly Scored[]): [string, string, string] {
  const threshold = thresholdOf(scored);
  const [speech, music] = [true, false].map((isSpeech) =>
    scored.filter(({ piece }) => piece.isSpeech === isSpeech).map(({ logOdds }) => logOdds),
  ) as [number[], number[]];
  const called = (values: readonly number[]): number => values.filter((value) => value >= threshold).length;
  return [
    areaUnderCurve(speech, music).toFixed(4),
    share(called(speech), speech.length),
    `${called(music)} of ${music.length}`,
  ];
}

function write(pieces: readonly Piece[], scored: readonly Scored[], version: string): void {
  const [area, found] = figures(scored);
  const folder = writeEvidenceModel(
    { model: fitPieces(pieces, speechFeatures, version), calibration: calibrationOf(scored, version) },
    {
      intendedUse:
        'Whether a recording that no registered song was found for is speech alone, so that the check cannot be decided.',
      limits: [
        'The speech is that of ten speakers and synthesisers, dry and close to the microphone; reverberant speech is often taken for music.',
        'Unaccompanied singing and rap are a handful of recordings.',
      ],
      trainingCommand: `npm run bench -- fingerprint --speech DIR --songs DIR --fit ${version}`,
      seed: 0,
      metrics: {
        'area under the curve, groups left out': Number(area),
        'speech found, groups left out': Number(found),
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
