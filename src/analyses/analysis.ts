/**
 * The one interface that every analysis implements, and the terms it uses.
 *
 * - An *analysis* serves one operation. It runs on the worker's main thread and therefore computes nothing
 *   itself: it awaits storage and *kernels* (domain/compute.ts).
 * - An *outcome* is what a finished analysis returns: the documented result, extra detail, and what must be
 *   written in the same database transaction as the task's final state and its outgoing callback.
 */
import type { Compute, ReportProgress } from '../domain/compute.js';
import { type Verdict, verdictToJson } from '../domain/finding.js';
import type { OperationName, RequestVariant } from '../domain/operations.js';
import type { JsonObject, JsonValue } from '../domain/task.js';
import type { SingingStretch, SongDescription, VoicePresence } from '../music/song-description.js';

/** A database transaction, opaque to analyses: they only pass it on to the stores they were given. */
export interface Transaction {
  readonly transaction: unique symbol;
}

/** The song a request is about, as a file that a compute process can open. */
export interface MusicInput {
  readonly musicId: string;
  readonly title: string;
  readonly artist: string;
  readonly filename: string;
  readonly path: string;
  readonly sha256: string;
  readonly durationSeconds: number;
}

export interface AnalysisRequest {
  readonly accountId: string;
  readonly taskId: string;
  readonly model: string;
  readonly variant: RequestVariant;
  /** Null for operations on text. */
  readonly music: MusicInput | null;
  readonly parameters: JsonObject;
}

export interface AnalysisContext {
  readonly compute: Compute;
  readonly signal: AbortSignal;
  readonly progress: ReportProgress;
}

/** The context of a step that makes up the part of the progress between `from` and `to`, 0 … 1 each. */
export function partOfProgress(context: AnalysisContext, from: number, to: number): AnalysisContext {
  return {
    ...context,
    progress: (fraction, stage) => context.progress(from + fraction * (to - from), stage),
  };
}

export interface AnalysisOutcome {
  /** The documented result object; null where the operation documents none. */
  readonly result: JsonValue;
  /** Extra, documented evidence; read back with the task, never part of the documented result. */
  readonly detail?: JsonValue;
  /** Writes that must be one with the task's final state. Must be idempotent: a task can run twice. */
  commit?(transaction: Transaction): Promise<void>;
}

export interface Analysis {
  readonly operation: OperationName;
  /** Throws AnalysisError for an honest, final failure; any other error is tried again, then reported (an UnavailableError in its own words). */
  run(request: AnalysisRequest, context: AnalysisContext): Promise<AnalysisOutcome>;
}

/**
 * Describes recordings (and MIDI files) as music. An implementation keeps a description with its music and computes
 * it once. Throws AnalysisError with a sentence for the customer where it cannot.
 */
export interface DescriptionSource {
  describe(music: MusicInput, context: AnalysisContext): Promise<SongDescription>;
}

/** The vocals of a recording as a file of their own, there until it is released. */
export interface SeparatedVocals {
  readonly path: string;
  release(): Promise<void>;
}

/** Null where the operator has installed no separator. */
export type SeparateVocals = (music: MusicInput, context: AnalysisContext) => Promise<SeparatedVocals | null>;

/** What lyric transcription hears of a voice in a recording. */
export interface HeardVoice {
  readonly voice: VoicePresence;
  /** Rising, without overlap; empty where the voice is absent. */
  readonly singing: readonly SingingStretch[];
}

/** Null where it could not be heard: the description then shows the tracked line's own stretches, as doubtful. */
export type HearVoice = (music: MusicInput, context: AnalysisContext) => Promise<HeardVoice | null>;

/**
 * Something that the analysis needs is away and may come back. Tried again; where that does not help, message and
 * detail are what the customer gets.
 */
export class UnavailableError extends Error {
  constructor(
    message: string,
    readonly detail?: JsonObject,
  ) {
    super(message);
    this.name = 'UnavailableError';
  }
}

/** What a search that could not be made leaves open. */
export interface Undecided {
  /** Begins the sentence "… cannot be determined now". */
  readonly question: string;
  /** Completes "… were not searched." */
  readonly notSearched: string;
  readonly threshold?: Verdict['threshold'];
  /** Of the failure, beside its verdict. */
  readonly detail: JsonObject;
}

/**
 * Runs a search. What cannot be searched for now must not be taken for something without the song: where it is
 * unavailable the failure says that nothing was decided, and what was not searched.
 */
export async function searchOrAbstain<Result>(
  { question, notSearched, threshold, detail }: Undecided,
  search: () => Promise<Result>,
): Promise<Result> {
  try {
    return await search();
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    throw new UnavailableError(`${question} cannot be determined now: ${error.message} Run it again later.`, {
      ...detail,
      verdict: verdictToJson({
        finding: 'cannot_tell',
        ...(threshold === undefined ? {} : { threshold }),
        searched: { count: 0, unit: 'songs' },
        reasons: [error.message, `${notSearched} were not searched.`],
        limits: [],
      }),
    });
  }
}
