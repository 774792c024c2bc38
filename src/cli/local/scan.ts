/** Finds duplicates within a folder: every file is compared with those before it, then joins the index. */
import { engineVersion } from '../../analyses/fingerprint/parameters.js';
import type { LocalFile } from '../../audio/local-file.js';
import type { LocalAnalysis } from '../../compose/local-analysis.js';
import type { Config } from '../../config.js';
import type { JsonValue } from '../../domain/task.js';
import { startProgress } from '../progress.js';
import { fileProblem } from './analyze-files.js';
import { type FoundFile, findAudioFiles } from './audio-files.js';
import { type ComputeAhead, computeAhead } from './compute-ahead.js';
import { objectOf } from './json-object.js';
import { openLocal } from './open-local.js';
import { openScanJournal, type ScanJournal, type ScanLine } from './scan-journal.js';
import { type ScanReport, scanReport } from './scan-report.js';

export async function scanFolder(config: Config, folder: string, indexFolder: string): Promise<ScanReport> {
  const files = await findAudioFiles(folder);
  const progress = startProgress('scan');
  const { local, signal, close } = await openLocal(config, indexFolder);
  try {
    const journal = await openScanJournal(indexFolder);
    const known = new Set<string>();
    const waiting: FoundFile[] = [];
    for (const file of files) {
      const entry = journal.find(file);
      if (entry?.musicId) known.add(entry.musicId);
      if (!entry) waiting.push(file);
    }
    const scan = new Scan(local, journal, known, signal);
    const resumed = files.length - waiting.length;
    await scan.all(waiting, config.workers + 1, (done, name) =>
      progress.report((resumed + done) / files.length, `${resumed + done} of ${files.length}  ${name}`),
    );
    return scanReport(
      files.map((file) => journal.find(file)).filter((entry) => entry !== null),
      resumed,
    );
  } finally {
    progress.end();
    await close();
  }
}

type Prepared = { readonly file: LocalFile } | { readonly error: unknown };

class Scan {
  private readonly ahead: ComputeAhead;

  constructor(
    private readonly local: LocalAnalysis,
    private readonly journal: ScanJournal,
    /** Ids of finished files: the same bytes need no second look. */
    private readonly known: Set<string>,
    private readonly signal: AbortSignal,
  ) {
    this.ahead = computeAhead(local.compute, signal);
  }

  /** In order, with at most `depth` files prepared ahead. */
  async all(
    files: readonly FoundFile[],
    depth: number,
    onFile: (done: number, name: string) => void,
  ): Promise<void> {
    const prepared: Promise<Prepared>[] = [];
    for (let done = 0; done < files.length; done++) {
      while (prepared.length < depth && done + prepared.length < files.length) {
        prepared.push(this.prepare(files[done + prepared.length]!));
      }
      onFile(done, files[done]!.name);
      await this.finish(files[done]!, await prepared.shift()!);
    }
  }

  private async prepare({ path }: FoundFile): Promise<Prepared> {
    try {
      const file = await this.local.inspect(path, this.signal);
      if (!this.known.has(file.musicId)) this.ahead.start(file.path, file.durationSeconds);
      return { file };
    } catch (error) {
      return { error };
    }
  }

  private async finish({ name, bytes, modifiedMs }: FoundFile, prepared: Prepared): Promise<void> {
    const entry = { engine: engineVersion, name, bytes, modifiedMs } as const;
    try {
      if ('error' in prepared) throw prepared.error;
      const { file } = prepared;
      const matches = this.known.has(file.musicId) ? [] : await this.compareAndAdd({ ...file, title: name });
      this.known.add(file.musicId);
      await this.journal.append({ ...entry, musicId: file.musicId, error: null, matches });
    } catch (error) {
      const problem = fileProblem(error, this.signal).error;
      await this.journal.append({ ...entry, musicId: null, error: problem, matches: [] });
    }
  }

  private async compareAndAdd(file: LocalFile): Promise<ScanLine['matches']> {
    const run = { model: '', file, signal: this.signal, onProgress: () => {}, compute: this.ahead };
    const { detail } = await this.local.run({ ...run, operation: 'fingerprint-check' });
    await this.local.run({ ...run, operation: 'fingerprint-add' });
    return matchesOf(detail).filter((match) => match.music_id !== file.musicId);
  }
}

/** The matches in a check's detail. */
function matchesOf(detail: JsonValue | undefined): ScanLine['matches'] {
  const { matches, similar } = objectOf(detail);
  const listed = [matches, similar].flatMap((list) => (Array.isArray(list) ? list : []));
  return listed.map((match) => {
    const fields = objectOf(match);
    return { ...fields, music_id: String(fields.music_id), is_duplicate: fields.is_duplicate === true };
  });
}
