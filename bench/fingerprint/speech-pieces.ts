/** Pieces of 20 s of folders of speech and of music, as recorded and through four conditions each. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  measureSpeech,
  type SpeechMeasurements,
} from '../../src/analyses/fingerprint/speech/speech-measurements.js';
import { speechFeatures } from '../../src/analyses/fingerprint/speech/speech-odds.js';
import { decodeMono } from '../../src/audio/decode-mono.js';
import { showProgress } from './report.js';
import { filesIn } from './songs.js';
import { conditionRandom, type SpeechCondition, speechConditions } from './speech-conditions.js';

const rate = 16_000;
const pieceSamples = 20 * rate;
/** Pieces of a recording: what is played for longer is no more a case. */
const maxPieces = 6;
/** Beside the piece as it is; drawn for each piece. */
const conditionsAPiece = 4;

export interface Piece {
  /** A speaker, an album: the name of its folder. */
  readonly group: string;
  /** What shares it is left out together: the folder's name up to the last hyphen. */
  readonly collection: string;
  readonly isSpeech: boolean;
  readonly condition: string;
  readonly measured: SpeechMeasurements;
}

type Measured = Pick<Piece, 'condition' | 'measured'>;

/** `folder` holds a folder for each group. */
export async function piecesIn(folder: string, isSpeech: boolean, cacheFolder: string): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const files = readdirSync(folder)
    .sort()
    .flatMap((name) => filesIn(join(folder, name)).map((path) => ({ group: name, path })));
  for (const [i, { group, path }] of files.entries()) {
    const collection = group.replace(/-[^-]*$/, '');
    const measured = await measuredFile(`${group}/${basename(path)}`, path, cacheFolder);
    pieces.push(...measured.map((one) => ({ group, collection, isSpeech, ...one })));
    showProgress(i + 1, files.length, isSpeech ? 'measuring speech' : 'measuring music');
  }
  return pieces;
}

/** Kept in a file for the next run. */
async function measuredFile(name: string, path: string, cacheFolder: string): Promise<Measured[]> {
  const what = [name, ...speechFeatures.map((feature) => feature.name)].join(' ');
  const cached = join(cacheFolder, `speech-${createHash('sha256').update(what).digest('hex')}.json`);
  if (existsSync(cached)) return JSON.parse(readFileSync(cached, 'utf8')) as Measured[];
  const samples = await decodeMono(path, rate);
  const count = Math.max(1, Math.floor(samples.length / pieceSamples + 0.5));
  const every = Math.ceil(count / maxPieces);
  const pieces: Measured[] = [];
  for (let at = 0; at < count; at += every) {
    const piece = samples.subarray(at * pieceSamples, (at + 1) * pieceSamples);
    const pieceName = at === 0 ? name : `${name} ${at}`;
    for (const condition of conditionsOf(pieceName)) {
      const heard = await condition.apply(piece, conditionRandom(pieceName, condition.name));
      const measured = await measureSpeech(heard);
      if (measured) pieces.push({ condition: condition.name, measured });
    }
  }
  writeFileSync(cached, JSON.stringify(pieces));
  return pieces;
}

function conditionsOf(piece: string): SpeechCondition[] {
  const random = conditionRandom(piece, 'pick');
  const [asRecorded, ...others] = speechConditions;
  const drawn = others.map((condition) => ({ condition, at: random() })).sort((a, b) => a.at - b.at);
  return [asRecorded!, ...drawn.slice(0, conditionsAPiece).map(({ condition }) => condition)];
}
