/** What turns text into numbers: the sentence encoder and the measure of how much a line says. */
import { createHash } from 'node:crypto';
import { findEncoder, requireInstalled, shippedFolder } from '../../models/encoder-choice.js';
import type { SentenceEncoder } from '../../models/encoder-output.js';
import { openSentenceEncoder } from '../../models/sentence-encoder.js';
import {
  openWordInformation,
  unknownCharacterNats,
  type WordInformation,
} from '../../models/word-information.js';
import { normalisationVersion } from '../../text/normalise-line.js';
import { createRunInformation, type RunInformation } from '../../text/run-information.js';
import { openWordReader, type WordReader } from '../../text/word-marks.js';

export const defaultEncoderId = 'mini-multi-static-128';

export interface LyricEngine {
  readonly encoderId: string;
  /** Names everything that a stored index depends on: another key means another index. */
  readonly encoderKey: string;
  readonly backgroundCosine: number;
  readonly encoder: SentenceEncoder;
  readonly information: WordInformation;
  readonly runInformation: RunInformation;
  readonly words: WordReader;
}

/** A sentence encoder by name, not opened yet. */
export interface LyricEncoder {
  readonly id: string;
  /** The key of the index that it makes. */
  readonly key: string;
  /** What it cannot do, for the user. */
  readonly limits: string;
}

/** Throws EncoderError where there is no such encoder. */
export function chooseEncoder(id: string, modelsDir: string): LyricEncoder {
  const { identity, settings } = findEncoder(id, modelsDir);
  const hash = createHash('sha256').update(JSON.stringify([identity, normalisationVersion]));
  return { id, key: `${id}@${hash.digest('hex').slice(0, 12)}`, limits: settings.limits };
}

/** The encoder that comes with the program. */
export function shippedEncoder(): LyricEncoder {
  return chooseEncoder(defaultEncoderId, '');
}

const opened = new Map<string, Promise<LyricEngine>>();

/** Opens the engine once a process. Throws EncoderError where it is not installed. */
export async function lyricEngine(encoderId: string, modelsDir: string): Promise<LyricEngine> {
  requireInstalled(encoderId, modelsDir);
  const { folder } = findEncoder(encoderId, modelsDir);
  const encoderKey = chooseEncoder(encoderId, modelsDir).key;
  // The encoder that ships is the same one whatever the folder of models: it holds 150 MB.
  const key = `${folder}\n${encoderKey}`;
  let engine = opened.get(key);
  if (!engine) {
    engine = open(encoderId, modelsDir, encoderKey);
    opened.set(key, engine);
    engine.catch(() => opened.delete(key));
  }
  return engine;
}

async function open(encoderId: string, modelsDir: string, encoderKey: string): Promise<LyricEngine> {
  const { folder, settings } = findEncoder(encoderId, modelsDir);
  const information = await openWordInformation(shippedFolder(defaultEncoderId));
  return {
    encoderId,
    encoderKey,
    backgroundCosine: settings.backgroundCosine,
    encoder: await openSentenceEncoder(folder, settings),
    information,
    runInformation: createRunInformation(information.pieces, unknownCharacterNats),
    words: await openWordReader(),
  };
}
