/** The analysis of every operation: the compiler asks for that of a new one. */
import type { OperationName } from '../domain/operations.js';
import { type AiDetectionOptions, createAiDetection } from './ai-detection/ai-detection.js';
import type { Analysis, DescriptionSource } from './analysis.js';
import { createFingerprintAdd } from './fingerprint/add.js';
import { createFingerprintCheck } from './fingerprint/check.js';
import type { Strictness } from './fingerprint/decision/decision.js';
import type { FingerprintIndex } from './fingerprint/ports.js';
import { createFingerprintScan } from './fingerprint/scan.js';
import type { LyricEncoder } from './lyric-plagiarism/engine.js';
import { createLyricPlagiarism } from './lyric-plagiarism/lyric-plagiarism.js';
import type { LyricIndex } from './lyric-plagiarism/ports.js';
import {
  createLyricTranscription,
  type LyricTranscriptionOptions,
} from './lyric-transcription/lyric-transcription.js';
import { createCompare } from './plagiarism/compare.js';
import { createPlagiarism, type PlagiarismOptions } from './plagiarism/plagiarism.js';
import type { MelodyIndex, OpenMusic } from './plagiarism/ports.js';

export interface AnalysisIndexes {
  readonly fingerprints: FingerprintIndex;
  readonly lyrics: LyricIndex;
  readonly melodies: MelodyIndex;
  readonly descriptions: DescriptionSource;
  readonly openMusic: OpenMusic;
}

export interface AnalysisOptions {
  /** Where the operator's optional models are. */
  readonly modelsDir: string;
  /** Default `normal`. */
  readonly fingerprintStrictness?: Strictness;
  /** The files of registered songs, where they are no uploads. */
  readonly openRegistered?: OpenMusic;
  /** The operator's choice; the shipped encoder where absent. */
  readonly lyricEncoder?: LyricEncoder;
  /** What the operator adds to AI detection. */
  readonly aiDetection?: AiDetectionOptions;
  /** The operator's choice of models or endpoint; installed models where absent. */
  readonly transcription?: LyricTranscriptionOptions;
}

export function createAnalyses(
  indexes: AnalysisIndexes,
  options: AnalysisOptions,
): ReadonlyMap<OperationName, Analysis> {
  const transcription = createLyricTranscription(options.transcription ?? { modelsDir: options.modelsDir });
  const analyses: Readonly<Record<OperationName, Analysis>> = {
    'fingerprint-add': createFingerprintAdd(indexes.fingerprints),
    'fingerprint-check': createFingerprintCheck(indexes.fingerprints, {
      strictness: options.fingerprintStrictness,
      openMusic: options.openRegistered ?? indexes.openMusic,
    }),
    'fingerprint-scan': createFingerprintScan(indexes.fingerprints, {
      strictness: options.fingerprintStrictness,
    }),
    'ai-detection': createAiDetection(options.aiDetection),
    'lyric-plagiarism': createLyricPlagiarism({
      index: indexes.lyrics,
      encoder: options.lyricEncoder,
      transcription,
    }),
    plagiarism: createPlagiarism(plagiarismParts(indexes)),
    compare: createCompare(indexes),
    'lyric-transcription': transcription,
  };
  return new Map(Object.values(analyses).map((analysis) => [analysis.operation, analysis]));
}

/** What the plagiarism analysis and the maintenance of its index work with. */
export function plagiarismParts(indexes: AnalysisIndexes): PlagiarismOptions {
  return {
    index: indexes.melodies,
    descriptions: indexes.descriptions,
    openMusic: indexes.openMusic,
  };
}
