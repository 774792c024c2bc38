import { type ChildProcess, fork } from 'node:child_process';
import { DecodeError } from '../audio/decode-error.js';
import { memorySignal } from '../audio/watchdog.js';
import { ComputeError, type ComputeOptions } from '../domain/compute.js';
import { childEnd } from '../sandbox/child-end.js';
import { childEntry } from '../sandbox/child-entry.js';
import type { SandboxedNode } from '../sandbox/command.js';
import type {
  AnswerMessage,
  ComputeSettings,
  FailedMessage,
  MessageFromProcess,
  RunMessage,
} from './protocol.js';

const entry = childEntry(import.meta.url, './process');
/** For kernels that are sources themselves, as some tests' are. */
const sourceEntry = childEntry(import.meta.url, './process', true);

/** What a call wants while it runs. */
export type Listeners = Pick<ComputeOptions, 'onProgress' | 'answer'>;

interface CurrentCall {
  readonly listeners: Listeners;
  /** Why a question was not answered: what the call then fails with. */
  unanswered?: { readonly reason: unknown };
  /** A question is being answered: a kernel asks one at a time. */
  isAnswering?: boolean;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

function errorOf(message: FailedMessage): ComputeError {
  return message.code === null
    ? new ComputeError(message.failure, message.message)
    : new DecodeError(message.code, message.message);
}

/** The pool's side of one compute process. Once it has ended it is of no more use. */
export class Worker {
  private readonly child: ChildProcess;
  private current: CurrentCall | null = null;
  private killedFor: ComputeError | null = null;
  /** Settles when the process is gone. */
  readonly ended: Promise<void>;
  hasEnded = false;

  constructor(
    private readonly settings: ComputeSettings,
    node: SandboxedNode,
  ) {
    const { file, execArgv } = settings.kernelsUrl.endsWith('.ts') ? sourceEntry : entry;
    this.child = fork(file, [JSON.stringify(settings)], {
      serialization: 'advanced',
      execPath: node.file,
      execArgv: [...node.args, ...execArgv],
      env: node.env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      ...node.options,
    });
    this.child.on('message', (message) => this.receive(message as MessageFromProcess));
    this.ended = new Promise((resolve) => {
      const end = (): void => {
        this.hasEnded = true;
        this.settle((call) => call.reject(this.causeOfDeath()));
        resolve();
      };
      this.child.on('exit', end);
      // Failed to start, or a message that cannot be sent: either way it is of no more use.
      this.child.on('error', () => {
        this.child.kill('SIGKILL');
        if (this.child.pid === undefined) end();
      });
    });
  }

  /** Whether its end has been ordered: it may live for another moment, but takes no more work. */
  get isKilled(): boolean {
    return this.killedFor !== null;
  }

  /** Runs one kernel; the pool never gives a second while one runs. */
  run(message: RunMessage, listeners: Listeners): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.current = { listeners, resolve, reject };
      if (this.hasEnded) {
        this.settle((call) => call.reject(this.causeOfDeath()));
        return;
      }
      try {
        this.child.send(message);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.settle((call) =>
          call.reject(
            new ComputeError('internal', `The input cannot be sent to a compute process: ${reason}`),
          ),
        );
      }
    });
  }

  /** Ends the process at once; a running call fails with `reason`. Its decoding processes end with it. */
  kill(reason: ComputeError): void {
    this.killedFor ??= reason;
    this.child.kill('SIGKILL');
  }

  private receive(message: MessageFromProcess): void {
    if (message.type === 'progress') this.current?.listeners.onProgress?.(message.fraction, message.stage);
    else if (message.type === 'ask') void this.answer(message.question);
    else if (message.type === 'result') this.settle((call) => call.resolve(message.output));
    else if (message.type === 'failed')
      this.settle((call) => call.reject(call.unanswered ? call.unanswered.reason : errorOf(message)));
  }

  private async answer(question: unknown): Promise<void> {
    const call = this.current;
    if (call === null) return;
    try {
      const message: AnswerMessage = { type: 'answer', answer: await this.answerOf(call, question) };
      // The call may have ended meanwhile, and the process run another one.
      if (this.current === call && !this.hasEnded) this.child.send(message);
    } catch (reason) {
      call.unanswered ??= { reason };
      const message: AnswerMessage = { type: 'answer', failure: 'The question could not be answered.' };
      if (this.current === call && !this.hasEnded) this.child.send(message);
    }
  }

  /** A process that was taken over may send what a kernel never does: two questions at a time are a failure. */
  private async answerOf(call: CurrentCall, question: unknown): Promise<unknown> {
    if (call.isAnswering) throw new ComputeError('internal', 'The kernel asks before it was answered.');
    if (!call.listeners.answer) throw new ComputeError('internal', 'Nobody answers what the kernel asks.');
    call.isAnswering = true;
    try {
      return await call.listeners.answer(question);
    } finally {
      call.isAnswering = false;
    }
  }

  private settle(how: (call: CurrentCall) => void): void {
    const call = this.current;
    this.current = null;
    if (call !== null) how(call);
  }

  private causeOfDeath(): ComputeError {
    if (this.killedFor !== null) return this.killedFor;
    const { signal, description } = childEnd(this.child);
    if (signal === memorySignal) {
      return new ComputeError(
        'memory',
        `The computation took more than the ${this.settings.memoryMb} MB of memory that it may take.`,
      );
    }
    return new ComputeError('crashed', `The compute process ended unexpectedly (${description}).`);
  }
}
