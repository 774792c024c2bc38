/** What of an answer a customer may see. */
import type { PostAnswer, SendFailure } from './ports.js';

export interface DisclosedAnswer {
  readonly status: number | null;
  readonly contentType: string;
  readonly text: string;
  readonly failure: SendFailure | null;
}

/**
 * All of what a public receiver answered; of one in a network that the operator allows only whether it accepted. Who
 * can choose its URL would else read the operator's internal services, or find out which there are.
 */
export function disclosed(answer: PostAnswer): DisclosedAnswer {
  if (!answer.isInternal) return answer;
  return {
    status: null,
    contentType: '',
    text: '',
    failure: answer.failure === null ? null : 'internal_receiver',
  };
}
