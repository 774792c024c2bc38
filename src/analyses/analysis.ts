/**
 * The one interface that every analysis implements, and the terms it uses.
 *
 * - An *analysis* serves one operation. It runs on the worker's main thread and therefore computes nothing
 *   itself: it awaits storage and *kernels*.
 * - A *kernel* is a named function that runs in a compute process: bytes and numbers in, numbers out. It never
 *   sees the database or the network and can be killed at any time.
 * - An *outcome* is what a finished analysis hands back: the documented result, extra detail, and what must be
 *   written in the same database transaction as the task's final state and its outgoing callback.
 */
import type { OperationName, RequestVariant } from '../domain/operations.js';
import type { JsonObject, JsonValue } from '../domain/task.js';

/** A database transaction, opaque to analyses: they only pass it on to the stores they were given. */
export interface Transaction {
  readonly transaction: unique symbol;
}

/** Reports how far a piece of work is: fraction in 0 … 1, stage in a few words. */
export type ReportProgress = (fraction: number, stage: string) => void;

export interface ComputeOptions {
  /** Aborting kills the compute process that runs the kernel. */
  signal?: AbortSignal;
  onProgress?: ReportProgress;
  /** Wall-clock limit; the operator's default where absent. */
  timeoutSeconds?: number;
  /** Whose work it is: owners take turns where work waits. */
  owner?: string;
}

/** Runs kernels in compute processes. Rejects with a ComputeError when one fails, is killed or runs too long. */
export interface Compute {
  run<Output>(kernel: string, input: unknown, options?: ComputeOptions): Promise<Output>;
}

export type ComputeFailure = 'bad-input' | 'timeout' | 'memory' | 'crashed' | 'aborted' | 'busy' | 'internal';

/** `bad-input` is the input's fault and final; the others may pass when tried again. `busy`: its owner has too much waiting. */
export class ComputeError extends Error {
  constructor(
    readonly failure: ComputeFailure,
    message: string,
  ) {
    super(message);
    this.name = 'ComputeError';
  }
}

/** What PCM a kernel asks of the decoder. `native` keeps the file's own rate or channels. */
export interface PcmFormat {
  sampleRateHz: number | 'native';
  channels: 1 | 2 | 'native';
}

/** Decoded audio as it comes: interleaved 32-bit float samples in −1 … 1, in chunks of any length. */
export interface PcmStream extends AsyncIterable<Float32Array> {
  readonly sampleRateHz: number;
  readonly channels: number;
}

/** What a kernel may use besides its input. */
export interface KernelTools {
  /** Opens a local audio file of unknown content; rejects with ComputeError('bad-input') if undecodable. */
  decode(path: string, format: PcmFormat): Promise<PcmStream>;
  progress: ReportProgress;
  /** Where the operator's optional models are; may not exist. */
  readonly modelsDir: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a kernel's input and output are its own business
export interface Kernel<Input = any, Output = any> {
  /** `<analysis>.<verb>`, for example `fingerprint.extract`. */
  readonly name: string;
  run(input: Input, tools: KernelTools): Promise<Output> | Output;
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

/** A failure whose message is written for the customer: what happened and what to do. Never retried. */
export class AnalysisError extends Error {
  constructor(
    message: string,
    /** Evidence for the failure, read back with the task as `detail`; a verdict `cannot_tell` where there is one. */
    readonly detail?: JsonObject,
  ) {
    super(message);
    this.name = 'AnalysisError';
  }
}

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
