import type { Dataset, DatasetSong, ImportReport } from './contract.js';
import type { CallOptions, Transport } from './transport.js';
import type { Page, PageQuery } from './types.js';

export type { Dataset, DatasetSong, ImportReport } from './contract.js';

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
  constructor(private readonly transport: Transport) {}

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

  /** Adds many songs: CSV with a header line, or one JSON object a line. Unreadable rows are reported. */
  import(
    datasetId: string,
    rows: string | Blob,
    format: 'csv' | 'jsonl',
    options: CallOptions = {},
  ): Promise<ImportReport> {
    const contentType = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
    const text = { body: rows, contentType };
    return this.transport.call({ ...options, method: 'POST', path: `${pathOf(datasetId)}/import`, text });
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
