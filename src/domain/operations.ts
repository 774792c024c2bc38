/**
 * The operations a task can be, and what the interface fixes about each: the models it accepts, the names
 * its callbacks use, and the price of one call.
 */
import type { Plan } from './plans.js';

export const operationNames = [
  'fingerprint-add',
  'fingerprint-check',
  'fingerprint-scan',
  'plagiarism',
  'compare',
  'lyric-plagiarism',
  'lyric-transcription',
  'ai-detection',
] as const;

export type OperationName = (typeof operationNames)[number];

/** `music`: the JSON variant with a musicId (v1.1.1). `file`: the multipart variant (v1.0, v1.1). */
export type RequestVariant = 'music' | 'file';

export interface OperationFacts {
  /** Models allowed in the path; an empty list where the path names none. */
  readonly models: readonly string[];
  /** Whether one `processing` callback precedes the final one. */
  readonly sendsProcessingCallback: boolean;
  /** The status its successful final callback reports. */
  readonly successStatus: 'success' | 'completed';
  /** Price of one call in US dollars, by model; a model that is not listed costs nothing. */
  readonly priceUsdByModel: Readonly<Record<string, number>>;
  /** Whether it looks at the sound itself, so that a song that is given as notes (MIDI) is no input. */
  readonly needsAudio: boolean;
  /** Claimed before larger numbers: short work is not kept waiting by long work. */
  readonly priority: number;
}

export const operations: Readonly<Record<OperationName, OperationFacts>> = {
  'fingerprint-add': {
    models: [],
    sendsProcessingCallback: false,
    successStatus: 'success',
    priceUsdByModel: {},
    needsAudio: true,
    priority: 10,
  },
  'fingerprint-check': {
    models: [],
    sendsProcessingCallback: false,
    successStatus: 'success',
    priceUsdByModel: {},
    needsAudio: true,
    priority: 10,
  },
  'fingerprint-scan': {
    models: [],
    sendsProcessingCallback: true,
    successStatus: 'success',
    priceUsdByModel: {},
    needsAudio: true,
    priority: 30,
  },
  'lyric-plagiarism': {
    models: ['standard'],
    sendsProcessingCallback: false,
    successStatus: 'completed',
    priceUsdByModel: {},
    // Of a recording it compares what is sung there.
    needsAudio: true,
    priority: 10,
  },
  plagiarism: {
    models: ['standard'],
    sendsProcessingCallback: true,
    successStatus: 'success',
    priceUsdByModel: {},
    needsAudio: false,
    priority: 20,
  },
  compare: {
    models: [],
    sendsProcessingCallback: false,
    successStatus: 'success',
    priceUsdByModel: {},
    needsAudio: false,
    priority: 20,
  },
  'lyric-transcription': {
    models: ['standard'],
    sendsProcessingCallback: false,
    successStatus: 'success',
    priceUsdByModel: {},
    needsAudio: true,
    priority: 20,
  },
  'ai-detection': {
    models: ['lite', 'standard', 'pro', 'pro-v2'],
    sendsProcessingCallback: true,
    successStatus: 'success',
    priceUsdByModel: { lite: 0.1, standard: 0.2, pro: 0.5 },
    needsAudio: true,
    priority: 20,
  },
};

/** The plan a model needs, or null where every plan may use it. */
export function requiredPlan(operation: OperationName, model: string): Plan | null {
  return operation === 'ai-detection' && model === 'pro-v2' ? 'enterprise' : null;
}

/** What a customer reads who asks for such an analysis of a MIDI file. */
export function needsAudioMessage(operation: OperationName): string {
  return `${operation} listens to sound, and a MIDI file holds notes only: give it a recording of the song.`;
}
