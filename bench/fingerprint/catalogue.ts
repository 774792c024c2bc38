/** The product's own analyses over an embedded database in memory, with kernels run here and their time measured. */
import type { Analysis, MusicInput } from '../../src/analyses/analysis.js';
import { createFingerprintAdd } from '../../src/analyses/fingerprint/add.js';
import { createFingerprintCheck } from '../../src/analyses/fingerprint/check.js';
import type { QueryWindow } from '../../src/analyses/fingerprint/extract.js';
import {
  compareFineStructures,
  type FineInput,
} from '../../src/analyses/fingerprint/fine-structure/fine-structure.js';
import type { FineStructure } from '../../src/analyses/fingerprint/fine-structure/sustained-levels.js';
import { songHashes } from '../../src/analyses/fingerprint/look-up/hashes.js';
import { mergeBlocks } from '../../src/analyses/fingerprint/look-up/merge-blocks.js';
import { engineVersion, framesPerSecond, framesPerUnit } from '../../src/analyses/fingerprint/parameters.js';
import { packPeaks } from '../../src/analyses/fingerprint/peaks/peak-codec.js';
import type { PeakList } from '../../src/analyses/fingerprint/peaks/peak-list.js';
import type { FingerprintIndex, IndexSize, SearchableIndex } from '../../src/analyses/fingerprint/ports.js';
import { createFingerprintScan } from '../../src/analyses/fingerprint/scan.js';
import {
  lookUp,
  lookUpChanged,
  searchWindow,
  unchangedProbe,
} from '../../src/analyses/fingerprint/search.js';
import type { Alignment } from '../../src/analyses/fingerprint/verification/measure.js';
import type { Coherence } from '../../src/analyses/fingerprint/waveform/coherence.js';
import { compareWaveforms, type WaveformInput } from '../../src/analyses/fingerprint/waveform/waveform.js';
import { AnalysisError } from '../../src/domain/analysis-error.js';
import type { Compute, Kernel, KernelInput, KernelName, KernelOutput } from '../../src/domain/compute.js';
import type { JsonObject } from '../../src/domain/task.js';
import { type OpenDatabase, openDatabase } from '../../src/storage/database.js';
import { fingerprintMigration } from '../../src/storage/fingerprint/migration.js';
import { createFingerprintStore } from '../../src/storage/fingerprint/store.js';
import { searchEngineMigration } from '../../src/storage/search/migration.js';
import { opaque } from '../../src/storage/transaction.js';
import { type EnlargePlan, enlargeCatalogue } from './enlarge.js';
import { localCompute } from './local-compute.js';

const account = 'bench';
const rate = 16_000;

export interface CheckAnswer {
  readonly matchedId: string | null;
  /** The best verified place, also where it is no duplicate. */
  readonly best: JsonObject | null;
  /** Whether any place coincides beyond chance and is no match. */
  readonly isSimilar: boolean;
}

/** A place that a scan reports, as documented. */
export interface FoundSegment {
  readonly music_id: string;
  readonly from_seconds: number;
  readonly to_seconds: number;
  readonly song_from_seconds: number;
}

/** A place of a registered song whose sound a check compared. */
export interface ComparedPlace {
  readonly songId: string;
  /** Song seconds = startSeconds + scale · seconds of the query. */
  readonly startSeconds: number;
  readonly scale: number;
  /** Null where there is too little sound, or the place is by a stretcher. */
  readonly coherence: Coherence | null;
  /** The same of a place by a stretcher, and only there. */
  readonly fineStructure: FineStructure | null;
}

export class BenchCatalogue {
  /** CPU milliseconds by kernel. */
  readonly kernelMs = new Map<string, number>();
  private samples: Float32Array = new Float32Array(0);
  /** Songs that a check holds, by id. */
  private readonly songs = new Map<string, Float32Array>();
  /** Gives a registered song's samples; where absent, checks decide by peaks alone. */
  readSong: ((id: string) => Promise<Float32Array | null>) | undefined;
  /**
   * Called with each place whose sound a check compares. Every place is compared as a whole then, and none ends the
   * comparisons; a fine structure decides nothing.
   */
  onCompared: ((place: ComparedPlace) => void) | undefined;
  private readonly addition: Analysis;
  private readonly checking: Analysis;
  private readonly scanning: Analysis;

  private constructor(
    private readonly opened: OpenDatabase,
    readonly index: FingerprintIndex,
  ) {
    this.addition = createFingerprintAdd(index);
    this.scanning = createFingerprintScan(index);
    // As in the service, where uploads are kept.
    this.checking = createFingerprintCheck(index, {
      openMusic: async (musicId) => {
        const samples = await this.readSong?.(musicId);
        if (!samples) return null;
        this.songs.set(musicId, samples);
        return { music: musicOf(musicId), release: async () => void this.songs.delete(musicId) };
      },
    });
  }

  /** In memory, or in a folder. */
  static async open(folder = 'memory://bench'): Promise<BenchCatalogue> {
    const opened = await openDatabase({ url: null, folder }, [fingerprintMigration, searchEngineMigration]);
    return new BenchCatalogue(opened, createFingerprintStore(opened.db));
  }

  async add(id: string, samples: Float32Array): Promise<void> {
    const outcome = await this.run(this.addition, id, samples);
    await this.opened.db.transaction().execute((transaction) => outcome.commit!(opaque(transaction)));
  }

