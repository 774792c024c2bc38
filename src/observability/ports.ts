/** What logs, metrics and traces read of the parts of the service. */

/** How much work waits in the whole instance. */
export interface WorkState {
  readonly tasks: readonly {
    readonly operation: string;
    readonly status: 'pending' | 'processing';
    readonly count: number;
    /** Since the oldest was accepted. */
    readonly oldestSeconds: number;
  }[];
  /** `held` messages wait for an endpoint. */
  readonly messages: readonly {
    readonly status: 'pending' | 'held';
    readonly count: number;
    readonly oldestSeconds: number;
  }[];
  /** Worker processes that hold the lease of a task. */
  readonly workersWithTasks: number;
}

/** A pool of compute processes. */
export interface PoolReading {
  readonly size: number;
  readonly busy: number;
  readonly queued: number;
  /** Processes that were killed or crashed since the start. */
  readonly lost: number;
}

/** Connections of this process to the database. */
export interface ConnectionReading {
  readonly used: number;
  readonly idle: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
  readonly max: number;
}

/** Lyrics that the search engine has not got yet. */
export interface LyricReading {
  readonly songs: number;
  readonly oldestSeconds: number;
}

/** What the search engine has not got yet. */
export interface EngineReading {
  /** Songs that came or went. */
  readonly changes: number;
  readonly oldestSeconds: number;
  /** Accounts whose songs of before the engine are not all in it. */
  readonly accountsInBacklog: number;
}
