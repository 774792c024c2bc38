/** A compute process's questions to its caller, one at a time. */
import { ComputeError } from '../domain/compute.js';
import type { AnswerMessage, AskMessage } from './protocol.js';

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: ComputeError): void;
}

export class Questions {
  private waiting: Waiting | null = null;

  constructor(private readonly send: (message: AskMessage) => void) {}

  ask(question: unknown): Promise<unknown> {
    if (this.waiting !== null) {
      return Promise.reject(new ComputeError('internal', 'The kernel asks before it was answered.'));
    }
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.send({ type: 'ask', question });
    });
  }

  answered({ answer, failure }: AnswerMessage): void {
    const { waiting } = this;
    this.waiting = null;
    if (failure === undefined) waiting?.resolve(answer);
    else waiting?.reject(new ComputeError('internal', failure));
  }
}
