/** What callbacks ask of storage, of the log and of the network. Storage implements the stores on the database. */

/** One signing secret of an account. */
export interface SigningSecret {
  /** `whsec_` and the base64 of 32 bytes. */
  readonly value: string;
  /** Null for the current secret; a replaced one still signs beside it until then. */
  readonly expiresAt: Date | null;
}

/** Where an account wants its callbacks. */
export interface Endpoint {
  readonly accountId: string;
  readonly url: string;
  /** Null until the challenge was answered for exactly this URL. */
  readonly verifiedAt: Date | null;
  /** Set after a 410 or after days of nothing but failures; cleared when the URL is verified anew. */
  readonly disabledAt: Date | null;
  /** Newest first; the first is the current one. */
  readonly secrets: readonly SigningSecret[];
}

export interface EndpointStore {
  /** Null where the account never set a URL. */
  get(accountId: string): Promise<Endpoint | null>;
}

/** A callback that one deliverer holds the lease of. */
export interface ClaimedMessage {
  /** The `webhook-id`, the same on every attempt. */
  readonly id: string;
  readonly accountId: string;
  readonly taskId: string;
  /** The JSON text exactly as it was stored with the task's state: the signature covers these bytes. */
  readonly body: string;
  /** Attempts recorded since the message was queued, replayed or released. */
  readonly attempts: number;
  /** Of the request that made the task, where one is known. */
  readonly requestId?: string;
  /** W3C `traceparent` of that request, where it is traced. */
  readonly traceParent?: string;
  /** Opaque proof of the lease, so that a late recorder cannot overwrite a newer attempt. */
  readonly lease: string;
}

export interface ClaimRequest {
  readonly limit: number;
  /** No account gets more leased messages at a time than this, so that one slow receiver cannot take all. */
  readonly perAccountLimit: number;
  readonly leaseSeconds: number;
}

export type SendFailure =
  | 'invalid_url'
  | 'not_https'
  | 'credentials_in_url'
  | 'blocked_address'
  | 'dns_failure'
  | 'connection_failed'
  | 'tls_error'
  | 'timeout'
  | 'redirect'
  | 'bad_status'
  | 'protocol_error'
  /** Anything at an address that the operator's allow list opened: which of the others is not for customers. */
  | 'internal_receiver';

/** What one attempt was, as the delivery log shows it to the customer. */
export interface AttemptRecord {
  readonly at: Date;
  readonly url: string;
  /** 1 for the first. */
  readonly number: number;
  /** Null where no answer came. */
  readonly status: number | null;
  readonly durationMs: number;
  /** The beginning of what the receiver answered. */
  readonly responseSnippet: string;
  readonly failure: SendFailure | null;
}

/** Where a message goes after an attempt. `held` waits for a URL; `failed` waits for a replay. */
export type NextState =
  | { readonly state: 'delivered' }
  | { readonly state: 'pending'; readonly waitSeconds: number }
  | { readonly state: 'held' }
  | { readonly state: 'failed' };

/** What an attempt says about the endpoint. `gone`: it answered 410. */
export type EndpointVerdict = 'working' | 'failing' | 'gone';

export interface AttemptOutcome {
  readonly message: ClaimedMessage;
  readonly attempt: AttemptRecord;
  readonly next: NextState;
  readonly endpoint: EndpointVerdict;
  /** Disable the endpoint when it has failed without one success for this long. */
  readonly disableAfterFailingSeconds: number;
}

/**
 * What is due is decided by the storage's own clock: any number of processes agree on it, and none whose clock is
 * wrong or is set while it runs can delay or hurry a callback.
 */
export interface OutboxStore {
  /**
   * Leases up to `limit` pending messages that are due, oldest due first; an expired lease counts as none.
   * Two callers never get the same message (FOR UPDATE SKIP LOCKED).
   */
  claimQueued(request: ClaimRequest): Promise<ClaimedMessage[]>;

  /**
   * In one transaction: appends the attempt, counts it, moves the message to `next`, ends the lease, and keeps the
   * endpoint's record, provided that the account's URL is still `attempt.url`: `working` clears failing_since;
   * `failing` sets it to `attempt.at` if null, and disables when disableAfterFailingSeconds have passed since;
   * `gone` disables at once. A `held` that finds a verified, enabled URL afterwards (a new one, set meanwhile)
   * becomes pending instead, as in `hold`. Does nothing when the lease is no longer this one.
   */
  recordAttempt(outcome: AttemptOutcome): Promise<{ readonly endpointDisabled: boolean }>;

  /**
   * Ends the lease and sets the message to `held`, unless the account has a verified, enabled URL by now: then it
   * stays pending. Must lock the account's row, as releaseWaiting does, or a message could be held just after the release.
   */
  hold(message: ClaimedMessage): Promise<void>;

  /** Ends leases without an attempt: the messages are due again at once. For a graceful stop. */
  handBack(messages: readonly ClaimedMessage[]): Promise<void>;

  /** Makes all held messages of the account pending, due at once, attempts 0. One transaction with the verification. */
  releaseWaiting(accountId: string): Promise<number>;
}

/** The two methods of a structured logger that delivery uses; pino fits. */
export interface DeliveryLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
}

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the attempt early, as a timeout would. */
  readonly signal?: AbortSignal;
  /** From the name look-up to the last byte read. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
}

export interface PostAnswer {
  /** Null where no status line came. */
  readonly status: number | null;
  readonly contentType: string;
  /** At most maxAnswerBytes of the answer, decoded as UTF-8. */
  readonly text: string;
  /** Whether the answer was longer, or did not end in time. */
  readonly cut: 'no' | 'too_large' | 'timeout' | 'broken';
  readonly durationMs: number;
  /** Null exactly where a status of 200 to 299 came. */
  readonly failure: SendFailure | null;
  /** The receiver is not public, but allowed by the operator: only `disclosed` of this may be shown or stored. */
  readonly isInternal: boolean;
  /** From Retry-After, in seconds from now; null where absent or unreadable. */
  readonly retryAfterSeconds: number | null;
}

/** Called once an attempt to deliver is recorded. */
export type OnDeliveryAttempt = (
  answer: PostAnswer,
  state: NextState['state'],
  message: ClaimedMessage,
) => void;

/** Sends one POST to a URL that a customer chose. Never rejects. */
export type Post = (request: PostRequest) => Promise<PostAnswer>;
/** The same for bodies that are no text; every sender of these is a `Post` too. */
export type PostBytes = (
  request: Omit<PostRequest, 'body'> & { readonly body: string | Uint8Array },
) => Promise<PostAnswer>;

/** What was sent to a receiver and what it answered, as its owner may see it; null where no answer came. */
export interface Exchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly answer: {
    readonly status: number;
    readonly content_type: string;
    readonly body: string;
    readonly duration_ms: number;
  } | null;
  /** The receiver is in a network that the operator allows: what it answered is not shown. */
  readonly is_internal: boolean;
}
