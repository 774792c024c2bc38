/** What operators set for the HTTP service, and what is fixed. */

import type { AnalysisName } from '../domain/analysis-names.js';
import type { Plan } from '../domain/plans.js';
import type { ProxyTrust } from './proxy-trust.js';

export interface HttpSettings {
  /** Requests a minute for each account, by plan. */
  readonly requestsPerMinuteByPlan: Readonly<Record<Plan, number>>;
  /** How much of its account's requests one key may make. */
  readonly keySharePercent: number;
  /** Bytes of uploads an account may keep, by plan. */
  readonly storedBytesByPlan: Readonly<Record<Plan, number>>;
  readonly maxUploadBytes: number;
  readonly maxAudioSeconds: number;
  /** Uploads that may run at once in this process; more get a 503. */
  readonly maxParallelUploads: number;
  /** A sender that is slower loses its place. */
  readonly slowestUpload: { readonly windowSeconds: number; readonly bytes: number };
  readonly maxJsonBytes: number;
  readonly maxImportBytes: number;
  readonly maxImportRows: number;
  /** How long the answer to an import waits for its end. */
  readonly importWaitMs: number;
  /** The whole of a request must have arrived by then. */
  readonly requestTimeoutSeconds: number;
  /** Whose X-Forwarded-For, -Proto and -Host are believed. */
  readonly trustProxy: ProxyTrust;
  /** What this instance offers. */
  readonly analyses: readonly AnalysisName[];
}

export const fixedHttpSettings = {
  maxParallelUploads: 64,
  // A tenth of what the slowest mobile line carries.
  slowestUpload: { windowSeconds: 20, bytes: 16_000 },
  maxJsonBytes: 1_000_000,
  importWaitMs: 120_000,
  requestTimeoutSeconds: 600,
} as const satisfies Partial<HttpSettings>;
