import { Datasets } from './datasets.js';
import { ContrafactError } from './error.js';
import { Imports } from './imports.js';
import { PendingAnalysis } from './pending-analysis.js';
import { Tasks } from './tasks.js';
import { type CallOptions, sleep, Transport, type TransportOptions } from './transport.js';
import type {
  AiDetectionModel,
  AudioOperation,
  CallbackEvent,
  FileOperation,
  Music,
  MusicDescription,
  Operation,
  Page,
  PageQuery,
  TaskRecord,
  TaskReference,
  Usage,
} from './types.js';
import {
  type FileInput,
  type FileOptions,
  fileForm,
  fileProgress,
  type UploadProgress,
} from './upload-form.js';

export interface UploadOptions extends CallOptions, FileOptions {
  /** Default: the file's tags, else its name. */
  title?: string;
  artist?: string;
  onProgress?: (progress: UploadProgress) => void;
}

export interface DescribeOptions {
  /** Also all notes of the mix. */
  notes?: boolean;
  /** 0 does not wait for a description that is still computed. */
  timeoutMs?: number;
  pollMs?: number;
  signal?: AbortSignal;
}

export interface AnalyzeOptions extends CallOptions {
  /** Default `standard`. Only ai-detection knows others. */
  model?: AiDetectionModel;
  /** Plagiarism: the songs to compare with. Default `default`. */
  datasetId?: string;
}

/** The service as one account sees it through one API key. Every method rejects with a ContrafactError. */
export class ContrafactClient {
  readonly tasks: Tasks;
  readonly datasets: Datasets;
  readonly imports: Imports;
  private readonly transport: Transport;

  constructor(options: TransportOptions) {
    this.transport = new Transport(options);
    this.tasks = new Tasks(this.transport);
    this.imports = new Imports(this.transport);
    this.datasets = new Datasets(this.transport, this.imports);
  }

  /** Uploads a song once; analyses then name it by its musicId. The same bytes again give the same musicId. */
  upload(file: FileInput, options: UploadOptions = {}): Promise<Music> {
    const { title, artist, onProgress, signal, idempotencyKey } = options;
    return this.transport.call({
      method: 'POST',
      path: '/api/v1/music',
      form: () => fileForm(file, options, { title, artist }),
      onBytesSent: fileProgress(file, onProgress),
      signal,
      idempotencyKey,
    });
  }

  listMusic(query: PageQuery = {}): Promise<Page<Music>> {
    return this.transport.page('/api/v1/music', 'music', query);
  }

  getMusic(musicId: string): Promise<Music> {
    return this.transport.call({ method: 'GET', path: `/api/v1/music/${encodeURIComponent(musicId)}` });
  }

  deleteMusic(musicId: string): Promise<void> {
    return this.transport.call({ method: 'DELETE', path: `/api/v1/music/${encodeURIComponent(musicId)}` });
  }

  /**
   * What a song is as music. Computed in the background after the upload: until then the service answers
   * `description_pending`, which is waited out here, by default for five minutes.
   */
  async describe(musicId: string, options: DescribeOptions = {}): Promise<MusicDescription> {
    const { notes = false, timeoutMs = 5 * 60_000, pollMs = 1000, signal } = options;
    const path = `/api/v1/music/${encodeURIComponent(musicId)}/description`;
    const endsAt = Date.now() + timeoutMs;
    for (;;) {
      try {
        return await this.transport.call({ method: 'GET', path, query: { notes }, signal });
      } catch (error) {
        const isPending = error instanceof ContrafactError && error.code === 'description_pending';
        if (!isPending || Date.now() + pollMs > endsAt) throw error;
      }
      await sleep(pollMs, signal);
    }
  }

  /** Compares two uploaded songs; `tasks.report` has the evidence as a page. */
  compare(musicId: string, otherMusicId: string, options: CallOptions = {}): PendingAnalysis<'compare'> {
    const json = { musicId, otherMusicId };
    return this.pending<'compare'>(
      this.transport.call({ ...options, method: 'POST', path: '/api/v1/compare', json }),
    );
  }

  /** Asks for an analysis of an uploaded song: `await client.analyze(musicId, 'plagiarism').wait()`. */
  analyze<O extends AudioOperation>(
    musicId: string,
    operation: O,
    options: AnalyzeOptions = {},
  ): PendingAnalysis<O> {
    const { model, datasetId, ...call } = options;
    const json = { musicId, ...(datasetId === undefined ? {} : { dataset_id: datasetId }) };
    return this.pending<O>(
      this.transport.call({ ...call, method: 'POST', path: analysisPath(operation, model), json }),
    );
  }

  /** The earlier variant: uploads and analyses in one request. */
  analyzeFile<O extends FileOperation>(
    file: FileInput,
    operation: O,
    options: AnalyzeOptions & FileOptions & Pick<UploadOptions, 'onProgress'> = {},
  ): PendingAnalysis<O> {
    const { model, datasetId, onProgress, signal, idempotencyKey } = options;
    return this.pending<O>(
      this.transport.call({
        method: 'POST',
        path: analysisPath(operation, model),
        form: () => fileForm(file, options, { dataset_id: datasetId }),
        onBytesSent: fileProgress(file, onProgress),
        signal,
        idempotencyKey,
      }),
    );
  }

  /**
   * Compares lyrics with the songs of the service, or with `musicId` the words that are sung in that recording; those
   * of one dataset with `dataset_id`.
   */
  analyzeLyrics(
    lyrics: ({ lyric_text: string; song_title: string } | { musicId: string; language?: string }) & {
      dataset_id?: string;
    },
    options: CallOptions = {},
  ): PendingAnalysis<'lyric-plagiarism'> {
    const path = '/api/v1/lyric-plagiarism/standard';
    return this.pending<'lyric-plagiarism'>(
      this.transport.call({ ...options, method: 'POST', path, json: lyrics }),
    );
  }

  /** Takes a song out of the similarity index. */
  removeFingerprint(musicId: string): Promise<void> {
    return this.transport.call({
      method: 'DELETE',
      path: `/api/v1/fingerprint/${encodeURIComponent(musicId)}`,
    });
  }

  /** Callbacks in order, to find what a receiver missed: start with 0, go on with `next_after` until none come. */
  events(
    query: { after?: number; limit?: number } = {},
  ): Promise<{ events: CallbackEvent[]; next_after: number }> {
    return this.transport.call({ method: 'GET', path: '/api/v1/events', query });
  }

  /** Calls and prices from `from` up to `to`, by key, operation and model. */
  usage(query: { from?: string; to?: string } = {}): Promise<Usage> {
    return this.transport.call({ method: 'GET', path: '/api/v1/usage', query });
  }

  private pending<O extends Operation>(started: Promise<TaskRecord | TaskReference>): PendingAnalysis<O> {
    return new PendingAnalysis<O>(started, (taskId, signal) => this.tasks.get(taskId, { signal }));
  }
}

function analysisPath(operation: AudioOperation, model = 'standard'): string {
  switch (operation) {
    case 'fingerprint-add':
      return '/api/v1/fingerprint/add';
    case 'fingerprint-check':
      return '/api/v1/fingerprint/check';
    case 'fingerprint-scan':
      return '/api/v1/fingerprint/scan';
    default:
      return `/api/v1/${operation}/${encodeURIComponent(model)}`;
  }
}
