import type { Import, ImportDetail, ImportReport } from './contract.js';
import { type CallOptions, sleep, type Transport } from './transport.js';
import type { Page, PageQuery } from './types.js';

export type { Import, ImportDetail, ImportReport } from './contract.js';

export interface ImportOptions extends CallOptions {
  /** Of the file, for lists of imports. */
  name?: string;
}

export interface ImportWaitOptions {
  pollMs?: number;
  onProgress?: (job: Import) => void;
  signal?: AbortSignal;
}

/** Imports of songs into datasets, which the service works off in the background. An account has one at a time. */
export class Imports {
  constructor(private readonly transport: Transport) {}

  /** Resolves as soon as the file has arrived. `rows`: CSV with a header line, or one JSON object a line. */
  start(
    datasetId: string,
    rows: string | Blob,
    format: 'csv' | 'jsonl',
    options: ImportOptions = {},
  ): Promise<Import> {
    return this.transport.call({ ...importCall(datasetId, rows, format, options), prefer: 'respond-async' });
  }

  /** Newest first. */
  list(query: PageQuery & { dataset_id?: string } = {}): Promise<Page<Import>> {
    return this.transport.page('/api/v1/imports', 'imports', query);
  }

  get(importId: string, options: CallOptions = {}): Promise<ImportDetail> {
    return this.transport.call({ ...options, method: 'GET', path: pathOf(importId) });
  }

  /** Songs that were added stay. */
  cancel(importId: string, options: CallOptions = {}): Promise<Import> {
    return this.transport.call({ ...options, method: 'POST', path: `${pathOf(importId)}/cancel` });
  }

  /** All rejected rows as CSV: `row,detail`. */
  rejections(importId: string, options: CallOptions = {}): Promise<string> {
    return this.transport.text({ ...options, method: 'GET', path: `${pathOf(importId)}/rejections.csv` });
  }

  /** The import once it has ended, however it did: `status` and `error` have it. */
  async wait(
    importId: string,
    options: ImportWaitOptions = {},
  ): Promise<ImportDetail & { report: ImportReport }> {
    const { pollMs = 1000, onProgress, signal } = options;
    for (;;) {
      const job = await this.get(importId, signal ? { signal } : {});
      onProgress?.(job);
      if (job.report) return { ...job, report: job.report };
      await sleep(pollMs, signal);
    }
  }
}

export function importCall(
  datasetId: string,
  rows: string | Blob,
  format: 'csv' | 'jsonl',
  { name, ...options }: ImportOptions,
) {
  return {
    ...options,
    method: 'POST' as const,
    path: `/api/v1/datasets/${encodeURIComponent(datasetId)}/import`,
    ...(name === undefined ? {} : { query: { name } }),
    text: { body: rows, contentType: format === 'csv' ? 'text/csv' : 'application/x-ndjson' },
  };
}

function pathOf(importId: string): string {
  return `/api/v1/imports/${encodeURIComponent(importId)}`;
}
