/**
 * Running kernels. A *kernel* is a named function that runs in a compute process: bytes and numbers in, numbers out. It
 * never sees the database or the network, and can be killed at any time.
 */

/** Reports how far a piece of work is: fraction in 0 … 1, stage in a few words. */
export type ReportProgress = (fraction: number, stage: string) => void;

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

/** What a kernel may use that needs something of its caller once it knows what (docs/decisions/0011). */
export interface AskingTools<Question, Answer> extends KernelTools {
  /** One question at a time, answered by ComputeOptions.answer. Rejects where that failed, or there is none. */
  ask(question: Question): Promise<Answer>;
}

// biome-ignore lint/suspicious/noExplicitAny: a kernel's input and output are its own business
export interface Kernel<Input = any, Output = any> {
  /** `<analysis>.<verb>`, for example `fingerprint.extract`. */
  readonly name: string;
  run(input: Input, tools: KernelTools): Promise<Output> | Output;
}

/** A kernel that asks its caller in the middle of its work. */
export interface AskingKernel<Input, Output, Question, Answer> {
  readonly name: string;
  run(input: Input, tools: AskingTools<Question, Answer>): Promise<Output>;
}

/** The kernels by name. `compute/kernels.ts` fills it from its table, so that caller and compute process agree on types. */
// biome-ignore lint/suspicious/noEmptyInterface: declaration merging needs an interface
export interface KernelMap {}

export type KernelName = keyof KernelMap;
export type KernelInput<Name extends KernelName> =
  KernelMap[Name] extends Kernel<infer Input, unknown> ? Input : never;
export type KernelOutput<Name extends KernelName> =
  KernelMap[Name] extends Kernel<never, infer Output> ? Output : never;
export type KernelQuestion<Name extends KernelName> =
  KernelMap[Name] extends AskingKernel<never, unknown, infer Question, unknown> ? Question : unknown;
export type KernelAnswer<Name extends KernelName> =
  KernelMap[Name] extends AskingKernel<never, unknown, unknown, infer Answer> ? Answer : unknown;

// biome-ignore lint/suspicious/noExplicitAny: what is asked is between a kernel and its caller
export interface ComputeOptions<Question = any, Answer = any> {
  /** Aborting kills the compute process that runs the kernel. */
  signal?: AbortSignal;
  onProgress?: ReportProgress;
  /** Wall-clock limit; the operator's default where absent. */
  timeoutSeconds?: number;
  /**
   * Answers what the kernel asks. The question comes out of a process that is not trusted: look at it before anything is
   * read for it. Where this throws, the call fails with that error.
   */
  answer?(question: Question): Promise<Answer>;
  /** Whose work it is: owners take turns where work waits. */
  owner?: string;
}

/** Runs kernels in compute processes. Rejects with a ComputeError when one fails, is killed or runs too long. */
export interface Compute {
  run<Name extends KernelName>(
    kernel: Name,
    input: KernelInput<Name>,
    options?: ComputeOptions<KernelQuestion<Name>, KernelAnswer<Name>>,
  ): Promise<KernelOutput<Name>>;
}

export type ComputeFailure =
  | 'bad-input'
  | 'timeout'
  | 'memory'
  | 'crashed'
  | 'aborted'
  | 'busy'
  | 'disk-full'
  | 'internal';

/** `bad-input` is the input's fault and final; the others may pass when tried again. `busy`: its owner has too much waiting. The message of `internal` is for a log: it holds a stack. */
export class ComputeError extends Error {
  constructor(
    readonly failure: ComputeFailure,
    message: string,
  ) {
    super(message);
    this.name = 'ComputeError';
  }
}

/** What a customer reads of a failure that is not theirs: the kind, never the inside. Null where the kind says nothing. */
export function publicReason(error: unknown): string | null {
  if (!(error instanceof ComputeError) || error.failure === 'internal') return null;
  return error.failure === 'disk-full' ? 'The disk of the service is full.' : error.message;
}
