import type { Dataset, DatasetSong, Import, ImportReport } from './contract.js';
import { ContrafactError } from './error.js';
import { type ImportOptions, type Imports, importCall } from './imports.js';
import type { CallOptions, Transport } from './transport.js';
import type { Page, PageQuery } from './types.js';

export type { Dataset, DatasetSong } from './contract.js';

export interface NewSong {
  title: string;
  artist?: string;
  /** Four digits. */
  year?: string;
  link?: string;
  /** ISO 639 code of the lyrics. */
  language?: string;
  lyrics?: string;
  /** The song's audio, uploaded before. */
  musicId?: string;
  /** A song of the dataset that goes at the same moment. */
  replaces?: string;
}

/** Song collections that plagiarism requests can be compared with. */
export class Datasets {
  constructor(
    private readonly transport: Transport,
    private readonly imports: Imports,
  ) {}

  create(dataset: { name: string; description?: string }, options: CallOptions = {}): Promise<Dataset> {
    return this.transport.call({ ...options, method: 'POST', path: '/api/v1/datasets', json: dataset });
  }

  list(query: PageQuery = {}): Promise<Page<Dataset>> {
    return this.transport.page('/api/v1/datasets', 'datasets', query);
  }

  get(datasetId: string): Promise<Dataset> {
    return this.transport.call({ method: 'GET', path: pathOf(datasetId) });
  }

  delete(datasetId: string): Promise<void> {
    return this.transport.call({ method: 'DELETE', path: pathOf(datasetId) });
  }

  addSong(datasetId: string, song: NewSong, options: CallOptions = {}): Promise<DatasetSong> {
    return this.transport.call({
      ...options,
      method: 'POST',
      path: `${pathOf(datasetId)}/songs`,
      json: song,
    });
  }

  /**
   * Adds many songs: CSV with a header line, or one JSON object a line, and waits for the report, however long the import
   * takes. Rows that cannot be read are reported; songs that are there are not added again. Rejects where the import
   * ended before its last row. `imports.start` does not wait.
   */
  async import(
    datasetId: string,
    rows: string | Blob,
    format: 'csv' | 'jsonl',
    options: ImportOptions = {},
  ): Promise<ImportReport> {
    const call = importCall(datasetId, rows, format, options);
    const answer = await this.transport.call<ImportReport | Import>(call);
    if (!('status' in answer)) return answer;
    const { signal } = options;
    const job = await this.imports.wait(answer.import_id, signal ? { signal } : {});
    if (job.status === 'success') return job.report;
    throw new ContrafactError(422, 'import_stopped', job.error ?? 'The import was cancelled.', null);
  }

  listSongs(datasetId: string, query: PageQuery = {}): Promise<Page<DatasetSong>> {
    return this.transport.page(`${pathOf(datasetId)}/songs`, 'songs', query);
  }

  getSong(datasetId: string, songId: string): Promise<DatasetSong> {
    return this.transport.call({ method: 'GET', path: songPath(datasetId, songId) });
  }

  deleteSong(datasetId: string, songId: string): Promise<void> {
    return this.transport.call({ method: 'DELETE', path: songPath(datasetId, songId) });
  }
}

function pathOf(datasetId: string): string {
  return `/api/v1/datasets/${encodeURIComponent(datasetId)}`;
}

function songPath(datasetId: string, songId: string): string {
  return `${pathOf(datasetId)}/songs/${encodeURIComponent(songId)}`;
}
