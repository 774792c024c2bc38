/** What a check compares: the places of registered songs whose sound it sets beside a query's, kept in files for the next run. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fineStructureFeatures } from '../../src/analyses/fingerprint/fine-structure/fine-structure-odds.js';
import type { FineMeasurements } from '../../src/analyses/fingerprint/fine-structure/sustained-levels.js';
import {
  type WaveformMeasurements,
  waveformFeatures,
} from '../../src/analyses/fingerprint/waveform/waveform-odds.js';
import { AnalysisError } from '../../src/domain/analysis-error.js';
import { BenchCatalogue, type ComparedPlace } from './catalogue.js';
import { showProgress } from './report.js';

/** A place as it is kept. */
export interface MeasuredPlace extends Pick<ComparedPlace, 'songId' | 'startSeconds' | 'scale'> {
  /** Null where the fine structure was compared; and the reverse. */
  readonly waveform: WaveformMeasurements | null;
  readonly fineStructure: FineMeasurements | null;
}

export interface ComparedQuery {
  /** Whether the check called the query a duplicate of a registered song. */
  readonly matchedId: string | null;
  readonly places: readonly MeasuredPlace[];
}

/** A catalogue of recordings that are registered only when a query is asked that no file answers. */
export class LazyCatalogue {
  /** Of its recordings and `parts`, for the files. */
  readonly name: string;
  private opened: BenchCatalogue | undefined;

  /** Recordings by id; one that is too short or silent to register cannot be found either. */
  constructor(
    private readonly ids: readonly string[],
    private readonly read: (id: string) => Promise<Float32Array>,
    parts: readonly string[] = [],
  ) {
    this.name = createHash('sha1')
      .update([...parts, ...ids].join('\n'))
      .digest('hex')
      .slice(0, 12);
  }

  async open(): Promise<BenchCatalogue> {
    if (this.opened) return this.opened;
    const catalogue = await BenchCatalogue.open();
    this.opened = catalogue;
    catalogue.readSong = this.read;
    for (const [i, id] of this.ids.entries()) {
      await catalogue.add(id, await this.read(id)).catch((error: unknown) => {
        if (!(error instanceof AnalysisError)) throw error;
      });
      showProgress(i + 1, this.ids.length, 'registering');
    }
    return catalogue;
  }

  async close(): Promise<void> {
    await this.opened?.close();
  }
}

/** Asks a catalogue for a query and gives what its check compared. `name` names query and catalogue in the files. */
export async function comparedPlaces(
  catalogue: LazyCatalogue,
  cacheFolder: string,
  name: string,
  query: Float32Array,
): Promise<ComparedQuery> {
  const hash = createHash('sha1').update(name).digest('hex').slice(0, 16);
  const path = join(cacheFolder, `places-${hash}.json`);
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as ComparedQuery;
  const places: MeasuredPlace[] = [];
  const opened = await catalogue.open();
  opened.onCompared = (place) => {
    if (place.coherence || place.fineStructure) places.push(measured(place));
  };
  try {
    const { matchedId } = await opened.check(query);
    const compared = { matchedId, places };
    writeFileSync(path, JSON.stringify(compared));
    return compared;
  } finally {
    opened.onCompared = undefined;
  }
}

/** Of those places the ones at which the waveform was compared, or the fine structure. */
export async function placesWith(
  measurement: 'waveform' | 'fineStructure',
  ...question: Parameters<typeof comparedPlaces>
): Promise<MeasuredPlace[]> {
  const { places } = await comparedPlaces(...question);
  return places.filter((place) => place[measurement] !== null);
}

function measured({ coherence, fineStructure, ...place }: ComparedPlace): MeasuredPlace {
  return {
    ...place,
    waveform: coherence && named(coherence, waveformFeatures),
    fineStructure: fineStructure && named(fineStructure, fineStructureFeatures),
  };
}

/** Those measurements that a model reads. */
function named<Measured>(
  measured: Measured,
  features: readonly { readonly name: keyof Measured & string }[],
): Measured {
  return Object.fromEntries(features.map(({ name }) => [name, measured[name]])) as Measured;
}
