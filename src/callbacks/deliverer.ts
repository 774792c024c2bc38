/**
 * The loop that empties the outbox: claim what is due, sign it afresh, send it, record the attempt. A message is
 * never only in memory: a deliverer that dies leaves an expired lease, and another sends the message again under the
 * same `webhook-id`.
 */
import { lacksRoom } from '../domain/disk-full.js';
import { disclosed } from './disclosed.js';
import { isDeliverable } from './endpoint.js';
import type {
  ClaimedMessage,
  DeliveryLog,
  EndpointStore,
  OnDeliveryAttempt,
  OutboxStore,
  Post,
} from './ports.js';
import { afterAttempt, disableAfterFailingSeconds } from './retry-schedule.js';
import { answerSnippet } from './send.js';
import { signatureHeaders } from './sign.js';
import { maxAnswerBytes, requestTimeoutMs } from './verify-url.js';

/** Outlives the longest attempt and the tries to record it. */
const leaseSeconds = 60;
/** Between tries to record an attempt that storage refused; the lease outlives them all. */
const recordRetryDelaysMs = [250, 1000, 4000];
/** On a full disk, for as long as it is full: nothing else is sent meanwhile, so that nobody gets a callback each minute. */
const roomDelayMs = 5000;

export interface DelivererOptions {
  readonly outbox: OutboxStore;
  readonly endpoints: EndpointStore;
  readonly post: Post;
  readonly log: DeliveryLog;
  readonly headerPrefix: string;
  /** Requests under way at a time in this process. */
  readonly concurrency?: number;
  /** Requests under way at a time to one account. */
  readonly perAccountConcurrency?: number;
  /** How long an idle deliverer sleeps when nobody wakes it. */
  readonly pollMs?: number;
  /** On a full disk, until an attempt is recorded again. */
  readonly roomMs?: number;
  readonly timeoutMs?: number;
  readonly now?: () => Date;
  /** In 0 … 1, for jitter. */
  readonly random?: () => number;
  /** For metrics and traces. */
  readonly onAttempt?: OnDeliveryAttempt;
}

export interface Deliverer {
  start(): void;
  /** Says that a message was queued or released: no need to wait for the next poll. */
  wake(): void;
  /** Claims no more, and resolves when every attempt under way has ended and is recorded. */
  stop(): Promise<void>;
}

export function createDeliverer(options: DelivererOptions): Deliverer {
  const { outbox, endpoints, post, log, headerPrefix } = options;
  const {
    concurrency = 32,
    perAccountConcurrency = 4,
    pollMs = 1000,
    timeoutMs = requestTimeoutMs,
    roomMs = roomDelayMs,
  } = options;
  const now = options.now ?? (() => new Date());
  const random = options.random ?? Math.random;
  const underWay = new Set<Promise<void>>();
  let stopping = false;
  let waitingForRoom = 0;
  let woken = false;
  let endSleep = (): void => {};
  let loop: Promise<void> | null = null;

  function wake(): void {
    woken = true;
    endSleep();
  }

  function sleep(): Promise<void> {
    if (woken || stopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!stopping) {
      woken = false;
      const free = waitingForRoom > 0 ? 0 : concurrency - underWay.size;
      const claimed = free > 0 ? await claim(free) : [];
      if (stopping) {
        await outbox
          .handBack(claimed)
          .catch((error) => log.warn({ err: error }, 'callback leases were not handed back'));
        break;
      }
      for (const message of claimed) begin(message);
      await sleep();
    }
    await Promise.all(underWay);
  }

  async function claim(limit: number): Promise<ClaimedMessage[]> {
    try {
      return await outbox.claimQueued({
        limit,
        perAccountLimit: perAccountConcurrency,
        leaseSeconds,
      });
    } catch (error) {
      log.warn({ err: error }, 'the outbox could not be read');
      return [];
    }
  }

  function begin(message: ClaimedMessage): void {
    const work = deliver(message)
      .catch((error) =>
        log.warn({ err: error, ...namesOf(message) }, 'a callback attempt broke off; its lease will expire'),
      )
      .finally(() => {
        underWay.delete(work);
        // The slot, and the account's share, are free again.
        wake();
      });
    underWay.add(work);
  }

  async function deliver(message: ClaimedMessage): Promise<void> {
    const endpoint = await endpoints.get(message.accountId);
    if (endpoint === null || !isDeliverable(endpoint)) return outbox.hold(message);
    const at = now();
    const { id: messageId, taskId, body } = message;
    const headers = signatureHeaders({
      messageId,
      taskId,
      body,
      secrets: endpoint.secrets,
      now: at,
      headerPrefix,
    });
    const answer = await post({ url: endpoint.url, headers, body, timeoutMs, maxAnswerBytes });
    const number = message.attempts + 1;
    const verdict = afterAttempt(answer, number, random());
    const shown = disclosed(answer);
    const attempt = {
      at,
      url: endpoint.url,
      number,
      status: shown.status,
      durationMs: Math.round(answer.durationMs),
      responseSnippet: answerSnippet(shown.text),
      failure: shown.failure,
    };
    const { endpointDisabled } = await recorded(() =>
      outbox.recordAttempt({ message, attempt, ...verdict, disableAfterFailingSeconds }),
    );
    const { accountId } = message;
    // The operator's log has what customers are not shown.
    const { status, failure } = answer;
    const { durationMs } = attempt;
    log.info(
      {
        ...namesOf(message),
        account_id: accountId,
        number,
        status,
        durationMs,
        failure,
        state: verdict.next.state,
      },
      'callback',
    );
    if (endpointDisabled) log.warn({ account_id: accountId, status, failure }, 'callback URL disabled');
    options.onAttempt?.(answer, verdict.next.state, message);
  }

  /** The customer may have got the callback already, so a trouble of storage must not send it twice. */
  async function recorded<Result>(record: () => Promise<Result>): Promise<Result> {
    for (let tries = 0; ; ) {
      try {
        return await record();
      } catch (error) {
        const isFull = lacksRoom(error) && !stopping;
        const delayMs = isFull ? roomMs : recordRetryDelaysMs[tries++];
        if (delayMs === undefined) throw error;
        if (isFull) waitingForRoom++;
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        if (isFull) waitingForRoom--;
      }
    }
  }

  return {
    start() {
      loop ??= run();
    },
    wake,
    async stop() {
      stopping = true;
      endSleep();
      await loop;
    },
  };
}

/** By which a callback is found in logs, from the request that led to it. */
function namesOf({ id, taskId, requestId }: ClaimedMessage): Record<string, string | undefined> {
  return { message_id: id, task_id: taskId, request_id: requestId };
}
