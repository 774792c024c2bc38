/**
 * Settings from the environment, validated at start: every error is reported at once, with what to write instead.
 * `.env.example` lists the same names; a test compares the two.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { type BlobLocation, blobLocation, s3Url } from './blob-location.js';
import { parseAllowList } from './callbacks/addresses.js';
import { type AnalysisName, analysisNames, isAnalysisName } from './domain/analysis-names.js';
import { ConfigError } from './domain/config-error.js';
import { type ProxyTrust, parseProxyTrust } from './http/proxy-trust.js';
import { type MailConfig, mailConfig, mailProblems, mailSender, smtpUrl } from './mail-settings.js';
import {
  clusterName,
  type SearchConfig,
  searchConfig,
  searchProblems,
  searchUrls,
} from './search-settings.js';
import { readSecretFiles, secretFileNames } from './secret-files.js';
import { flag, integer, listeningHost, optionalInteger, publicAddress } from './setting-schemas.js';
import { databaseUrlProblem } from './storage/postgres/database-url.js';
import type { DatabaseLimits } from './storage/postgres/limits.js';
import type { TranscriptionConfig } from './transcription-settings.js';

const cidrList = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine((list) => list.every(isCidr), 'must be comma-separated CIDRs such as 10.0.0.0/8,fd00::/8');

function isCidr(text: string): boolean {
  return text.includes('/') && ipaddr.isValidCIDR(text);
}

/** CIDRs with the ports that they open. */
const allowRules = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine(
    (list) => list.every(isAllowRule),
    'must be comma-separated CIDRs with the ports they open, such as 10.0.0.0/8:443,[fd00::/8]:8000-8100 (no port: 80 and 443; :* every port)',
  );

function isAllowRule(text: string): boolean {
  try {
    return text.includes('/') && parseAllowList(text).length === 1;
  } catch {
    return false;
  }
}

const analysisList = z
  .string()
  .default(analysisNames.join(','))
  .transform((text, context) => {
    const names = text.split(',').map((name) => name.trim());
    if (names.every(isAnalysisName)) return analysisNames.filter((name) => names.includes(name));
    context.addIssue(`must be one or more of ${analysisNames.join(', ')}, with commas between them`);
    return z.NEVER;
  });

const modelId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*$/i, 'must be an id that `contrafact models list` shows, or none');

