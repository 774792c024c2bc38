/** What the dashboard's routes are handed by the place that wires the service. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountStore, CallbackSettingsStore, KeyStore } from '../../accounts/ports.js';
import type { DescriptionService } from '../../analyses/describe/ports.js';
import type { CaseFile } from '../../domain/case-file/case-file.js';
import type { Drawing } from '../../domain/case-file/drawing.js';
import type { Task } from '../../domain/task.js';
import type { ImportStore } from '../../imports/ports.js';
import type { BlobStore, DatasetStore, MusicStore, SongListener } from '../../storage/ports.js';
import type { TaskService } from '../../tasks/ports.js';
import type { ComparisonReporter, FingerprintRemover, ImportReceiver, RateLimitStore } from '../ports.js';
import type { HttpSettings } from '../settings.js';
import type { KeptUpload } from '../upload/keep-upload.js';
import type { ReceivedFile } from '../upload/received-file.js';
import type { BatchStore } from './batches/ports.js';
import type { ConfirmationStore, NotificationStore, TryWebhook } from './notifications/ports.js';
import type {
  DeliveryService,
  InstanceReader,
  InvitationStore,
  ModelReader,
  SessionStore,
  SetupStore,
  TagStore,
  UrlVerdict,
  UsageReader,
  UserStore,
} from './ports.js';
import type { AuditLog, ReviewStore, ShareLinkStore } from './review/ports.js';
import type { MakeSampleSounds, SampleStore } from './sample/ports.js';

export interface DashboardDependencies {
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly setup: SetupStore;
  readonly invitations: InvitationStore;
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly callbacks: CallbackSettingsStore;
  readonly tasks: TaskService;
  readonly music: MusicStore;
  readonly descriptions: DescriptionService;
  readonly comparisons: ComparisonReporter;
  readonly blobs: BlobStore;
  readonly fingerprints: FingerprintRemover;
  /** Keeps the body of the request as music. Rejects with the Problem that answers it. */
  readonly upload: (
    request: FastifyRequest,
    reply: FastifyReply,
    file: { accountId: string; filename: string },
  ) => Promise<KeptUpload>;
  readonly datasets: DatasetStore;
  readonly imports: ImportStore;
  readonly importReceiver: ImportReceiver;
  readonly songListener: SongListener;
  /** Why a lyric cannot be compared, or null. */
  readonly judgeLyrics: (text: string) => string | null;
  readonly samples: SampleStore;
  readonly makeSampleSounds: MakeSampleSounds;
  /** Keeps a file of the sample data as an upload. */
  readonly keepSample: (accountId: string, file: ReceivedFile) => Promise<KeptUpload>;
  readonly batches: BatchStore;
  readonly notifications: NotificationStore;
  readonly confirmations: ConfirmationStore;
  readonly tryWebhook: TryWebhook;
  /** Whether the operator names one. */
  readonly hasMailServer: boolean;
  /** Whether e-mails can link to the dashboard; else they hold codes. */
  readonly mailHasLinks: boolean;
  readonly tags: TagStore;
  readonly reviews: ReviewStore;
  readonly audit: AuditLog;
  readonly shareLinks: ShareLinkStore;
  /** Of a finished analysis; `submitted`: what its song is called. */
  readonly caseDrawings: (task: Task, submitted: string) => Drawing[];
  /** Case files as one PDF. Rejects with a ComputeError. */
  readonly casePdf: (accountId: string, files: readonly CaseFile[], printedAt: Date) => Promise<Uint8Array>;
  readonly rateLimits: RateLimitStore;
  readonly deliveries: DeliveryService;
  readonly usage: UsageReader;
  readonly instance: InstanceReader;
  readonly models: ModelReader;
  /** Sends the challenge, through the same egress guard as deliveries, and says which rule failed. Saves nothing. */
  readonly verifyCallbackUrl: (accountId: string, url: string) => Promise<UrlVerdict>;
  /** The `x-svc` of the signature headers. */
  readonly headerPrefix: string;
  /** Calls a minute of each plan, and how much of them one key may make. */
  readonly settings: HttpSettings;
  /** Where the built web application lies. */
  readonly dashboardDir: string;
  /** Of the product, for case files. */
  readonly version: string;
}
