/** Messages between the pool and a compute process. Typed arrays travel as they are (structured clone). */

import type { DecodeErrorCode } from '../audio/decode-error.js';
import type { DecodeLimits } from '../audio/limits.js';
import type { ComputeFailure } from '../domain/compute.js';
import type { SandboxPlan } from '../sandbox/plan.js';

/** The process's only argument, as JSON. */
export interface ComputeSettings {
  readonly modelsDir: string;
  readonly decodeLimits: DecodeLimits;
  readonly memoryMb: number;
  /** Null where the kernel ends the process with its parent. */
  readonly parentPid: number | null;
  /** For the decoding processes that it starts. */
  readonly sandbox: SandboxPlan;
  readonly hiddenFolders: readonly string[];
  /** Module that exports `kernels`. */
  readonly kernelsUrl: string;
}

export interface RunMessage {
  readonly type: 'run';
  readonly kernel: string;
  readonly input: unknown;
}

/** To the process: what its last question asked for, or why there is no answer. */
export interface AnswerMessage {
  readonly type: 'answer';
  readonly answer?: unknown;
  readonly failure?: string;
}

export type MessageToProcess = RunMessage | AnswerMessage;

/** The process waits for an AnswerMessage. */
export interface AskMessage {
  readonly type: 'ask';
  readonly question: unknown;
}

export interface ProgressMessage {
  readonly type: 'progress';
  readonly fraction: number;
  readonly stage: string;
}

export interface ResultMessage {
  readonly type: 'result';
  readonly output: unknown;
}

export interface FailedMessage {
  readonly type: 'failed';
  readonly failure: ComputeFailure;
  /** Of a DecodeError. */
  readonly code: DecodeErrorCode | null;
  readonly message: string;
}

/** Sent once, when the process can take work. */
export interface ReadyMessage {
  readonly type: 'ready';
}

export type MessageFromProcess = ReadyMessage | AskMessage | ProgressMessage | ResultMessage | FailedMessage;