  async check(samples: Float32Array): Promise<CheckAnswer> {
    try {
      const { result, detail } = await this.run(this.checking, 'query', samples);
      const { matches, similar } = detail as { matches: JsonObject[]; similar: JsonObject[] };
      return {
        isSimilar: similar.length > 0,
        matchedId: (result as JsonObject).matched_music_id as string | null,
        best: matches[0] ?? null,
      };
    } catch (error) {
      // Nothing to decide on (silence, speech alone) is no match.
      if (error instanceof AnalysisError) return { matchedId: null, best: null, isSimilar: false };
      throw error;
    }
  }

  /** Where registered songs sound in a long recording. */
  async scan(samples: Float32Array): Promise<FoundSegment[]> {
    const { result } = await this.run(this.scanning, 'mix', samples);
    return (result as unknown as { segments: FoundSegment[] }).segments;
  }

  /** Registers a song by its peaks. */
  async addPeaks(id: string, peaks: PeakList, seconds: number): Promise<void> {
    const { keys, times } = songHashes(peaks);
    const song = {
      musicId: id,
      engine: engineVersion,
      title: id,
      artist: '',
      durationSeconds: seconds,
      lengthUnits: Math.ceil((seconds * framesPerSecond) / framesPerUnit) + 1,
      keys,
      times,
      peaks: packPeaks(peaks),
    };
    await this.opened.db
      .transaction()
      .execute((transaction) => this.index.add(opaque(transaction), account, song));
    await this.index.maintain(account, async (step) => mergeBlocks(step));
  }

  /** Ids of what a window of a query matches, best first. */
  async search(window: QueryWindow, index: SearchableIndex = this.index): Promise<string[]> {
    const extent = await index.extent(account);
    const context = { compute: this.compute, signal: new AbortController().signal };
    const place = {
      index,
      accountId: account,
      extent,
      strictness: 'normal',
      sound: null,
    } as const;
    const matches = await searchWindow(place, window, context);
    return matches.map(({ song }) => song.musicId);
  }

  /** The alignments with any songs, of the query as it is and under assumed changes, whatever the decision says. */
  async alignments(window: QueryWindow): Promise<{ id: string; alignment: Alignment }[]> {
    const context = { compute: this.compute, signal: new AbortController().signal };
    const probe = unchangedProbe(window, window.keys.length);
    const { postings } = await this.index.extent(account);
    const found = [
      ...(await lookUp(this.index, account, window, [probe], context)),
      ...(await lookUpChanged(this.index, account, window, postings, context)),
    ];
    return found.map(({ song, alignment }) => ({ id: song.musicId, alignment }));
  }

  /** The same catalogue with nothing read yet, and room for all that a query reads. */
  freshIndex(): FingerprintIndex {
    return createFingerprintStore(this.opened.db, { cacheBytes: 2 ** 30 });
  }

  /** Makes the lists of postings as long as those of many more songs; see enlarge.ts. */
  enlarge(plan: EnlargePlan): Promise<number> {
    return enlargeCatalogue(this.opened.db, account, plan);
  }

  size(): Promise<IndexSize> {
    return this.index.size(account);
  }

  close(): Promise<void> {
    return this.opened.close();
  }

  private run(analysis: Analysis, id: string, samples: Float32Array): ReturnType<Analysis['run']> {
    this.samples = samples;
    const music = musicOf(id);
    const request = {
      accountId: account,
      taskId: id,
      model: '',
      variant: 'music' as const,
      music,
      parameters: {},
    };
    return analysis.run(request, {
      compute: this.compute,
      signal: new AbortController().signal,
      progress() {},
    });
  }

  private readonly comparison: Kernel<WaveformInput, (Coherence | null)[]> = {
    name: 'fingerprint.waveform',
    run: async (input, tools) => {
      const { onCompared } = this;
      if (!onCompared) return compareWaveforms(input, tools);
      const found = await compareWaveforms(input, tools, () => false);
      for (const [i, { startSeconds, scale }] of input.places.entries()) {
        const start = startSeconds - scale * input.fromSeconds;
        const coherence = found[i] ?? null;
        onCompared({ songId: input.songPath, startSeconds: start, scale, coherence, fineStructure: null });
      }
      return found;
    },
  };

  private readonly fineComparison: Kernel<FineInput, (FineStructure | null)[]> = {
    name: 'fingerprint.fine-structure',
    run: async (input, tools) => {
      const { onCompared } = this;
      if (!onCompared) return compareFineStructures(input, tools);
      const found = await compareFineStructures(input, tools, () => false);
      for (const [i, { startSeconds, scale }] of input.places.entries()) {
        const start = startSeconds - scale * input.fromSeconds;
        const fineStructure = found[i] ?? null;
        onCompared({ songId: input.songPath, startSeconds: start, scale, coherence: null, fineStructure });
      }
      return found.map(() => null);
    },
  };

  private readonly compute: Compute = (() => {
    const inner = localCompute(
      async (path) => this.songs.get(path) ?? this.samples,
      [this.comparison, this.fineComparison],
    );
    return {
      run: async <Name extends KernelName>(
        kernel: Name,
        input: KernelInput<Name>,
      ): Promise<KernelOutput<Name>> => {
        const before = process.cpuUsage();
        const output = await inner.run(kernel, input);
        const { user, system } = process.cpuUsage(before);
        this.kernelMs.set(kernel, (this.kernelMs.get(kernel) ?? 0) + (user + system) / 1000);
        return output;
      },
    };
  })();
}

function musicOf(id: string): MusicInput {
  return { musicId: id, title: id, artist: '', filename: id, path: id, sha256: '', durationSeconds: 0 };
}

/** Seconds of samples at the engine's rate. */
export function durationSeconds(samples: Float32Array): number {
  return samples.length / rate;
}