const environmentSchema = z.object({
  CONTRAFACT_HOST: listeningHost.default('127.0.0.1'),
  CONTRAFACT_PORT: integer(8080, 0, 65535),
  CONTRAFACT_PUBLIC_URL: publicAddress.optional(),
  CONTRAFACT_DATA_DIR: z.string().min(1).default('./data'),
  CONTRAFACT_DATABASE_URL: z
    .string()
    .superRefine((text, context) => {
      const message = databaseUrlProblem(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .optional(),
  CONTRAFACT_DATABASE_POOL_SIZE: integer(10, 2, 1000),
  CONTRAFACT_DATABASE_POOL_TIMEOUT_SECONDS: integer(5, 1, 600),
  CONTRAFACT_DATABASE_LOCK_TIMEOUT_SECONDS: integer(5, 0, 3600),
  CONTRAFACT_DATABASE_STATEMENT_TIMEOUT_SECONDS: integer(60, 0, 86_400),
  CONTRAFACT_DATABASE_IDLE_TIMEOUT_SECONDS: integer(60, 0, 86_400),
  CONTRAFACT_SEARCH: searchUrls.optional(),
  CONTRAFACT_SEARCH_CLUSTER: clusterName.optional(),
  CONTRAFACT_SEARCH_MODE: z.enum(['serve', 'compare'], 'must be serve or compare').default('serve'),
  CONTRAFACT_BLOBS: z
    .string()
    .refine(
      (text) => !/^[a-z0-9]+:\/\//i.test(text) || s3Url.test(text),
      'must be a folder, or s3://BUCKET or s3://BUCKET/PREFIX',
    )
    .optional(),
  CONTRAFACT_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  CONTRAFACT_S3_REGION: z.string().min(1).default('us-east-1'),
  CONTRAFACT_S3_PATH_STYLE: z.enum(['true', 'false'], 'must be true or false').optional(),
  CONTRAFACT_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  CONTRAFACT_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  CONTRAFACT_BLOB_CACHE_MB: integer(4096, 16, 10_000_000),
  CONTRAFACT_MODELS_DIR: z.string().min(1).optional(),
  CONTRAFACT_ROLE: z.enum(['all', 'api', 'worker'], 'must be all, api or worker').default('all'),
  CONTRAFACT_EGRESS_ALLOW: allowRules,
  CONTRAFACT_CALLBACK_HTTP: flag('false'),
  CONTRAFACT_SIGNATURE_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be lower-case letters, digits and dashes, as in x-svc')
    .default('x-svc'),
  CONTRAFACT_TRUST_PROXY: z
    .string()
    .default('false')
    .transform((text, context) => {
      const trust = parseProxyTrust(text);
      if (trust !== null) return trust;
      context.addIssue('must be false, true, a number of proxies, or their networks as CIDRs');
      return z.NEVER;
    }),
  CONTRAFACT_ANALYSES: analysisList,
  CONTRAFACT_ENCODER: modelId.optional(),
  CONTRAFACT_MODEL_HUB: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .default('https://huggingface.co'),
  CONTRAFACT_RECOGNISER: modelId.optional(),
  CONTRAFACT_SEPARATOR: modelId.optional(),
  CONTRAFACT_DETECTOR: modelId.optional(),
  CONTRAFACT_TRANSCRIBE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .optional(),
  CONTRAFACT_TRANSCRIBE_MODEL: z.string().min(1).max(200).default('whisper-1'),
  CONTRAFACT_TRANSCRIBE_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,1000}$/, 'must be printable ASCII without spaces')
    .optional(),
  CONTRAFACT_TRANSCRIBE_ALLOW: cidrList,
  CONTRAFACT_TRANSCRIBE_TIMEOUT_SECONDS: integer(120, 1, 3600),
  CONTRAFACT_OTLP_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  CONTRAFACT_SMTP_URL: smtpUrl.optional(),
  CONTRAFACT_SMTP_FROM: mailSender.optional(),
  CONTRAFACT_NOTIFICATION_INTERVAL_SECONDS: integer(300, 1, 86_400),
  CONTRAFACT_LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'must be fatal, error, warn, info, debug or silent',
    )
    .default('info'),
  CONTRAFACT_WORKERS: integer(Math.max(1, Math.min(8, availableParallelism() - 1)), 1, 256),
  CONTRAFACT_TASK_TIMEOUT_SECONDS: integer(900, 10, 86_400),
  CONTRAFACT_COMPUTE_MEMORY_MB: integer(2048, 256, 262_144),
  CONTRAFACT_SANDBOX: z.enum(['auto', 'require', 'off'], 'must be auto, require or off').default('auto'),
  CONTRAFACT_DESCRIBE_UPLOADS: flag('true'),
  CONTRAFACT_FINGERPRINT_STRICTNESS: z
    .enum(['normal', 'strict'], 'must be normal or strict')
    .default('normal'),
  CONTRAFACT_LEASE_SECONDS: integer(60, 4, 3600),
  CONTRAFACT_SHUTDOWN_GRACE_SECONDS: integer(20, 0, 3600),
  CONTRAFACT_DRAIN_SECONDS: optionalInteger(0, 3600),
  CONTRAFACT_MAX_UPLOAD_MB: integer(500, 1, 100_000),
  CONTRAFACT_MAX_AUDIO_MINUTES: integer(240, 1, 10_000),
  CONTRAFACT_IMPORT_MAX_MB: integer(100, 1, 10_000),
  CONTRAFACT_IMPORT_MAX_ROWS: integer(200_000, 1, 100_000_000),
  CONTRAFACT_RATE_FREE: integer(10, 1, 1_000_000),
  CONTRAFACT_RATE_PRO: integer(100, 1, 1_000_000),
  CONTRAFACT_RATE_ENTERPRISE: integer(600, 1, 1_000_000),
  CONTRAFACT_RATE_KEY_SHARE: integer(100, 1, 100),
  CONTRAFACT_STORAGE_MB_FREE: integer(10_000, 1, 1_000_000_000),
  CONTRAFACT_STORAGE_MB_PRO: integer(1_000_000, 1, 1_000_000_000),
  CONTRAFACT_STORAGE_MB_ENTERPRISE: integer(100_000_000, 1, 1_000_000_000),
  CONTRAFACT_RETENTION_UPLOADS_DAYS: integer(0, 0, 36_500),
  CONTRAFACT_RETENTION_RESULTS_DAYS: integer(0, 0, 36_500),
  CONTRAFACT_RETENTION_EVENTS_DAYS: integer(90, 0, 36_500),
  CONTRAFACT_RETENTION_DELIVERIES_DAYS: integer(30, 0, 36_500),
  CONTRAFACT_RETENTION_IMPORTS_DAYS: integer(30, 0, 36_500),
  CONTRAFACT_QUEUE_FREE: integer(100, 1, 10_000_000),
  CONTRAFACT_QUEUE_PRO: integer(10_000, 1, 10_000_000),
  CONTRAFACT_QUEUE_ENTERPRISE: integer(100_000, 1, 10_000_000),
});

