export { type AnalyzeOptions, ContrafactClient, type DescribeOptions, type UploadOptions } from './client.js';
export type { Dataset, DatasetSong, NewSong } from './datasets.js';
export { ContrafactError } from './error.js';
export { fastifyCallbacks, fetchHandler, type HandlerOptions, nodeHandler } from './handlers.js';
export type { Import, ImportDetail, ImportOptions, ImportReport, ImportWaitOptions } from './imports.js';
export { type FinishedAnalysis, PendingAnalysis, type WaitOptions } from './pending-analysis.js';
export type { TaskQuery } from './tasks.js';
export type { CallOptions, TransportOptions } from './transport.js';
export type * from './types.js';
export type { FileInput, FileOptions, UploadProgress } from './upload-form.js';
export {
  type CallbackFault,
  type HeaderSource,
  type Verification,
  type VerifyOptions,
  verifyCallback,
  verifyChallenge,
} from './verify-callback.js';
