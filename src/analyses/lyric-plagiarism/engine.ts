/** What turns text into numbers: the sentence encoder and the measure of how much a line says. */
import { createHash } from 'node:crypto';
import { findModel, loadManifest, modelFolder } from '../../models/manifest.js';
import { openSentenceEncoder, type SentenceEncoder } from '../../models/sentence-encoder.js';
import { type LineInformation, openLineInformation } from '../../models/word-information.js';
import { normalisationVersion } from '../../text/normalise-line.js';

export const defaultEncoderId = 'mini-multi-static-128';

export interface LyricEngine {
  readonly encoderId: string;
  /** Names everything that a stored index depends on: another key means another index. */
  readonly encoderKey: string;
  readonly backgroundCosine: number;
  readonly encoder: SentenceEncoder;
  readonly information: LineInformation;
}

/** The key of `encoderId` without opening it. Throws when the manifest has no such sentence encoder. */
export function encoderKeyOf(encoderId: string): string {
  const entry = findModel(loadManifest(), encoderId);
  if (!entry.encoder) throw new Error(`The model "${encoderId}" is no sentence encoder.`);
  // How scores are read from cosines may change without touching what is stored.
  const { backgroundCosine: _, limits: __, ...stored } = entry.encoder;
  const identity = JSON.stringify([stored, entry.revision, entry.files, normalisationVersion]);
  return `${encoderId}@${createHash('sha256').update(identity).digest('hex').slice(0, 12)}`;
}

/** What the encoder cannot do, for the user. */
export function encoderLimitsOf(encoderId: string): string {
  return findModel(loadManifest(), encoderId).encoder?.limits ?? '';
}

const opened = new Map<string, Promise<LyricEngine>>();

/** Opens the engine once a process. */
export function lyricEngine(encoderId: string, modelsDir: string): Promise<LyricEngine> {
  const key = `${modelsDir}\n${encoderId}`;
  let engine = opened.get(key);
  if (!engine) {
    engine = open(encoderId, modelsDir);
    opened.set(key, engine);
    engine.catch(() => opened.delete(key));
  }
  return engine;
}

async function open(encoderId: string, modelsDir: string): Promise<LyricEngine> {
  const known = loadManifest();
  const entry = findModel(known, encoderId);
  const encoderKey = encoderKeyOf(encoderId);
  return {
    encoderId,
    encoderKey,
    backgroundCosine: entry.encoder!.backgroundCosine,
    encoder: await openSentenceEncoder(modelFolder(entry, modelsDir), entry.encoder!),
    information: await openLineInformation(modelFolder(findModel(known, defaultEncoderId), modelsDir)),
  };
}