/** The name of every setting there is. */
export const settingNames: readonly string[] = [...Object.keys(environmentSchema.shape), ...secretFileNames];

export type Role = 'all' | 'api' | 'worker';

export interface PlanNumbers {
  readonly free: number;
  readonly pro: number;
  readonly enterprise: number;
}

/** Days after which things are deleted; 0: never. */
export interface Retention {
  readonly uploadsDays: number;
  readonly resultsDays: number;
  readonly eventsDays: number;
  readonly deliveriesDays: number;
  readonly importsDays: number;
}

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where people reach the service; null: http://host:port. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Of PostgreSQL alone. */
  readonly databaseLimits: DatabaseLimits;
  /** The engine that fingerprints are searched in; null: the index in the database. */
  readonly search: SearchConfig | null;
  readonly blobs: BlobLocation;
  readonly modelsDir: string;
  /** Set by the operator: the default lies in this process's data folder, which others may not see. */
  readonly isModelsDirSet: boolean;
  /** Base of `/{repository}/resolve/{revision}/{path}`: where models are fetched from when an operator asks for one. */
  readonly modelHub: string;
  /** The sentence encoder of lyric plagiarism; null: the one that comes with the program. */
  readonly encoder: string | null;
  readonly role: Role;
  /** What this instance offers, in the order of the product's analyses. */
  readonly analyses: readonly AnalysisName[];
  readonly egressAllow: readonly string[];
  readonly callbackHttp: boolean;
  readonly signaturePrefix: string;
  readonly transcription: TranscriptionConfig;
  /** How many proxies are in front, or the networks they are in. */
  readonly trustProxy: ProxyTrust;
  /** Where e-mails go out; null: none are sent. */
  readonly mail: MailConfig | null;
  /** Between two notices of one account. */
  readonly notificationIntervalSeconds: number;
  readonly logLevel: string;
  /** A collector of traces over OTLP/HTTP; null sends none. */
  readonly otlpUrl: string | null;
  /** Compute processes, and tasks that run at once. */
  readonly workers: number;
  readonly taskTimeoutSeconds: number;
  readonly computeMemoryMb: number;
  /** `auto`: the strongest that works here; `require`: namespaces, or no start. */
  readonly sandbox: 'auto' | 'require' | 'off';
  /** Whether every upload is described as music at once, or only when its description is asked for. */
  readonly describeUploads: boolean;
  /** How similar a duplicate must be. */
  readonly fingerprintStrictness: 'normal' | 'strict';
  readonly leaseSeconds: number;
  readonly shutdownGraceSeconds: number;
  /** How long readiness fails before the listener closes. */
  readonly drainSeconds: number;
  readonly maxUploadBytes: number;
  readonly maxAudioSeconds: number;
  readonly maxImportBytes: number;
  readonly maxImportRows: number;
  readonly requestsPerMinuteByPlan: PlanNumbers;
  /** How much of its account's requests one key may make. */
  readonly keySharePercent: number;
  readonly queuedTasksByPlan: PlanNumbers;
  readonly storedBytesByPlan: PlanNumbers;
  readonly retention: Retention;
}

/** Every setting that is wrong, one line each. */
/** Reads settings from `environment`; an empty variable counts as absent. Throws ConfigError. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const secrets = readSecretFiles(environment);
  const given = Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = environment[name] || secrets.values[name];
      return value ? [[name, value]] : [];
    }),
  );
  const parsed = environmentSchema.safeParse(given);
  const problems = [...secrets.problems];
  for (const issue of parsed.error?.issues ?? []) {
    const name = issue.path.join('.');
    problems.push(`${name in secrets.values ? `${name}_FILE` : name}: ${issue.message}`);
  }
  for (const name of Object.keys(environment)) {
    if (name.startsWith('CONTRAFACT_') && !settingNames.includes(name)) {
      problems.push(`${name}: there is no such setting (see .env.example)`);
    }
  }
  if (!parsed.success) throw new ConfigError(problems);
  const env = parsed.data;
  const hasDatabaseFile = Boolean(environment.CONTRAFACT_DATABASE_URL_FILE);
  if (env.CONTRAFACT_ROLE !== 'all' && env.CONTRAFACT_DATABASE_URL === undefined && !hasDatabaseFile) {
    problems.push(
      `CONTRAFACT_ROLE: ${env.CONTRAFACT_ROLE} needs CONTRAFACT_DATABASE_URL; the embedded database serves one process`,
    );
  }
  if (env.CONTRAFACT_BLOBS?.startsWith('s3:')) {
    for (const name of ['CONTRAFACT_S3_ACCESS_KEY_ID', 'CONTRAFACT_S3_SECRET_ACCESS_KEY'] as const) {
      if (env[name] === undefined && !environment[`${name}_FILE`])
        problems.push(`${name}: is needed by CONTRAFACT_BLOBS=${env.CONTRAFACT_BLOBS}`);
    }
  }
  problems.push(...mailProblems(env, Boolean(environment.CONTRAFACT_SMTP_URL_FILE)));
  if (env.CONTRAFACT_RECOGNISER !== undefined && env.CONTRAFACT_TRANSCRIBE_URL !== undefined) {
    problems.push(
      'CONTRAFACT_TRANSCRIBE_URL: leave out CONTRAFACT_RECOGNISER, or this: only one can transcribe',
    );
  }
  problems.push(...searchProblems(env, Boolean(environment.CONTRAFACT_SEARCH_FILE)));
  if (problems.length > 0) throw new ConfigError(problems);
  const dataDir = resolve(env.CONTRAFACT_DATA_DIR);
  return {
    host: env.CONTRAFACT_HOST,
    port: env.CONTRAFACT_PORT,
    publicUrl: env.CONTRAFACT_PUBLIC_URL ?? null,
    dataDir,
    databaseUrl: env.CONTRAFACT_DATABASE_URL ?? null,
    databaseLimits: {
      connections: env.CONTRAFACT_DATABASE_POOL_SIZE,
      waitMs: env.CONTRAFACT_DATABASE_POOL_TIMEOUT_SECONDS * 1000,
      lockMs: env.CONTRAFACT_DATABASE_LOCK_TIMEOUT_SECONDS * 1000,
      statementMs: env.CONTRAFACT_DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000,
      idleTransactionMs: env.CONTRAFACT_DATABASE_IDLE_TIMEOUT_SECONDS * 1000,
    },
    search: searchConfig(env),
    blobs: blobLocation(env, dataDir),
    modelsDir: resolve(env.CONTRAFACT_MODELS_DIR ?? `${dataDir}/models`),
    isModelsDirSet: env.CONTRAFACT_MODELS_DIR !== undefined,
    modelHub: env.CONTRAFACT_MODEL_HUB,
    encoder: env.CONTRAFACT_ENCODER ?? null,
    role: env.CONTRAFACT_ROLE,
    analyses: env.CONTRAFACT_ANALYSES,
    egressAllow: env.CONTRAFACT_EGRESS_ALLOW,
    callbackHttp: env.CONTRAFACT_CALLBACK_HTTP,
    signaturePrefix: env.CONTRAFACT_SIGNATURE_PREFIX,
    transcription: {
      recogniser: env.CONTRAFACT_RECOGNISER ?? null,
      separator: env.CONTRAFACT_SEPARATOR ?? null,
      detector: env.CONTRAFACT_DETECTOR ?? null,
      url: env.CONTRAFACT_TRANSCRIBE_URL ?? null,
      model: env.CONTRAFACT_TRANSCRIBE_MODEL,
      apiKey: env.CONTRAFACT_TRANSCRIBE_API_KEY ?? null,
      allow: env.CONTRAFACT_TRANSCRIBE_ALLOW,
      timeoutSeconds: env.CONTRAFACT_TRANSCRIBE_TIMEOUT_SECONDS,
    },
    mail: mailConfig(env),
    notificationIntervalSeconds: env.CONTRAFACT_NOTIFICATION_INTERVAL_SECONDS,
    trustProxy: env.CONTRAFACT_TRUST_PROXY,
    logLevel: env.CONTRAFACT_LOG_LEVEL,
    otlpUrl: env.CONTRAFACT_OTLP_URL ?? null,
    workers: env.CONTRAFACT_WORKERS,
    taskTimeoutSeconds: env.CONTRAFACT_TASK_TIMEOUT_SECONDS,
    computeMemoryMb: env.CONTRAFACT_COMPUTE_MEMORY_MB,
    sandbox: env.CONTRAFACT_SANDBOX,
    describeUploads: env.CONTRAFACT_DESCRIBE_UPLOADS,
    fingerprintStrictness: env.CONTRAFACT_FINGERPRINT_STRICTNESS,
    leaseSeconds: env.CONTRAFACT_LEASE_SECONDS,
    shutdownGraceSeconds: env.CONTRAFACT_SHUTDOWN_GRACE_SECONDS,
    // Requests go on elsewhere only where there is another API process: the role says so.
    drainSeconds: env.CONTRAFACT_DRAIN_SECONDS ?? (env.CONTRAFACT_ROLE === 'api' ? 10 : 0),
    maxUploadBytes: env.CONTRAFACT_MAX_UPLOAD_MB * 1_000_000,
    maxAudioSeconds: env.CONTRAFACT_MAX_AUDIO_MINUTES * 60,
    maxImportBytes: env.CONTRAFACT_IMPORT_MAX_MB * 1_000_000,
    maxImportRows: env.CONTRAFACT_IMPORT_MAX_ROWS,
    requestsPerMinuteByPlan: {
      free: env.CONTRAFACT_RATE_FREE,
      pro: env.CONTRAFACT_RATE_PRO,
      enterprise: env.CONTRAFACT_RATE_ENTERPRISE,
    },
    keySharePercent: env.CONTRAFACT_RATE_KEY_SHARE,
    storedBytesByPlan: {
      free: env.CONTRAFACT_STORAGE_MB_FREE * 1_000_000,
      pro: env.CONTRAFACT_STORAGE_MB_PRO * 1_000_000,
      enterprise: env.CONTRAFACT_STORAGE_MB_ENTERPRISE * 1_000_000,
    },
    retention: {
      uploadsDays: env.CONTRAFACT_RETENTION_UPLOADS_DAYS,
      resultsDays: env.CONTRAFACT_RETENTION_RESULTS_DAYS,
      eventsDays: env.CONTRAFACT_RETENTION_EVENTS_DAYS,
      deliveriesDays: env.CONTRAFACT_RETENTION_DELIVERIES_DAYS,
      importsDays: env.CONTRAFACT_RETENTION_IMPORTS_DAYS,
    },
    queuedTasksByPlan: {
      free: env.CONTRAFACT_QUEUE_FREE,
      pro: env.CONTRAFACT_QUEUE_PRO,
      enterprise: env.CONTRAFACT_QUEUE_ENTERPRISE,
    },
  };
}
